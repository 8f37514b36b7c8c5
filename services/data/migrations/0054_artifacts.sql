-- Artifacts (knowledge.artifact).
create table data.artifacts (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  title text not null,
  kind text not null,
  content text,
  language text,
  summary text,
  tags text[] not null,
  status text not null,
  source jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  -- Names of the members that the create gave: what the first revision tells.
  given_members text[] not null,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint artifacts_status check (status in ('draft', 'published', 'archived')),
  constraint artifacts_content check (content is not null)
);
select platform.isolate_teams('data.artifacts');
create trigger artifacts_recorded after insert or update or delete on data.artifacts
  for each row execute function data.record_change('artifacts');

-- The default list: newest first.
create index artifacts_created on data.artifacts (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index artifacts_updated on data.artifacts (team_id, updated_at, id);
create index artifacts_tags on data.artifacts using gin (tags platform.tags_ops);
-- What `q` looks into; no column keeps a second copy of the contents.
create index artifacts_search on data.artifacts
  using gin (data.lines(title, summary, content) platform.contains_ops);
