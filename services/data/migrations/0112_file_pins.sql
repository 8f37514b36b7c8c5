-- Files whose bytes an import of another service needs: they stay after their file is deleted (imports.pinned).
create table data.file_pins (
  team_id uuid not null,
  file_id uuid not null,
  -- Id of the import.
  holder_id uuid not null,
  primary key (team_id, holder_id, file_id)
);
select platform.isolate_teams('data.file_pins');
create index file_pins_files on data.file_pins (team_id, file_id);
