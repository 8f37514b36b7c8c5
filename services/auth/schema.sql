-- Schema auth as its migrations leave it, written by its migrations test. Do not edit.

create table auth.approval_rules (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  "position" integer not null,
  enabled boolean not null,
  "when" jsonb not null,
  outcome text not null,
  message text,
  approvers jsonb,
  needed integer,
  allow_self boolean,
  timeout_hours integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint approval_rules_deciding CHECK (((outcome = 'queue'::text) = ALL (ARRAY[(approvers IS NOT NULL), (needed IS NOT NULL), (allow_self IS NOT NULL), (timeout_hours IS NOT NULL)]))),
  constraint approval_rules_outcome CHECK ((outcome = ANY (ARRAY['run'::text, 'queue'::text, 'refuse'::text]))),
  constraint approval_rules_pkey PRIMARY KEY (team_id, id),
  constraint approval_rules_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id)
);
alter table auth.approval_rules enable row level security;
alter table auth.approval_rules force row level security;

create table auth.audit (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  seq bigint not null,
  id uuid not null,
  created_at timestamp with time zone not null,
  actor_type text not null,
  actor_id text,
  token_id text,
  action text not null,
  resource text not null,
  resource_id text,
  outcome text not null,
  changeset_id text,
  request_id text not null,
  patient_id text,
  code text,
  reason text,
  hash bytea not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  call text,
  sponsor_id text,
  self boolean,
  constraint audit_hash CHECK ((octet_length(hash) = 32)),
  constraint audit_id_key UNIQUE (team_id, id),
  constraint audit_pkey PRIMARY KEY (team_id, seq),
  constraint audit_seq CHECK ((seq > 0))
);
alter table auth.audit enable row level security;
alter table auth.audit force row level security;

create table auth.audit_heads (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  seq bigint not null,
  hash bytea not null,
  constraint audit_heads_pkey PRIMARY KEY (team_id)
);
alter table auth.audit_heads enable row level security;
alter table auth.audit_heads force row level security;

create table auth.changes (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  changeset_id uuid not null,
  seq bigint not null generated always as identity,
  resource text not null,
  resource_id uuid not null,
  op text not null,
  before jsonb,
  after jsonb,
  actor_type text not null,
  actor_id text not null,
  token_id text not null,
  request_id text not null,
  at timestamp with time zone not null default clock_timestamp(),
  door text,
  constraint changes_op_check CHECK ((op = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text]))),
  constraint changes_pkey PRIMARY KEY (team_id, changeset_id, seq)
);
alter table auth.changes enable row level security;
alter table auth.changes force row level security;

create table auth.extension_rules (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  host text not null,
  path text,
  tool text not null,
  "position" integer not null,
  enabled boolean not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint extension_rules_name_key UNIQUE (team_id, name),
  constraint extension_rules_pkey PRIMARY KEY (team_id, id),
  constraint extension_rules_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id)
);
alter table auth.extension_rules enable row level security;
alter table auth.extension_rules force row level security;

create table auth.grants (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  member_id uuid not null,
  client_id text not null,
  client_name text not null,
  client_host text not null,
  preset text not null,
  proposes boolean not null default false,
  audience text not null,
  host text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  call_count bigint not null default 0,
  ended_at timestamp with time zone,
  ended_reason text,
  constraint grants_audience CHECK ((audience = ANY (ARRAY['base'::text, 'mcp'::text, 'actions'::text]))),
  constraint grants_ended CHECK (((ended_at IS NULL) = (ended_reason IS NULL))),
  constraint grants_ended_reason CHECK ((ended_reason = ANY (ARRAY['disconnected'::text, 'refresh_replay'::text, 'code_replay'::text, 'revoked_by_client'::text, 'member_removed'::text]))),
  constraint grants_pkey PRIMARY KEY (team_id, id),
  constraint grants_preset CHECK ((preset = ANY (ARRAY['projects_knowledge'::text, 'tables'::text, 'calendar'::text, 'read_only'::text]))),
  constraint grants_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id),
  constraint grants_team_id_member_id_fkey FOREIGN KEY (team_id, member_id) REFERENCES auth.members(team_id, id)
);
alter table auth.grants enable row level security;
alter table auth.grants force row level security;

