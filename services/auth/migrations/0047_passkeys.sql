-- Members sign in and step up with passkeys (passkeys.create, passkeys.step-up).
create table auth.passkeys (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  member_id uuid not null,
  credential_id bytea not null,
  -- COSE key, as the authenticator gave it.
  public_key bytea not null,
  -- Signatures that the authenticator has counted; 0 where it counts none.
  counter bigint not null,
  transports text[] not null,
  -- Host of the pages that may use it.
  rp_id text not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, member_id) references auth.members (team_id, id),
  constraint passkeys_credential_key unique (credential_id),
  constraint passkeys_credential check (octet_length(credential_id) between 1 and 1023),
  constraint passkeys_public_key check (octet_length(public_key) <= 8192),
  constraint passkeys_counter check (counter >= 0),
  constraint passkeys_name check (char_length(name) between 1 and 120)
);
select platform.isolate_teams('auth.passkeys');
create index passkeys_member on auth.passkeys (team_id, member_id, created_at);
create policy lookup on auth.passkeys to auth_lookup using (true) with check (true);
grant select, insert, update, delete on auth.passkeys to auth_lookup;

create table auth.passkey_challenges (
  -- Team of the session that asked; 00000000-0000-0000-0000-000000000000 where nobody is signed in.
  team_id uuid not null,
  id uuid not null default uuidv7(),
  -- SHA-256 of the challenge.
  hash bytea not null,
  purpose text not null,
  session_id uuid,
  rp_id text not null,
  expires_at timestamptz not null default now() + interval '5 minutes',
  primary key (team_id, id),
  constraint passkey_challenges_hash_key unique (team_id, hash),
  constraint passkey_challenges_hash check (octet_length(hash) = 32),
  constraint passkey_challenges_purpose check (purpose in ('create', 'sign_in', 'step_up')),
  constraint passkey_challenges_session check ((session_id is null) = (purpose = 'sign_in'))
);
select platform.isolate_teams('auth.passkey_challenges');
create index passkey_challenges_expires on auth.passkey_challenges (expires_at);
create policy lookup on auth.passkey_challenges to auth_lookup using (true) with check (true);
grant select, insert, delete on auth.passkey_challenges to auth_lookup;

alter table auth.sessions
  -- When the member last used a passkey in this session.
  add column passkey_at timestamptz,
  drop constraint sessions_way,
  add constraint sessions_way check (way in ('link', 'mail', 'provider', 'fleet_provider', 'passkey'));
