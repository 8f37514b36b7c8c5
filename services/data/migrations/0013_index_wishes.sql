-- Columns that lists of tables with a physical table of their own filter or sort by: what the keeper makes indexes of
-- (ADR 0013). Any process counts, the keeper builds.
create table index_wishes (
  team_id uuid not null,
  table_id uuid not null,
  -- A column, or updated_at.
  field text not null,
  kind text not null check (kind in ('sort', 'match', 'contains')),
  uses bigint not null,
  wished_at timestamptz not null default now(),
  primary key (team_id, table_id, field, kind)
);
select platform.isolate_teams('index_wishes');
create policy worker on index_wishes for select to data_worker using (true);
grant select on index_wishes to data_worker;
grant select (team_id, table_id, relation) on storages to data_worker;
grant select (team_id, id, table_id, name, type, options) on columns to data_worker;
