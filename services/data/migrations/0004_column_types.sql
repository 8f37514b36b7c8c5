-- What the column types (tables.types) need: who last wrote a row, the counters of autonumber columns, and a way for a
-- write to be sure of the columns it was checked against.
alter table rows add column updated_by_type text, add column updated_by_id text;

-- Last number given by a column. A number is taken in the transaction that stores its row, which holds the counter's
-- row until it ends: no gap, and rows of such a table are stored one after another.
create table counters (
  team_id uuid not null,
  column_id uuid not null,
  value bigint not null,
  primary key (team_id, column_id)
);
select platform.isolate_teams('counters');

-- Changes of the columns hold this lock alone, writes of rows share it.
create function schema_lock(table_id uuid) returns bigint language sql immutable set search_path = pg_catalog
  return hashtextextended('data.schema ' || table_id, 0);

-- True when the table has the columns of this version, and keeps them until the transaction ends. The look comes after
-- the wait, with a snapshot of its own: the function is volatile for that.
create function holds_columns(team uuid, checked_table uuid, checked_version integer) returns boolean
  language plpgsql volatile set search_path = data, pg_catalog as $$
begin
  perform pg_advisory_xact_lock_shared(schema_lock(checked_table));
  return exists (
    select from tables t where t.team_id = team and t.id = checked_table and t.schema_version = checked_version
  );
end
$$;