create table auth.hosts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  host text not null,
  created_at timestamp with time zone not null default now(),
  constraint hosts_host CHECK (((host = lower(host)) AND (host !~ '[:\s]|\.$'::text))),
  constraint hosts_host_key UNIQUE (host),
  constraint hosts_pkey PRIMARY KEY (team_id, host),
  constraint hosts_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id)
);
alter table auth.hosts enable row level security;
alter table auth.hosts force row level security;

create table auth.idempotency_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id bytea not null,
  fingerprint bytea not null,
  status integer not null,
  headers json not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (team_id, id)
);
alter table auth.idempotency_keys enable row level security;
alter table auth.idempotency_keys force row level security;

create table auth.member_mails (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  member_id uuid not null,
  request_id uuid not null,
  kind text not null,
  is_again boolean not null default false,
  inviter_id uuid,
  host text,
  return_to text,
  created_at timestamp with time zone not null default now(),
  constraint member_mails_kind CHECK ((kind = ANY (ARRAY['sign_in'::text, 'invitation'::text]))),
  constraint member_mails_pkey PRIMARY KEY (team_id, id),
  constraint member_mails_request_key UNIQUE (team_id, request_id, member_id),
  constraint member_mails_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id),
  constraint member_mails_team_id_member_id_fkey FOREIGN KEY (team_id, member_id) REFERENCES auth.members(team_id, id)
);
alter table auth.member_mails enable row level security;
alter table auth.member_mails force row level security;

create table auth.members (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  email text not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  suspended_at timestamp with time zone,
  name text,
  removed_at timestamp with time zone,
  accepted_at timestamp with time zone,
  constraint members_email CHECK (((email = lower(email)) AND (char_length(email) <= 254))),
  constraint members_email_key UNIQUE (team_id, email),
  constraint members_pkey PRIMARY KEY (team_id, id),
  constraint members_removed CHECK (((removed_at IS NULL) OR (suspended_at IS NOT NULL))),
  constraint members_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text]))),
  constraint members_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id)
);
alter table auth.members enable row level security;
alter table auth.members force row level security;

create table auth.migrations (
  id integer not null default nextval('auth.migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table auth.oauth_clients (
  client_id text not null,
  name text not null,
  redirect_uris jsonb not null,
  created_at timestamp with time zone not null default now(),
  granted_at timestamp with time zone,
  constraint oauth_clients_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint oauth_clients_pkey PRIMARY KEY (client_id),
  constraint oauth_clients_redirect_uris CHECK ((jsonb_typeof(redirect_uris) = 'array'::text))
);

create table auth.oauth_codes (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  grant_id uuid not null,
  hash bytea not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint oauth_codes_hash CHECK ((octet_length(hash) = 32)),
  constraint oauth_codes_hash_key UNIQUE (hash),
  constraint oauth_codes_pkey PRIMARY KEY (team_id, id),
  constraint oauth_codes_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id),
  constraint oauth_codes_team_id_grant_id_fkey FOREIGN KEY (team_id, grant_id) REFERENCES auth.grants(team_id, id)
);
alter table auth.oauth_codes enable row level security;
alter table auth.oauth_codes force row level security;

create table auth.oauth_requests (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  session_id uuid not null,
  client jsonb not null,
  redirect_uri text not null,
  state text,
  code_challenge text not null,
  audience text not null,
  host text,
  preset text not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint oauth_requests_pkey PRIMARY KEY (team_id, id),
  constraint oauth_requests_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id)
);
alter table auth.oauth_requests enable row level security;
alter table auth.oauth_requests force row level security;

create table auth.outbox (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null,
  type text not null,
  payload json not null,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint not null generated always as identity,
  created_at timestamp with time zone not null default clock_timestamp(),
  traceparent text,
  constraint outbox_pkey PRIMARY KEY (team_id, id)
);
alter table auth.outbox enable row level security;
alter table auth.outbox force row level security;

