-- The rows of every table of every team: one shared table, as measured (fleet.md, row store). `data` holds the cells
-- that are not empty, by column name. There is no foreign key to tables: it would lock the table's row on every insert,
-- tables are never deleted, and the insert itself reads the table.
create table rows (
  team_id uuid not null,
  table_id uuid not null,
  id uuid not null default uuidv7(),
  data jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deletion and restoration leave updated_at alone (tables.delete-row).
  deleted_at timestamptz,
  created_by_type text not null,
  created_by_id text,
  primary key (team_id, table_id, id)
);
select platform.isolate_teams('rows');

-- The default list: newest first.
create index rows_created on rows (team_id, table_id, created_at, id);

create trigger rows_recorded after insert or update or delete on rows
  for each row execute function record_change('rows');
