-- API tokens by hash; the value itself is never stored (delivery D9).

create table auth.tokens (
  id uuid primary key default uuidv7(),
  team_id uuid not null references auth.teams (id),
  name text not null check (char_length(name) between 1 and 120),
  type text not null check (type in ('service', 'human', 'break_glass', 'oauth_app')),
  -- SHA-256 of the value.
  hash bytea not null unique check (octet_length(hash) = 32),
  -- What a list may show of the value.
  prefix text not null check (char_length(prefix) <= 12),
  last4 text not null check (char_length(last4) = 4),
  -- Empty: full access to the team.
  scopes jsonb not null default '[]' check (jsonb_typeof(scopes) = 'array'),
  member_id uuid,
  reason text check (char_length(reason) between 1 and 500),
  -- The access and refresh tokens of one sign-in; a replay ends all of them (delivery D11).
  family_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  foreign key (team_id, member_id) references auth.members (team_id, id),
  check (type = 'service' or (member_id is not null and expires_at is not null)),
  check (type <> 'break_glass' or reason is not null)
);

create index tokens_team_id on auth.tokens (team_id, id);
create index tokens_member_id on auth.tokens (team_id, member_id);

create table auth.refresh_tokens (
  id uuid primary key default uuidv7(),
  team_id uuid not null references auth.teams (id),
  family_id uuid not null,
  member_id uuid not null,
  hash bytea not null unique check (octet_length(hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  foreign key (team_id, member_id) references auth.members (team_id, id)
);

create index refresh_tokens_family_id on auth.refresh_tokens (team_id, family_id);

alter table auth.tokens enable row level security;
alter table auth.tokens force row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.refresh_tokens force row level security;

create policy team on auth.tokens to auth
  using (team_id = (select nullif(current_setting('app.team_id', true), '')::uuid))
  with check (team_id = (select nullif(current_setting('app.team_id', true), '')::uuid));
create policy team on auth.refresh_tokens to auth
  using (team_id = (select nullif(current_setting('app.team_id', true), '')::uuid))
  with check (team_id = (select nullif(current_setting('app.team_id', true), '')::uuid));
create policy lookup on auth.tokens to auth_lookup using (true) with check (true);
create policy lookup on auth.refresh_tokens to auth_lookup using (true) with check (true);

grant select, insert, update on auth.tokens, auth.refresh_tokens to auth_lookup;