create table auth.passkey_challenges (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  hash bytea not null,
  purpose text not null,
  session_id uuid,
  rp_id text not null,
  expires_at timestamp with time zone not null default (now() + '00:05:00'::interval),
  constraint passkey_challenges_hash CHECK ((octet_length(hash) = 32)),
  constraint passkey_challenges_hash_key UNIQUE (team_id, hash),
  constraint passkey_challenges_pkey PRIMARY KEY (team_id, id),
  constraint passkey_challenges_purpose CHECK ((purpose = ANY (ARRAY['create'::text, 'sign_in'::text, 'step_up'::text]))),
  constraint passkey_challenges_session CHECK (((session_id IS NULL) = (purpose = 'sign_in'::text)))
);
alter table auth.passkey_challenges enable row level security;
alter table auth.passkey_challenges force row level security;

create table auth.passkeys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  member_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint passkeys_counter CHECK ((counter >= 0)),
  constraint passkeys_credential CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint passkeys_credential_key UNIQUE (credential_id),
  constraint passkeys_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint passkeys_pkey PRIMARY KEY (team_id, id),
  constraint passkeys_public_key CHECK ((octet_length(public_key) <= 8192)),
  constraint passkeys_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id),
  constraint passkeys_team_id_member_id_fkey FOREIGN KEY (team_id, member_id) REFERENCES auth.members(team_id, id)
);
alter table auth.passkeys enable row level security;
alter table auth.passkeys force row level security;

create table auth.preferences (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  member_id uuid not null,
  document jsonb not null default '{}'::jsonb,
  version integer not null default 2,
  constraint preferences_document CHECK ((jsonb_typeof(document) = 'object'::text)),
  constraint preferences_pkey PRIMARY KEY (team_id, member_id),
  constraint preferences_team_id_member_id_fkey FOREIGN KEY (team_id, member_id) REFERENCES auth.members(team_id, id),
  constraint preferences_version CHECK ((version > 1))
);
alter table auth.preferences enable row level security;
alter table auth.preferences force row level security;

create table auth.provider_faults (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  since timestamp with time zone not null default clock_timestamp(),
  failed_at timestamp with time zone not null default clock_timestamp(),
  constraint provider_faults_pkey PRIMARY KEY (team_id),
  constraint provider_faults_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id)
);
alter table auth.provider_faults enable row level security;
alter table auth.provider_faults force row level security;

create table auth.refresh_tokens (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  family_id uuid not null,
  member_id uuid not null,
  hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  forgiven integer not null default 0,
  constraint refresh_tokens_hash CHECK ((octet_length(hash) = 32)),
  constraint refresh_tokens_hash_key UNIQUE (hash),
  constraint refresh_tokens_pkey PRIMARY KEY (team_id, id),
  constraint refresh_tokens_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id),
  constraint refresh_tokens_team_id_member_id_fkey FOREIGN KEY (team_id, member_id) REFERENCES auth.members(team_id, id)
);
alter table auth.refresh_tokens enable row level security;
alter table auth.refresh_tokens force row level security;

create table auth.relay_position (
  topic text not null,
  xid xid8 not null,
  seq bigint not null,
  moved_at timestamp with time zone not null default clock_timestamp(),
  acknowledged jsonb not null default '{}'::jsonb,
  replay_from timestamp with time zone,
  fault text,
  fault_at timestamp with time zone,
  constraint relay_position_pkey PRIMARY KEY (topic)
);

create table auth.request_counts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  day date not null,
  door text not null,
  requests bigint not null,
  writes bigint not null,
  denied bigint not null,
  constraint request_counts_pkey PRIMARY KEY (team_id, day, door),
  constraint request_counts_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id)
);
alter table auth.request_counts enable row level security;
alter table auth.request_counts force row level security;

create table auth.sessions (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  member_id uuid not null,
  hash bytea not null,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  end_reason text,
  is_fleets boolean not null default false,
  authenticated_at timestamp with time zone not null default now(),
  way text,
  host text,
  passkey_at timestamp with time zone,
  constraint sessions_end CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint sessions_end_reason CHECK ((end_reason = ANY (ARRAY['signed_out'::text, 'replaced'::text, 'ended'::text, 'member_removed'::text]))),
  constraint sessions_hash CHECK ((octet_length(hash) = 32)),
  constraint sessions_hash_key UNIQUE (hash),
  constraint sessions_pkey PRIMARY KEY (team_id, id),
  constraint sessions_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id),
  constraint sessions_team_id_member_id_fkey FOREIGN KEY (team_id, member_id) REFERENCES auth.members(team_id, id),
  constraint sessions_user_agent CHECK ((char_length(user_agent) <= 300)),
  constraint sessions_way CHECK ((way = ANY (ARRAY['link'::text, 'mail'::text, 'provider'::text, 'fleet_provider'::text, 'passkey'::text])))
);
alter table auth.sessions enable row level security;
alter table auth.sessions force row level security;

