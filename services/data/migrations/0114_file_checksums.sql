-- An import stores no file whose bytes the team has already (imports.document-links).
create index files_checksum on data.files (team_id, checksum_sha256) where deleted_at is null;
