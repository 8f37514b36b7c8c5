-- Templates of messages (comms.template).
create table comms.templates (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  channel text not null,
  subject text,
  text text,
  html text,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  -- The service refuses this first, with a better answer; no other writer gets past.
  constraint templates_channel check (channel in ('email', 'sms', 'whatsapp', 'in_app'))
);
select platform.isolate_teams('comms.templates');
create trigger templates_recorded after insert or update or delete on comms.templates
  for each row execute function comms.record_change('templates');

create unique index templates_name_taken on comms.templates (team_id, name) where deleted_at is null;
-- The default list: newest first.
create index templates_created on comms.templates (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index templates_updated on comms.templates (team_id, updated_at, id);