create table auth.settings (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now(),
  sealed bytea,
  constraint settings_key CHECK (((char_length(key) >= 1) AND (char_length(key) <= 120))),
  constraint settings_pkey PRIMARY KEY (team_id, key),
  constraint settings_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id)
);
alter table auth.settings enable row level security;
alter table auth.settings force row level security;

create table auth.sign_in_links (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  member_id uuid not null,
  hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  kind text not null default 'link'::text,
  inviter_id uuid,
  constraint sign_in_links_hash CHECK ((octet_length(hash) = 32)),
  constraint sign_in_links_hash_key UNIQUE (hash),
  constraint sign_in_links_kind CHECK ((kind = ANY (ARRAY['link'::text, 'sign_in'::text, 'invitation'::text]))),
  constraint sign_in_links_pkey PRIMARY KEY (team_id, id),
  constraint sign_in_links_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id),
  constraint sign_in_links_team_id_member_id_fkey FOREIGN KEY (team_id, member_id) REFERENCES auth.members(team_id, id)
);
alter table auth.sign_in_links enable row level security;
alter table auth.sign_in_links force row level security;

create table auth.sign_in_requests (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  email text,
  host text,
  return_to text,
  created_at timestamp with time zone not null default now(),
  state text not null default 'ready'::text,
  due_at timestamp with time zone not null default clock_timestamp(),
  attempts integer not null default 0,
  lease uuid,
  is_asleep boolean not null generated always as stored default (state <> 'ready'::text),
  constraint sign_in_requests_email CHECK ((char_length(email) <= 254)),
  constraint sign_in_requests_lease CHECK (((state = 'under_way'::text) = (lease IS NOT NULL))),
  constraint sign_in_requests_pkey PRIMARY KEY (team_id, id),
  constraint sign_in_requests_state CHECK ((state = ANY (ARRAY['ready'::text, 'waiting'::text, 'under_way'::text])))
);
alter table auth.sign_in_requests enable row level security;
alter table auth.sign_in_requests force row level security;

create table auth.teams (
  team_id uuid not null default uuidv7(),
  slug text not null,
  display_name text not null,
  timezone text not null default 'UTC'::text,
  isolated boolean not null default false,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  rules_version bigint,
  constraint teams_display_name CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 120))),
  constraint teams_pkey PRIMARY KEY (team_id),
  constraint teams_slug CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
  constraint teams_slug_key UNIQUE (slug)
);
alter table auth.teams enable row level security;
alter table auth.teams force row level security;

