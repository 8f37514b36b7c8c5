-- What the keeper notes of a table's rows (migration 0030) is the number of those that are not deleted, of moved tables too: a
-- list of tables reads one number for each, however many rows there are. A table alone is counted without reading others' rows.

create policy worker on storages for select to data_worker using (true);
grant select (row_count) on storages to data_worker;
grant select (id, created_at, deleted_at) on rows to data_worker;

-- Live rows of a table that shares its storage, `most` of them at most. A table of few tables seems to PostgreSQL a good part of
-- the storage, which it would read as a whole, with the pages that moved tables have left behind.
create function live_rows(team uuid, counted uuid, most integer) returns bigint
  language sql stable set search_path = data, pg_catalog set enable_seqscan = off
  return (select count(*) from (
    select from only rows r where r.team_id = team and r.table_id = counted and r.deleted_at is null limit most
  ) c);
