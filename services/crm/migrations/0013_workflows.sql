-- Workflows (workflows.members): definitions that the team reads; nothing runs them yet.
create table crm.workflows (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  status text not null,
  trigger jsonb not null,
  step_count integer not null,
  last_run jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  trigger_type text not null generated always as (trigger ->> 'type') stored,
  -- What `q` looks into.
  search text not null generated always as (crm.lines(name, description)) stored,
  primary key (team_id, id),
  -- No writer gets past these.
  constraint workflows_status check (status in ('draft', 'active', 'paused', 'archived')),
  constraint workflows_trigger_type check (trigger_type in ('event', 'schedule', 'manual', 'form')),
  constraint workflows_step_count check (step_count >= 0)
);
select platform.isolate_teams('crm.workflows');
create trigger workflows_recorded after insert or update or delete on crm.workflows
  for each row execute function crm.record_change('workflows', 'trigger_type', 'search');

-- The default list: newest first, archived ones left out.
create index workflows_created on crm.workflows (team_id, created_at desc, id desc) where status <> 'archived';
-- Readers that keep up by updated_since.
create index workflows_updated on crm.workflows (team_id, updated_at, id);
create index workflows_search on crm.workflows using gin (search platform.contains_ops);
