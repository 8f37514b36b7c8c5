-- Whom events are posted to.
select platform.install_changes('webhooks');

create table webhooks.endpoints (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  url text not null,
  events text[] not null,
  description text,
  enabled boolean not null,
  -- Sealed under a key the database does not have (events.secret).
  secret bytea not null,
  -- The secret before the last rotation; it still signs until then (events.rotation).
  previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  constraint endpoints_events check (cardinality(events) between 1 and 10)
);
select platform.isolate_teams('webhooks.endpoints');
create index endpoints_live on webhooks.endpoints (team_id, created_at, id) where deleted_at is null;

create trigger endpoints_recorded after insert or update or delete on webhooks.endpoints
  for each row execute function webhooks.record_change('webhooks', 'secret', 'previous_secret', 'previous_secret_until');
