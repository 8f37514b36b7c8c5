-- That the bytes of a deleted file went is no change of it: nothing is to be shown or taken back (files.purge).
drop trigger files_recorded on data.files;
create trigger files_recorded after insert or delete on data.files
  for each row execute function data.record_change('files');
create trigger files_changed after update on data.files
  for each row when (new.purged_at is not distinct from old.purged_at) execute function data.record_change('files');
create index files_deleted on data.files (team_id, deleted_at) where deleted_at is not null and purged_at is null;
create index file_addresses_expired on data.file_addresses (team_id, expires_at);
