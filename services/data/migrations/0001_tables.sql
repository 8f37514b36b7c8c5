-- Tables and their columns (tables.table); undo records and the outbox that every later migration relies on.
select platform.install_changes('data');
select platform.install_outbox('data');

create table tables (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  display_name text not null,
  description text,
  icon text,
  -- Made by the platform for every team, such as assets.
  is_system boolean not null default false,
  -- Moves with every change of the columns: what services remember of a table is checked against it.
  schema_version integer not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text,
  primary key (team_id, id),
  constraint tables_name_taken unique (team_id, name)
);
select platform.isolate_teams('tables');

create table columns (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  table_id uuid not null,
  name text not null,
  display_name text not null,
  type text not null,
  is_required boolean not null default false,
  is_unique boolean not null default false,
  default_value jsonb,
  description text,
  options jsonb not null default '{}',
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (team_id, id),
  foreign key (team_id, table_id) references tables (team_id, id),
  constraint columns_name_taken unique (team_id, table_id, name)
);
select platform.isolate_teams('columns');

create trigger tables_recorded after insert or update or delete on tables
  for each row execute function record_change('tables');
create trigger columns_recorded after insert or update or delete on columns
  for each row execute function record_change('columns');
