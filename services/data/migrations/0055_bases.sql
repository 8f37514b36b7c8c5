-- Knowledge bases and their blocks (knowledge.base).
create table data.bases (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  -- Position of its last block.
  block_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id)
);
select platform.isolate_teams('data.bases');
-- Its growth is recorded by its blocks.
create trigger bases_recorded after insert on data.bases
  for each row execute function data.record_change('bases');

-- The default list: newest first.
create index bases_created on data.bases (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index bases_updated on data.bases (team_id, updated_at, id);
create index bases_search on data.bases using gin (data.lines(name, description) platform.contains_ops);

create table data.blocks (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  base_id uuid not null,
  position integer not null,
  type text not null,
  text text,
  level smallint,
  language text,
  url text,
  metadata jsonb,
  created_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  primary key (team_id, id),
  constraint blocks_position unique (team_id, base_id, position),
  constraint blocks_from_one check (position > 0)
);
select platform.isolate_teams('data.blocks');
-- A block stays as it was appended.
revoke update, delete on data.blocks from data;
create trigger blocks_recorded after insert on data.blocks
  for each row execute function data.record_change('blocks');
