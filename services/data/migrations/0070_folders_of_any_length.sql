-- A folder may have more bytes than an index takes of one entry, so files are found by its digest.
alter table data.files add column folder_key uuid generated always as (md5(folder)::uuid) stored;
drop index data.files_folder;
create index files_folder on data.files (team_id, folder_key, created_at desc, id desc);

-- Images keep what was written, and nothing that follows from it.
drop trigger files_recorded on data.files;
create trigger files_recorded after insert or delete on data.files
  for each row execute function data.record_change('files', 'folder_key');
drop trigger files_changed on data.files;
create trigger files_changed after update on data.files
  for each row when (new.purged_at is not distinct from old.purged_at) execute function data.record_change('files', 'folder_key');
