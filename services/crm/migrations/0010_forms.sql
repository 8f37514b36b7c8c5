-- Forms (forms.form): what a team asks. They are never removed: one that is over is archived, and its slug stays reserved.
create table crm.forms (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  slug text not null,
  title text not null,
  description text,
  status text not null,
  fields jsonb not null,
  settings jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  -- What `q` looks into.
  search text not null generated always as (crm.lines(title, description)) stored,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint forms_status check (status in ('draft', 'published', 'closed', 'archived')),
  constraint forms_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80)
);
select platform.isolate_teams('crm.forms');
create trigger forms_recorded after insert or update or delete on crm.forms
  for each row execute function crm.record_change('forms', 'search');

create unique index forms_slug_taken on crm.forms (team_id, slug);
-- The default list: newest first.
create index forms_created on crm.forms (team_id, created_at desc, id desc) where status <> 'archived';
-- Readers that keep up by updated_since.
create index forms_updated on crm.forms (team_id, updated_at, id);
create index forms_search on crm.forms using gin (search platform.contains_ops);
