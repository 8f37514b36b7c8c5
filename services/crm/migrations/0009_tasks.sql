-- Tasks (tasks.members): what a team has to do, in projects it names. They are never removed: one that is not done is
-- cancelled.
create table crm.tasks (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  title text not null,
  status text not null,
  assignee_id uuid,
  due_at timestamptz,
  priority text not null,
  project text,
  contact_id uuid,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  -- What `q` looks into.
  search text not null generated always as (crm.lines(title, project)) stored,
  primary key (team_id, id),
  -- Contacts are archived, never removed.
  foreign key (team_id, contact_id) references crm.contacts (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint tasks_status check (status in ('todo', 'in_progress', 'blocked', 'done', 'cancelled')),
  constraint tasks_priority check (priority in ('low', 'normal', 'high'))
);
select platform.isolate_teams('crm.tasks');

-- Follows the status whoever writes it, an undo among them.
create function crm.note_completion() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  new.completed_at := case when new.status = 'done' then coalesce(new.completed_at, clock_timestamp()) end;
  return new;
end
$$;
create trigger tasks_completion before insert or update on crm.tasks
  for each row execute function crm.note_completion();
create trigger tasks_recorded after insert or update or delete on crm.tasks
  for each row execute function crm.record_change('tasks', 'search');

-- The default list: newest first.
create index tasks_created on crm.tasks (team_id, created_at desc, id desc);
-- What is to be done next.
create index tasks_due on crm.tasks (team_id, due_at, id);
-- Readers that keep up by updated_since.
create index tasks_updated on crm.tasks (team_id, updated_at, id);
create index tasks_assignee on crm.tasks (team_id, assignee_id, status) where assignee_id is not null;
create index tasks_project on crm.tasks (team_id, project, status) where project is not null;
create index tasks_contact on crm.tasks (team_id, contact_id) where contact_id is not null;
create index tasks_search on crm.tasks using gin (search platform.contains_ops);