create table auth.tokens (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  type text not null,
  hash bytea not null,
  prefix text not null,
  last4 text not null,
  scopes jsonb not null default '[]'::jsonb,
  member_id uuid,
  reason text,
  family_id uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  audience text,
  minted_by_type text,
  minted_by_id uuid,
  sponsor_type text,
  sponsor_id uuid,
  revoked_reason text,
  constraint tokens_audience CHECK ((audience = ANY (ARRAY['base'::text, 'mcp'::text, 'actions'::text]))),
  constraint tokens_emergency CHECK (((type <> 'break_glass'::text) OR (reason IS NOT NULL))),
  constraint tokens_hash CHECK ((octet_length(hash) = 32)),
  constraint tokens_hash_key UNIQUE (hash),
  constraint tokens_minted_by CHECK (
CASE minted_by_type
    WHEN 'operator'::text THEN (minted_by_id IS NULL)
    WHEN 'member'::text THEN (minted_by_id IS NOT NULL)
    WHEN 'service'::text THEN (minted_by_id IS NOT NULL)
    ELSE ((minted_by_type IS NULL) AND (minted_by_id IS NULL))
END),
  constraint tokens_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint tokens_personal CHECK (((type = 'service'::text) OR ((member_id IS NOT NULL) AND (expires_at IS NOT NULL)))),
  constraint tokens_pkey PRIMARY KEY (team_id, id),
  constraint tokens_reason CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500))),
  constraint tokens_revoked_reason CHECK ((revoked_reason = ANY (ARRAY['revoked'::text, 'refresh_replay'::text, 'member_removed'::text, 'minter_removed'::text, 'disconnected'::text, 'code_replay'::text, 'revoked_by_client'::text]))),
  constraint tokens_scopes CHECK ((jsonb_typeof(scopes) = 'array'::text)),
  constraint tokens_sponsor CHECK (
CASE sponsor_type
    WHEN 'operator'::text THEN (sponsor_id IS NULL)
    WHEN 'member'::text THEN (sponsor_id IS NOT NULL)
    ELSE ((sponsor_type IS NULL) AND (sponsor_id IS NULL))
END),
  constraint tokens_sponsor_member FOREIGN KEY (team_id, sponsor_id) REFERENCES auth.members(team_id, id),
  constraint tokens_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id),
  constraint tokens_team_id_member_id_fkey FOREIGN KEY (team_id, member_id) REFERENCES auth.members(team_id, id),
  constraint tokens_type CHECK ((type = ANY (ARRAY['service'::text, 'human'::text, 'break_glass'::text, 'oauth_app'::text]))),
  constraint tokens_visible CHECK (((char_length(prefix) <= 12) AND (char_length(last4) = 4)))
);
alter table auth.tokens enable row level security;
alter table auth.tokens force row level security;

create table auth.unnormalized (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  relation text not null,
  key text[] not null,
  columns text[] not null,
  found_at timestamp with time zone not null default now(),
  constraint unnormalized_pkey PRIMARY KEY (team_id, relation, key)
);
alter table auth.unnormalized enable row level security;
alter table auth.unnormalized force row level security;

create table auth.vault_entries (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  kind text not null,
  hint text,
  sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint vault_entries_kind CHECK ((kind = ANY (ARRAY['api_key'::text, 'password'::text, 'token'::text, 'certificate'::text, 'note'::text]))),
  constraint vault_entries_name_key UNIQUE (team_id, name),
  constraint vault_entries_pkey PRIMARY KEY (team_id, id),
  constraint vault_entries_team_id_fkey FOREIGN KEY (team_id) REFERENCES auth.teams(team_id)
);
alter table auth.vault_entries enable row level security;
alter table auth.vault_entries force row level security;

CREATE UNIQUE INDEX approval_rules_name_taken ON auth.approval_rules USING btree (team_id, name) WHERE (deleted_at IS NULL);

CREATE INDEX audit_created ON auth.audit USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX audit_patient ON auth.audit USING btree (team_id, patient_id, created_at DESC) WHERE (patient_id IS NOT NULL);

CREATE INDEX changes_resource ON auth.changes USING btree (team_id, resource, resource_id, seq);

CREATE INDEX grants_client ON auth.grants USING btree (client_id);

CREATE INDEX grants_created ON auth.grants USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX grants_member ON auth.grants USING btree (team_id, member_id);

CREATE INDEX member_mails_created ON auth.member_mails USING btree (created_at);

CREATE INDEX member_mails_member ON auth.member_mails USING btree (team_id, member_id, created_at);

CREATE INDEX member_mails_request ON auth.member_mails USING btree (request_id);

CREATE INDEX members_email ON auth.members USING btree (email);

CREATE INDEX oauth_clients_unused ON auth.oauth_clients USING btree (created_at, client_id) WHERE (granted_at IS NULL);

CREATE INDEX oauth_codes_grant ON auth.oauth_codes USING btree (team_id, grant_id);

CREATE INDEX oauth_requests_expiry ON auth.oauth_requests USING btree (expires_at);

CREATE INDEX outbox_order ON auth.outbox USING btree (xid, seq);

CREATE INDEX passkey_challenges_expires ON auth.passkey_challenges USING btree (expires_at);

CREATE INDEX passkeys_member ON auth.passkeys USING btree (team_id, member_id, created_at);

CREATE INDEX refresh_tokens_family ON auth.refresh_tokens USING btree (team_id, family_id);

