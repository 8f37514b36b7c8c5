-- What the browser extension works with: on which pages it offers which tool (extension.rules), and names of secrets, whose
-- values are sealed and read by nobody over the API (extension.vault).
create table auth.extension_rules (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  name text not null,
  host text not null,
  path text,
  tool text not null,
  position integer not null,
  enabled boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (team_id, id),
  constraint extension_rules_name_key unique (team_id, name)
);
select platform.isolate_teams('auth.extension_rules');

create table auth.vault_entries (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  name text not null,
  kind text not null,
  hint text,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (team_id, id),
  constraint vault_entries_name_key unique (team_id, name),
  constraint vault_entries_kind check (kind in ('api_key', 'password', 'token', 'certificate', 'note'))
);
select platform.isolate_teams('auth.vault_entries');

-- Requests of teams list both, and come to no value.
revoke insert, update, delete on auth.extension_rules from auth;
revoke all on auth.vault_entries from auth;
grant select (team_id, id, name, kind, hint, created_at, updated_at, last_used_at) on auth.vault_entries to auth;
create policy lookup on auth.extension_rules to auth_lookup using (true) with check (true);
create policy lookup on auth.vault_entries to auth_lookup using (true) with check (true);
grant select, insert, update, delete on auth.extension_rules, auth.vault_entries to auth_lookup;
