-- Teams, their settings and the hosts that belong to them: what auth alone may write.
-- Policies by role: `auth` sees its current team; `auth_lookup` finds out whose a token is and works for the operator.

create table auth.teams (
  id uuid primary key default uuidv7(),
  slug text not null unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  display_name text not null check (char_length(display_name) between 1 and 120),
  timezone text not null default 'UTC',
  isolated boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

-- One row per setting that differs from its default.
create table auth.settings (
  team_id uuid not null references auth.teams (id),
  key text not null check (char_length(key) between 1 and 120),
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (team_id, key)
);

-- A host belongs to one team at most; it is stored in lower case, without port and trailing dot.
create table auth.hosts (
  host text primary key check (host = lower(host) and host !~ '[:\s]|\.$'),
  team_id uuid not null references auth.teams (id),
  created_at timestamptz not null default now()
);

create index hosts_team_id on auth.hosts (team_id);

alter table auth.teams enable row level security;
alter table auth.teams force row level security;
alter table auth.settings enable row level security;
alter table auth.settings force row level security;
alter table auth.hosts enable row level security;
alter table auth.hosts force row level security;

create policy team on auth.teams to auth
  using (id = (select nullif(current_setting('app.team_id', true), '')::uuid))
  with check (id = (select nullif(current_setting('app.team_id', true), '')::uuid));
create policy team on auth.settings to auth
  using (team_id = (select nullif(current_setting('app.team_id', true), '')::uuid))
  with check (team_id = (select nullif(current_setting('app.team_id', true), '')::uuid));
create policy team on auth.hosts to auth
  using (team_id = (select nullif(current_setting('app.team_id', true), '')::uuid))
  with check (team_id = (select nullif(current_setting('app.team_id', true), '')::uuid));

create policy lookup on auth.teams to auth_lookup using (true) with check (true);
create policy lookup on auth.settings to auth_lookup using (true) with check (true);
create policy lookup on auth.hosts to auth_lookup using (true) with check (true);

grant select, insert, update on auth.teams to auth_lookup;
grant select, insert, update, delete on auth.settings, auth.hosts to auth_lookup;
