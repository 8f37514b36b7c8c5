-- What is done when mail comes in (comms.rule).
create table comms.email_rules (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  enabled boolean not null,
  priority integer not null,
  match jsonb not null,
  actions jsonb not null,
  stop boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id)
);
select platform.isolate_teams('comms.email_rules');
create trigger email_rules_recorded after insert or update or delete on comms.email_rules
  for each row execute function comms.record_change('email_rules');

create unique index email_rules_name_taken on comms.email_rules (team_id, name) where deleted_at is null;
-- The order in which mail meets them, which is that of the default list.
create index email_rules_order on comms.email_rules (team_id, priority, name) where deleted_at is null;
-- Readers that keep up by updated_since.
create index email_rules_updated on comms.email_rules (team_id, updated_at, id);