CREATE INDEX sessions_member ON auth.sessions USING btree (team_id, member_id, created_at DESC);

CREATE INDEX settings_agent_connect ON auth.settings USING btree (team_id) WHERE ((key = 'modules.agent_connect.enabled'::text) AND (value = 'true'::jsonb));

CREATE INDEX sign_in_links_expires ON auth.sign_in_links USING btree (expires_at);

CREATE INDEX sign_in_links_member ON auth.sign_in_links USING btree (team_id, member_id);

CREATE INDEX sign_in_requests_asleep ON auth.sign_in_requests USING btree (due_at) WHERE is_asleep;

CREATE INDEX sign_in_requests_ready ON auth.sign_in_requests USING btree (team_id, due_at) WHERE (state = 'ready'::text);

CREATE INDEX sign_in_requests_under_way ON auth.sign_in_requests USING btree (team_id, due_at) WHERE (state = 'under_way'::text);

CREATE INDEX tokens_created ON auth.tokens USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX tokens_family ON auth.tokens USING btree (team_id, family_id) WHERE (family_id IS NOT NULL);

CREATE INDEX tokens_member ON auth.tokens USING btree (team_id, member_id);

CREATE INDEX tokens_sponsor ON auth.tokens USING btree (team_id, sponsor_id) WHERE (sponsor_id IS NOT NULL);

create policy lookup on auth.approval_rules for all to auth_lookup
  using true
  with check true;

create policy team on auth.approval_rules for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.audit for select to auth_lookup
  using true
  with check;

create policy team on auth.audit for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy writer on auth.audit for all to auth_audit
  using true
  with check true;

create policy lookup on auth.audit_heads for select to auth_lookup
  using true
  with check;

create policy team on auth.audit_heads for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy writer on auth.audit_heads for all to auth_audit
  using true
  with check true;

create policy team on auth.changes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.extension_rules for all to auth_lookup
  using true
  with check true;

create policy team on auth.extension_rules for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.grants for all to auth_lookup
  using true
  with check true;

create policy team on auth.grants for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.hosts for all to auth_lookup
  using true
  with check true;

create policy team on auth.hosts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy reap on auth.idempotency_keys for delete to auth
  using (created_at < (now() - '24:00:00'::interval))
  with check;

create policy team on auth.idempotency_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.member_mails for all to auth_lookup
  using true
  with check true;

create policy team on auth.member_mails for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.members for all to auth_lookup
  using true
  with check true;

create policy team on auth.members for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.oauth_codes for all to auth_lookup
  using true
  with check true;

create policy team on auth.oauth_codes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.oauth_requests for all to auth_lookup
  using true
  with check true;

create policy team on auth.oauth_requests for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.outbox for insert to auth_lookup
  using 
  with check true;

create policy relay on auth.outbox for select to auth_relay
  using true
  with check;

create policy relay_reaps on auth.outbox for delete to auth_relay
  using (created_at < (now() - '7 days'::interval))
  with check;

create policy team on auth.outbox for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.passkey_challenges for all to auth_lookup
  using true
  with check true;

create policy team on auth.passkey_challenges for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.passkeys for all to auth_lookup
  using true
  with check true;

create policy team on auth.passkeys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on auth.preferences for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.provider_faults for all to auth_lookup
  using true
  with check true;

create policy team on auth.provider_faults for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.refresh_tokens for all to auth_lookup
  using true
  with check true;

create policy team on auth.refresh_tokens for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.request_counts for all to auth_lookup
  using true
  with check true;

create policy team on auth.request_counts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.sessions for all to auth_lookup
  using true
  with check true;

create policy team on auth.sessions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.settings for all to auth_lookup
  using true
  with check true;

create policy team on auth.settings for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.sign_in_links for all to auth_lookup
  using true
  with check true;

create policy team on auth.sign_in_links for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.sign_in_requests for all to auth_lookup
  using true
  with check true;

create policy team on auth.sign_in_requests for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.teams for all to auth_lookup
  using true
  with check true;

create policy team on auth.teams for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.tokens for all to auth_lookup
  using true
  with check true;

create policy team on auth.tokens for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on auth.unnormalized for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on auth.vault_entries for all to auth_lookup
  using true
  with check true;

create policy team on auth.vault_entries for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

