-- Saved views (tables.view). Inside, `settings` names columns by id, so that a view stays right whatever its columns
-- are called; the names id, created_at and updated_at stand for themselves.
create table views (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  table_id uuid not null,
  name text not null,
  kind text not null,
  is_favorite boolean not null,
  settings jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text,
  primary key (team_id, id),
  foreign key (team_id, table_id) references tables (team_id, id)
);
select platform.isolate_teams('views');

create index views_of_table on views (team_id, table_id, created_at, id);

create trigger views_recorded after insert or update or delete on views
  for each row execute function record_change('views');
