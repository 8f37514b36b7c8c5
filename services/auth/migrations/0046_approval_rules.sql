-- A team says which writes run, wait for approval or are refused (rules.rule). Each change of a rule moves the version of
-- the team's rules on, by which services remember them; it is null while no rule is enabled (rules.version).
create table auth.approval_rules (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  name text not null,
  position integer not null,
  enabled boolean not null,
  "when" jsonb not null,
  outcome text not null,
  message text,
  -- Null unless the outcome is queue, as are the three that follow.
  approvers jsonb,
  needed integer,
  allow_self boolean,
  timeout_hours integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  constraint approval_rules_outcome check (outcome in ('run', 'queue', 'refuse')),
  constraint approval_rules_deciding check (
    (outcome = 'queue') = all (array[approvers is not null, needed is not null, allow_self is not null,
      timeout_hours is not null])
  )
);
select platform.isolate_teams('auth.approval_rules');
create unique index approval_rules_name_taken on auth.approval_rules (team_id, name) where deleted_at is null;

-- The operator replaces the rules of a team, and decisions read them before any team is known.
create policy lookup on auth.approval_rules to auth_lookup using (true) with check (true);
grant select, insert, update on auth.approval_rules to auth_lookup;

alter table auth.teams add column rules_version bigint;
create sequence auth.rules_version;
grant usage on sequence auth.rules_version to auth, auth_lookup;

-- The row of the team is locked first, so that the later of two writers sees the rules of both.
create function auth.move_rules() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
declare
  team uuid := coalesce(new.team_id, old.team_id);
begin
  perform from auth.teams t where t.team_id = team for update;
  update auth.teams t
  set rules_version = case when exists (
    select from auth.approval_rules r where r.team_id = team and r.enabled and r.deleted_at is null
  ) then nextval('auth.rules_version') end
  where t.team_id = team;
  return null;
end
$$;
create trigger move_rules after insert or update or delete on auth.approval_rules
  for each row execute function auth.move_rules();