CREATE TRIGGER move_rules AFTER INSERT OR DELETE OR UPDATE ON auth.approval_rules FOR EACH ROW EXECUTE FUNCTION auth.move_rules();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON auth.audit FOR EACH ROW EXECUTE FUNCTION auth.refuse_change();

CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON auth.audit FOR EACH STATEMENT EXECUTE FUNCTION auth.refuse_change();

CREATE TRIGGER forward_only BEFORE UPDATE ON auth.audit_heads FOR EACH ROW WHEN (((new.seq < old.seq) OR (new.team_id <> old.team_id))) EXECUTE FUNCTION auth.refuse_change();

CREATE TRIGGER kept BEFORE DELETE ON auth.audit_heads FOR EACH ROW EXECUTE FUNCTION auth.refuse_change();

CREATE TRIGGER kept_truncate BEFORE TRUNCATE ON auth.audit_heads FOR EACH STATEMENT EXECUTE FUNCTION auth.refuse_change();

CREATE TRIGGER announce_change AFTER UPDATE OF ended_at, proposes ON auth.grants FOR EACH ROW EXECUTE FUNCTION auth.announce_change();

CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE ON auth.hosts FOR EACH ROW EXECUTE FUNCTION auth.announce_change();

CREATE TRIGGER announce_change AFTER DELETE OR UPDATE ON auth.members FOR EACH ROW EXECUTE FUNCTION auth.announce_change();

CREATE TRIGGER move_preferences AFTER UPDATE OF name ON auth.members FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION auth.move_preferences();

CREATE TRIGGER announce_change AFTER DELETE OR UPDATE OF team_id, member_id, hash, ended_at ON auth.sessions FOR EACH ROW EXECUTE FUNCTION auth.announce_change('id');

CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR UPDATE ON auth.settings FOR EACH ROW EXECUTE FUNCTION auth.announce_change();

CREATE TRIGGER announce_change AFTER DELETE OR UPDATE ON auth.teams FOR EACH ROW EXECUTE FUNCTION auth.announce_change();

CREATE TRIGGER announce_change AFTER DELETE OR UPDATE OF team_id, type, hash, scopes, member_id, expires_at, revoked_at ON auth.tokens FOR EACH ROW EXECUTE FUNCTION auth.announce_change();

CREATE TRIGGER tokens_recorded AFTER INSERT OR DELETE OR UPDATE OF name, scopes, revoked_at ON auth.tokens FOR EACH ROW WHEN ((NULLIF(current_setting('app.changeset_id'::text, true), ''::text) IS NOT NULL)) EXECUTE FUNCTION auth.record_change('tokens', 'hash');

