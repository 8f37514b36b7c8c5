-- Teams, their settings and the hosts that belong to them: what auth alone may write. Beside the policy of every
-- table, `lookup` lets auth_lookup find out whose a token is, before any team is known, and work for the operator.
create table auth.teams (
  -- A team's id; named as in every other table, so that one policy fits all.
  team_id uuid not null default uuidv7(),
  slug text not null,
  display_name text not null,
  timezone text not null default 'UTC',
  isolated boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (team_id),
  -- The service knows a clash by this name.
  constraint teams_slug_key unique (slug),
  constraint teams_slug check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  constraint teams_display_name check (char_length(display_name) between 1 and 120)
);
select platform.isolate_teams('auth.teams');
alter table auth.teams alter column team_id set default uuidv7();

-- One row per setting that was ever set; what was not has its default.
create table auth.settings (
  team_id uuid not null references auth.teams (team_id),
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (team_id, key),
  constraint settings_key check (char_length(key) between 1 and 120)
);
select platform.isolate_teams('auth.settings');

-- A host belongs to one team at most; it is stored in lower case, without port and trailing dot.
create table auth.hosts (
  team_id uuid not null references auth.teams (team_id),
  host text not null,
  created_at timestamptz not null default now(),
  primary key (team_id, host),
  constraint hosts_host_key unique (host),
  constraint hosts_host check (host = lower(host) and host !~ '[:\s]|\.$')
);
select platform.isolate_teams('auth.hosts');

create policy lookup on auth.teams to auth_lookup using (true) with check (true);
create policy lookup on auth.settings to auth_lookup using (true) with check (true);
create policy lookup on auth.hosts to auth_lookup using (true) with check (true);
grant select, insert, update on auth.teams, auth.settings to auth_lookup;
grant select, insert, update, delete on auth.hosts to auth_lookup;
