-- Files that a team brings into its tables (imports.import).
select platform.install_imports('data');
create index import_sources_files on data.import_sources (team_id, file_id) where file_id is not null;
