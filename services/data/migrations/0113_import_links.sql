-- Rows of an import link to rows that it writes itself, and bring choices and rows that were not there (imports.links).
-- Choices that the run adds, by the id of a column, or the part and the name of a new one.
alter table data.imports add column adds jsonb not null default '{}';

-- Rows that the cells of a row name, where one of them is written by the import.
create table data.import_links (
  team_id uuid not null,
  import_id uuid not null,
  generation integer not null,
  part integer not null,
  row integer not null,
  -- Name of the column, and place in its cell.
  name text not null,
  place integer not null,
  -- Key of the value that names the row, as import_keys has it; null for a row that is there.
  key bytea,
  record_id uuid,
  header text not null,
  -- Text of the source.
  value text not null,
  is_many boolean not null,
  on_unknown text not null,
  -- Row that is made if no row of the source has the key.
  goal jsonb,
  -- False once the link is set.
  is_waiting boolean not null default true,
  primary key (team_id, import_id, generation, part, row, name, place),
  constraint import_links_one check ((key is null) = (record_id is not null))
);
select platform.isolate_teams('data.import_links');
create index import_links_waiting on data.import_links (team_id, import_id, generation, part, row) where is_waiting;

-- Rows that the run makes because a link names them.
create table data.import_named (
  team_id uuid not null,
  import_id uuid not null,
  generation integer not null,
  key bytea not null,
  goal jsonb not null,
  is_waiting boolean not null default true,
  record_id uuid,
  primary key (team_id, import_id, generation, key)
);
select platform.isolate_teams('data.import_named');
create index import_named_waiting on data.import_named (team_id, import_id, generation, key) where is_waiting;
