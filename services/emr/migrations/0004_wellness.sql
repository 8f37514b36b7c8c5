-- What people consent to have kept of their health, and what was told of it (wellness.consent, wellness.observations).
create table emr.consents (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  contact_id uuid not null,
  -- Without the clock: one whose time is over is expired, whatever stands here (src/wellness-consents/consent.ts).
  status text not null,
  categories text[] not null,
  purposes text[] not null,
  granted_at timestamptz,
  revoked_at timestamptz,
  expires_at timestamptz,
  source text,
  policy_version text,
  evidence_file_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  constraint consents_status check (status in ('pending', 'active', 'revoked')),
  constraint consents_revoked check ((status = 'revoked') = (revoked_at is not null))
);
select platform.isolate_teams('emr.consents');
create trigger consents_recorded after insert or update or delete on emr.consents
  for each row execute function emr.record_change('consents');
create index consents_contact on emr.consents (team_id, contact_id);
create index consents_created on emr.consents (team_id, created_at desc, id desc);
create index consents_updated on emr.consents (team_id, updated_at, id);

create table emr.observations (
  team_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  code_system text not null,
  code text not null,
  code_display text,
  category text not null,
  value jsonb,
  components jsonb not null,
  unit text,
  -- When it was taken, or when its period began.
  effective_at timestamptz not null,
  effective_to timestamptz,
  is_period boolean not null,
  source_type text not null,
  source_name text,
  external_id text,
  -- When it was recorded: while its consent could not be revoked.
  created_at timestamptz not null,
  created_by_type text not null,
  created_by_id text not null,
  primary key (team_id, id)
);
select platform.isolate_teams('emr.observations');
-- What a source sends again is the same observation.
create unique index observations_external on emr.observations
  (team_id, contact_id, source_type, (coalesce(source_name, '')), external_id) where external_id is not null;
create index observations_contact on emr.observations (team_id, contact_id, effective_at desc, id);
create index observations_created on emr.observations (team_id, created_at desc, id desc);
create index observations_effective on emr.observations (team_id, effective_at, id);

-- Observations come in batches: one statement records the changes of all.
create function emr.record_observations() returns trigger language plpgsql set search_path = emr, pg_catalog as $$
begin
  insert into changes (team_id, changeset_id, resource, resource_id, op, after,
                       actor_type, actor_id, token_id, request_id, door)
  select n.team_id, nullif(current_setting('app.changeset_id', true), '')::uuid, 'observations', n.id, 'create',
    to_jsonb(n), current_setting('app.actor_type'), current_setting('app.actor_id'), current_setting('app.token_id'),
    current_setting('app.request_id'), nullif(current_setting('app.door', true), '')
  from new_rows n order by n.id;
  return null;
end
$$;
create trigger observations_recorded after insert on emr.observations
  referencing new table as new_rows for each statement execute function emr.record_observations();
-- Nobody changes what was observed.
revoke update, delete on emr.observations from emr;
