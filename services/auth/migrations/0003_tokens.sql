-- API tokens by hash; the value itself is never stored (tokens.format).
create table auth.tokens (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  name text not null,
  type text not null,
  -- SHA-256 of the value.
  hash bytea not null,
  -- What a list may show of the value.
  prefix text not null,
  last4 text not null,
  -- Empty: full access to the team.
  scopes jsonb not null default '[]',
  member_id uuid,
  reason text,
  -- The access and refresh tokens of one sign-in; a replay ends all of them (tokens.refresh).
  family_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, member_id) references auth.members (team_id, id),
  -- A token says which team it is for, so it is found before any team is known.
  constraint tokens_hash_key unique (hash),
  constraint tokens_hash check (octet_length(hash) = 32),
  constraint tokens_name check (char_length(name) between 1 and 120),
  constraint tokens_reason check (char_length(reason) between 1 and 500),
  constraint tokens_visible check (char_length(prefix) <= 12 and char_length(last4) = 4),
  constraint tokens_scopes check (jsonb_typeof(scopes) = 'array'),
  constraint tokens_type check (type in ('service', 'human', 'break_glass', 'oauth_app')),
  constraint tokens_personal check (type = 'service' or (member_id is not null and expires_at is not null)),
  constraint tokens_emergency check (type <> 'break_glass' or reason is not null)
);
select platform.isolate_teams('auth.tokens');
create index tokens_member on auth.tokens (team_id, member_id);

create table auth.refresh_tokens (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  family_id uuid not null,
  member_id uuid not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, member_id) references auth.members (team_id, id),
  constraint refresh_tokens_hash_key unique (hash),
  constraint refresh_tokens_hash check (octet_length(hash) = 32)
);
select platform.isolate_teams('auth.refresh_tokens');
create index refresh_tokens_family on auth.refresh_tokens (team_id, family_id);

create policy lookup on auth.tokens to auth_lookup using (true) with check (true);
create policy lookup on auth.refresh_tokens to auth_lookup using (true) with check (true);
grant select, insert, update on auth.tokens, auth.refresh_tokens to auth_lookup;