CREATE OR REPLACE FUNCTION auth.announce_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('auth_changes', json_build_object(
    'table', tg_table_name,
    'team', changed->>'team_id',
    'token', case when tg_table_name = 'tokens' then changed->>'id' when tg_nargs > 0 then changed->>tg_argv[0] end
  )::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION auth.move_preferences()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  insert into auth.preferences as p (team_id, member_id) values (new.team_id, new.id)
  on conflict (team_id, member_id) do update set version = p.version + 1;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION auth.move_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION auth.record_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
    declare
      old_image jsonb;
      new_image jsonb;
      row_team uuid;
      row_id uuid;
      op text := 'update';
    begin
      -- Another spelling of the same text does not count as a change (conventions.normalization).
      if current_setting('app.normalizing', true) = 'on' then
        return null;
      end if;
      if tg_op = 'INSERT' then
        op := 'create';
      else
        old_image := to_jsonb(old);
        row_team := old.team_id;
        row_id := old.id;
      end if;
      if tg_op = 'DELETE' then
        op := 'delete';
      else
        new_image := to_jsonb(new);
        row_team := new.team_id;
        row_id := new.id;
      end if;
      if tg_nargs > 1 then
        old_image := old_image - tg_argv[1:];
        new_image := new_image - tg_argv[1:];
      end if;
      if tg_op = 'UPDATE' then
        if old_image = new_image then
          return null;
        -- Archiving and soft deletion are the deletes a caller sees (trust.archived).
        elsif (old_image ->> 'archived_at' is null and new_image ->> 'archived_at' is not null)
           or (old_image ->> 'deleted_at' is null and new_image ->> 'deleted_at' is not null) then
          op := 'delete';
        end if;
      end if;
      insert into auth.changes (team_id, changeset_id, resource, resource_id, op, before, after,
                                actor_type, actor_id, token_id, request_id, door)
      values (row_team, nullif(current_setting('app.changeset_id', true), '')::uuid, tg_argv[0],
              row_id, op, old_image, new_image, current_setting('app.actor_type'),
              current_setting('app.actor_id'), current_setting('app.token_id'), current_setting('app.request_id'),
              nullif(current_setting('app.door', true), ''));
      return null;
    end
    $function$;

CREATE OR REPLACE FUNCTION auth.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  raise exception 'the audit log is append only' using errcode = 'restrict_violation';
end
$function$;

grant delete, insert, select, update on auth.approval_rules to auth;

grant insert, select, update on auth.approval_rules to auth_lookup;

grant select on auth.audit to auth;

grant insert, select on auth.audit to auth_audit;

grant select on auth.audit to auth_lookup;

grant select on auth.audit_heads to auth;

grant insert, select, update on auth.audit_heads to auth_audit;

grant select on auth.audit_heads to auth_lookup;

grant insert, select on auth.changes to auth;

grant select on auth.extension_rules to auth;

grant delete, insert, select, update on auth.extension_rules to auth_lookup;

grant delete, insert, select, update on auth.grants to auth;

grant insert, select, update on auth.grants to auth_lookup;

grant delete, insert, select, update on auth.hosts to auth;

grant delete, insert, select, update on auth.hosts to auth_lookup;

grant delete, insert, select, update on auth.idempotency_keys to auth;

grant delete, insert, select, update on auth.member_mails to auth;

grant delete, insert, select on auth.member_mails to auth_lookup;

grant delete, insert, select, update on auth.members to auth;

grant insert, select, update on auth.members to auth_lookup;

grant select on auth.migrations to auth;

grant delete, insert, select, update on auth.oauth_clients to auth;

grant delete, insert, select, update on auth.oauth_clients to auth_lookup;

grant delete, insert, select, update on auth.oauth_codes to auth;

grant delete, insert, select, update on auth.oauth_codes to auth_lookup;

grant delete, insert, select, update on auth.oauth_requests to auth;

grant delete, insert, select, update on auth.oauth_requests to auth_lookup;

grant insert, select on auth.outbox to auth;

grant insert on auth.outbox to auth_lookup;

grant delete, select on auth.outbox to auth_relay;

grant delete, insert, select, update on auth.passkey_challenges to auth;

grant delete, insert, select on auth.passkey_challenges to auth_lookup;

grant delete, insert, select, update on auth.passkeys to auth;

grant delete, insert, select, update on auth.passkeys to auth_lookup;

grant delete, insert, select, update on auth.preferences to auth;

grant select on auth.provider_faults to auth;

grant delete, insert, select, update on auth.provider_faults to auth_lookup;

grant delete, insert, select, update on auth.refresh_tokens to auth;

grant delete, insert, select, update on auth.refresh_tokens to auth_lookup;

grant insert, select, update on auth.relay_position to auth_relay;

grant select on auth.request_counts to auth;

grant insert, select, update on auth.request_counts to auth_lookup;

grant delete, insert, select, update on auth.sessions to auth;

grant insert, select, update on auth.sessions to auth_lookup;

grant delete, insert, select, update on auth.settings to auth;

grant insert, select, update on auth.settings to auth_lookup;

grant delete, insert, select, update on auth.sign_in_links to auth;

grant delete, insert, select, update on auth.sign_in_links to auth_lookup;

grant delete, insert, select, update on auth.sign_in_requests to auth;

grant delete, insert, select, update on auth.sign_in_requests to auth_lookup;

grant delete, insert, select, update on auth.teams to auth;

grant insert, select, update on auth.teams to auth_lookup;

grant delete, insert, select, update on auth.tokens to auth;

grant delete, insert, select, update on auth.tokens to auth_lookup;

grant delete, insert, select, update on auth.unnormalized to auth;

grant delete, insert, select, update on auth.vault_entries to auth_lookup;
