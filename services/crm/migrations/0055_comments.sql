-- Comments on things of every service (comments.things).
create table crm.comments (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  -- Noun and id of the thing, which another service may have.
  resource text not null,
  resource_id text not null,
  table_id text,
  parent_id uuid,
  text text not null,
  html text not null,
  -- Members as they were called when they were mentioned.
  mentions jsonb not null,
  author_member_id uuid,
  noticed uuid[] not null,
  resolved_at timestamptz,
  resolved_by jsonb,
  edited_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  deleted_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, parent_id) references crm.comments (team_id, id)
);
select platform.isolate_teams('crm.comments');
create trigger comments_recorded after insert or update or delete on crm.comments
  for each row execute function crm.record_change('comments');

-- The list: what one thing has, oldest first.
create index comments_thing on crm.comments (team_id, resource, resource_id, created_at, id);
create index comments_parent on crm.comments (team_id, parent_id) where parent_id is not null;
