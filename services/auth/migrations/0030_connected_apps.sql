-- Apps that members connect (oauth.grant): clients that registered themselves, what was granted to whom, and the codes of grants.

-- A client registers before any team is known, and belongs to none.
create table auth.oauth_clients (
  client_id text not null primary key,
  name text not null,
  redirect_uris jsonb not null,
  created_at timestamptz not null default now(),
  -- When somebody granted it something; those of whom nobody did go after a day.
  granted_at timestamptz,
  constraint oauth_clients_name check (char_length(name) between 1 and 120),
  constraint oauth_clients_redirect_uris check (jsonb_typeof(redirect_uris) = 'array')
);
create index oauth_clients_unused on auth.oauth_clients (created_at, client_id) where granted_at is null;
grant select, insert, update, delete on auth.oauth_clients to auth_lookup;

-- What an app asked for while its consent page is shown; decided once (oauth.consent).
create table auth.oauth_requests (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  -- Of the one who was shown the page.
  session_id uuid not null,
  client jsonb not null,
  redirect_uri text not null,
  state text,
  code_challenge text not null,
  audience text not null,
  -- The mapped host that it came in by; null is that of the base URL.
  host text,
  preset text not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  primary key (team_id, id)
);
select platform.isolate_teams('auth.oauth_requests');
create index oauth_requests_expiry on auth.oauth_requests (expires_at);

-- What a member granted to an app; its tokens and refresh tokens have its id as their family.
create table auth.grants (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  member_id uuid not null,
  client_id text not null,
  client_name text not null,
  client_host text not null,
  preset text not null,
  -- It proposes always, whatever the team's write mode is.
  proposes boolean not null default false,
  audience text not null,
  host text,
  created_at timestamptz not null default now(),
  -- Of its last refresh token, or of its code.
  expires_at timestamptz not null,
  last_used_at timestamptz,
  call_count bigint not null default 0,
  ended_at timestamptz,
  ended_reason text,
  primary key (team_id, id),
  foreign key (team_id, member_id) references auth.members (team_id, id),
  constraint grants_preset check (preset in ('projects_knowledge', 'tables', 'calendar', 'read_only')),
  constraint grants_audience check (audience in ('base', 'mcp', 'actions')),
  constraint grants_ended check ((ended_at is null) = (ended_reason is null)),
  constraint grants_ended_reason check (
    ended_reason in ('disconnected', 'refresh_replay', 'code_replay', 'revoked_by_client', 'member_removed')
  )
);
select platform.isolate_teams('auth.grants');
create index grants_created on auth.grants (team_id, created_at desc, id desc);
create index grants_member on auth.grants (team_id, member_id);
create index grants_client on auth.grants (client_id);

create table auth.oauth_codes (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  grant_id uuid not null,
  hash bytea not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, grant_id) references auth.grants (team_id, id),
  constraint oauth_codes_hash_key unique (hash),
  constraint oauth_codes_hash check (octet_length(hash) = 32)
);
select platform.isolate_teams('auth.oauth_codes');
create index oauth_codes_grant on auth.oauth_codes (team_id, grant_id);

-- What an access token of an app is for: no more than its grant.
alter table auth.tokens add column audience text,
  add constraint tokens_audience check (audience in ('base', 'mcp', 'actions'));
-- Which teams have the door open is asked before any team is known.
create index settings_agent_connect on auth.settings (team_id)
  where key = 'modules.agent_connect.enabled' and value = 'true';

create policy lookup on auth.oauth_requests to auth_lookup using (true) with check (true);
create policy lookup on auth.grants to auth_lookup using (true) with check (true);
create policy lookup on auth.oauth_codes to auth_lookup using (true) with check (true);
grant select, insert, update, delete on auth.oauth_requests, auth.oauth_codes to auth_lookup;
grant select, insert, update on auth.grants to auth_lookup;
grant delete on auth.tokens, auth.refresh_tokens to auth_lookup;

-- Uses are left out: they change no answer.
create trigger announce_change
  after update of ended_at, proposes on auth.grants
  for each row execute function auth.announce_change();
