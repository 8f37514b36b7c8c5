-- Schema comms as its migrations leave it, written by its migrations test. Do not edit.

create table comms.changes (
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
  oauth_app jsonb default (NULLIF(current_setting('app.oauth_app'::text, true), ''::text))::jsonb,
  family_id text default NULLIF(current_setting('app.family_id'::text, true), ''::text),
  change_reason text default NULLIF(current_setting('app.change_reason'::text, true), ''::text),
  constraint changes_op_check CHECK ((op = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text]))),
  constraint changes_pkey PRIMARY KEY (team_id, changeset_id, seq)
);
alter table comms.changes enable row level security;
alter table comms.changes force row level security;

create table comms.changeset_comments (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  changeset_id uuid not null,
  place integer not null,
  id uuid not null default uuidv7(),
  text text not null,
  mentions uuid[] not null,
  token_id text not null,
  actor_type text not null,
  actor_id text not null,
  oauth_app jsonb default (NULLIF(current_setting('app.oauth_app'::text, true), ''::text))::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint changeset_comments_pkey PRIMARY KEY (team_id, changeset_id, place),
  constraint changeset_comments_place_check CHECK (((place >= 1) AND (place <= 200)))
);
alter table comms.changeset_comments enable row level security;
alter table comms.changeset_comments force row level security;

create table comms.changeset_left (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  undo_id uuid not null,
  resource text not null,
  resource_id uuid not null,
  fields text[] not null,
  reason text,
  constraint changeset_left_pkey PRIMARY KEY (team_id, undo_id, resource, resource_id)
);
alter table comms.changeset_left enable row level security;
alter table comms.changeset_left force row level security;

create table comms.changeset_versions (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  changeset_id uuid not null,
  version integer not null,
  request jsonb not null,
  summary text not null,
  operations jsonb not null,
  edited_by_type text,
  edited_by_id text,
  constraint changeset_versions_pkey PRIMARY KEY (team_id, changeset_id, version)
);
alter table comms.changeset_versions enable row level security;
alter table comms.changeset_versions force row level security;

create table comms.changeset_votes (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  changeset_id uuid not null,
  version integer not null,
  member_id uuid not null,
  actor_type text not null,
  token_id text not null,
  counted boolean not null default true,
  at timestamp with time zone not null default now(),
  constraint changeset_votes_pkey PRIMARY KEY (team_id, changeset_id, version, member_id)
);
alter table comms.changeset_votes enable row level security;
alter table comms.changeset_votes force row level security;

create table comms.changesets (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null,
  status text not null,
  rpc text,
  request jsonb,
  summary text not null,
  operations jsonb,
  door text,
  token_id text not null,
  token_type text not null,
  actor_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  decided_by_type text,
  decided_by_id text,
  decided_at timestamp with time zone,
  reason text,
  executed_at timestamp with time zone,
  undone_at timestamp with time zone,
  undo_of uuid,
  oauth_app jsonb default (NULLIF(current_setting('app.oauth_app'::text, true), ''::text))::jsonb,
  family_id text default NULLIF(current_setting('app.family_id'::text, true), ''::text),
  reminded_at timestamp with time zone,
  change_reason text default NULLIF(current_setting('app.change_reason'::text, true), ''::text),
  version integer not null default 1,
  edited_by_type text,
  edited_by_id text,
  timeout_rule jsonb,
  approval jsonb,
  notified jsonb,
  kind text,
  set_id uuid,
  place integer,
  member_count integer,
  operation_count integer,
  resources text[],
  progress_done integer,
  progress_total integer,
  constraint changesets_member CHECK ((num_nonnulls(set_id, place) = ANY (ARRAY[0, 2]))),
  constraint changesets_pkey PRIMARY KEY (team_id, id),
  constraint changesets_set CHECK (
CASE
    WHEN (kind IS NULL) THEN (num_nonnulls(member_count, resources, progress_done, progress_total) = 0)
    ELSE ((kind = 'set'::text) AND (num_nulls(member_count, operation_count, resources, progress_done, progress_total) = 0))
END),
  constraint changesets_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'executed'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text, 'conflicted'::text, 'failed'::text, 'undone'::text])))
);
alter table comms.changesets enable row level security;
alter table comms.changesets force row level security;

create table comms.consents (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  address text not null,
  contact_id uuid,
  channel text not null,
  purpose text not null,
  status text not null,
  basis text,
  source text not null,
  evidence jsonb not null,
  at timestamp with time zone not null default clock_timestamp(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint consents_channel CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp'::text, 'in_app'::text]))),
  constraint consents_pkey PRIMARY KEY (team_id, id),
  constraint consents_purpose CHECK ((purpose = ANY (ARRAY['transactional'::text, 'marketing'::text]))),
  constraint consents_status CHECK ((status = ANY (ARRAY['unknown'::text, 'opted_in'::text, 'opted_out'::text])))
);
alter table comms.consents enable row level security;
alter table comms.consents force row level security;

create table comms.digests (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  member_id uuid not null,
  state text not null default 'waiting'::text,
  due_at timestamp with time zone not null default (clock_timestamp() + '00:01:00'::interval),
  attempts integer not null default 0,
  lease uuid,
  is_asleep boolean not null generated always as stored default (state <> 'ready'::text),
  constraint digests_lease CHECK (((state = 'under_way'::text) = (lease IS NOT NULL))),
  constraint digests_pkey PRIMARY KEY (team_id, member_id),
  constraint digests_state CHECK ((state = ANY (ARRAY['ready'::text, 'waiting'::text, 'under_way'::text])))
);
alter table comms.digests enable row level security;
alter table comms.digests force row level security;

create table comms.email_rules (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  enabled boolean not null,
  priority integer not null,
  match jsonb not null,
  actions jsonb not null,
  stop boolean not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint email_rules_pkey PRIMARY KEY (team_id, id)
);
alter table comms.email_rules enable row level security;
alter table comms.email_rules force row level security;

create table comms.idempotency_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id bytea not null,
  fingerprint bytea not null,
  status integer not null,
  headers json not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (team_id, id)
);
alter table comms.idempotency_keys enable row level security;
alter table comms.idempotency_keys force row level security;

create table comms.merged_contacts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  contact_id uuid not null,
  merged_into uuid,
  live_id uuid,
  version integer not null,
  constraint merged_contacts_pkey PRIMARY KEY (team_id, contact_id)
);
alter table comms.merged_contacts enable row level security;
alter table comms.merged_contacts force row level security;

create table comms.messages (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  direction text not null default 'outbound'::text,
  kind text not null default 'message'::text,
  status text not null default 'queued'::text,
  channel text not null,
  "from" text,
  "to" text not null,
  address text not null,
  contact_id uuid,
  purpose text not null default 'transactional'::text,
  subject text,
  template_id uuid,
  reply_to text,
  metadata jsonb not null default '{}'::jsonb,
  consent jsonb,
  provider text,
  provider_id text,
  test boolean not null default false,
  error jsonb,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  text text,
  html text,
  variables jsonb not null default '{}'::jsonb,
  headers jsonb not null default '{}'::jsonb,
  attempts jsonb not null default '[]'::jsonb,
  changeset text,
  traceparent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  token text,
  source jsonb,
  send_at timestamp with time zone,
  files jsonb not null default '[]'::jsonb,
  attachments jsonb not null default '[]'::jsonb,
  unsubscribe_hash bytea,
  reported jsonb,
  sealed bytea,
  attention text,
  reference text,
  constraint messages_attention CHECK ((attention = ANY (ARRAY['refusal'::text, 'unclear'::text]))),
  constraint messages_channel CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp'::text, 'in_app'::text]))),
  constraint messages_direction CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text]))),
  constraint messages_pkey PRIMARY KEY (team_id, id),
  constraint messages_purpose CHECK ((purpose = ANY (ARRAY['transactional'::text, 'marketing'::text]))),
  constraint messages_status CHECK ((status = ANY (ARRAY['queued'::text, 'scheduled'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'undelivered'::text, 'failed'::text, 'canceled'::text, 'captured'::text, 'received'::text]))),
  constraint messages_unsubscribe CHECK ((octet_length(unsubscribe_hash) = 32))
);
alter table comms.messages enable row level security;
alter table comms.messages force row level security;

create table comms.migrations (
  id integer not null default nextval('comms.migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table comms.notice_facts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  fact_id uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint notice_facts_pkey PRIMARY KEY (team_id, fact_id)
);
alter table comms.notice_facts enable row level security;
alter table comms.notice_facts force row level security;

create table comms.notification_preferences (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  member_id uuid not null,
  channels jsonb not null default '{}'::jsonb,
  quiet_hours jsonb,
  timezone text,
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint notification_preferences_pkey PRIMARY KEY (team_id, member_id)
);
alter table comms.notification_preferences enable row level security;
alter table comms.notification_preferences force row level security;

create table comms.notifications (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  member_id uuid not null,
  kind text not null,
  title text not null,
  path text not null,
  subject_type text not null,
  subject_id text not null,
  actor jsonb not null,
  fact_id uuid not null,
  in_app boolean not null,
  wants_mail boolean not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  read_at timestamp with time zone,
  mailed_at timestamp with time zone,
  digest_id uuid,
  constraint notifications_once UNIQUE (team_id, member_id, fact_id),
  constraint notifications_pkey PRIMARY KEY (team_id, id)
);
alter table comms.notifications enable row level security;
alter table comms.notifications force row level security;

create table comms.outbox (
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
alter table comms.outbox enable row level security;
alter table comms.outbox force row level security;

create table comms.queue (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  message_id uuid not null,
  state text not null default 'ready'::text,
  due_at timestamp with time zone not null default clock_timestamp(),
  attempts integer not null default 0,
  lease uuid,
  is_asleep boolean not null generated always as stored default (state <> 'ready'::text),
  unsubscribe_url bytea,
  constraint queue_lease CHECK (((state = 'under_way'::text) = (lease IS NOT NULL))),
  constraint queue_pkey PRIMARY KEY (team_id, message_id),
  constraint queue_state CHECK ((state = ANY (ARRAY['ready'::text, 'waiting'::text, 'under_way'::text])))
);
alter table comms.queue enable row level security;
alter table comms.queue force row level security;

create table comms.receiving_addresses (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  address text not null,
  constraint receiving_addresses_one_team UNIQUE (address),
  constraint receiving_addresses_pkey PRIMARY KEY (team_id, address)
);
alter table comms.receiving_addresses enable row level security;
alter table comms.receiving_addresses force row level security;

create table comms.relay_position (
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

create table comms.rule_actions (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  message_id uuid not null,
  rule_id uuid not null,
  rule_name text not null,
  action jsonb not null,
  from_name text not null,
  state text not null default 'ready'::text,
  due_at timestamp with time zone not null default clock_timestamp(),
  attempts integer not null default 0,
  lease uuid,
  is_asleep boolean not null generated always as stored default (state <> 'ready'::text),
  constraint rule_actions_lease CHECK (((state = 'under_way'::text) = (lease IS NOT NULL))),
  constraint rule_actions_pkey PRIMARY KEY (team_id, id),
  constraint rule_actions_state CHECK ((state = ANY (ARRAY['ready'::text, 'waiting'::text, 'under_way'::text])))
);
alter table comms.rule_actions enable row level security;
alter table comms.rule_actions force row level security;

create table comms.rule_counts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  rule_id uuid not null,
  hand text not null,
  day date not null,
  unit text not null,
  value bigint not null,
  constraint rule_counts_pkey PRIMARY KEY (team_id, rule_id, hand, day, unit)
);
alter table comms.rule_counts enable row level security;
alter table comms.rule_counts force row level security;

create table comms.settings (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  key text not null,
  value text,
  sealed bytea,
  updated_at timestamp with time zone not null default now(),
  constraint settings_one_form CHECK (((value IS NULL) <> (sealed IS NULL))),
  constraint settings_pkey PRIMARY KEY (team_id, key)
);
alter table comms.settings enable row level security;
alter table comms.settings force row level security;

create table comms.suppressions (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  address text not null,
  channel text not null,
  reason text not null,
  note text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint suppressions_channel CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp'::text]))),
  constraint suppressions_pkey PRIMARY KEY (team_id, id),
  constraint suppressions_reason CHECK ((reason = ANY (ARRAY['manual'::text, 'hard_bounce'::text, 'spam_complaint'::text])))
);
alter table comms.suppressions enable row level security;
alter table comms.suppressions force row level security;

create table comms.templates (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  channel text not null,
  subject text,
  text text,
  html text,
  description text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint templates_channel CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp'::text, 'in_app'::text]))),
  constraint templates_pkey PRIMARY KEY (team_id, id)
);
alter table comms.templates enable row level security;
alter table comms.templates force row level security;

create table comms.unnormalized (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  relation text not null,
  key text[] not null,
  columns text[] not null,
  found_at timestamp with time zone not null default now(),
  constraint unnormalized_pkey PRIMARY KEY (team_id, relation, key)
);
alter table comms.unnormalized enable row level security;
alter table comms.unnormalized force row level security;

CREATE INDEX changes_resource ON comms.changes USING btree (team_id, resource, resource_id, seq);

CREATE INDEX changeset_comments_mentions ON comms.changeset_comments USING btree (team_id, changeset_id) WHERE (mentions <> '{}'::uuid[]);

CREATE INDEX changeset_votes_member ON comms.changeset_votes USING btree (team_id, member_id, changeset_id);

CREATE UNIQUE INDEX changesets_members ON comms.changesets USING btree (team_id, set_id, place) WHERE (set_id IS NOT NULL);

CREATE INDEX changesets_queued ON comms.changesets USING btree (team_id, id) WHERE (status = 'queued'::text);

CREATE INDEX changesets_waiting ON comms.changesets USING btree (expires_at) WHERE (status = 'queued'::text);

CREATE INDEX consents_created ON comms.consents USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX consents_standing ON comms.consents USING btree (team_id, address, channel, purpose, at DESC, id DESC);

CREATE INDEX consents_updated ON comms.consents USING btree (team_id, updated_at, id);

CREATE INDEX digests_asleep ON comms.digests USING btree (due_at) WHERE is_asleep;

CREATE INDEX digests_ready ON comms.digests USING btree (team_id, due_at) WHERE (state = 'ready'::text);

CREATE INDEX digests_under_way ON comms.digests USING btree (team_id, due_at) WHERE (state = 'under_way'::text);

CREATE UNIQUE INDEX email_rules_name_taken ON comms.email_rules USING btree (team_id, name) WHERE (deleted_at IS NULL);

CREATE INDEX email_rules_order ON comms.email_rules USING btree (team_id, priority, name) WHERE (deleted_at IS NULL);

CREATE INDEX email_rules_updated ON comms.email_rules USING btree (team_id, updated_at, id);

CREATE INDEX merged_contacts_into ON comms.merged_contacts USING btree (team_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX merged_contacts_live ON comms.merged_contacts USING btree (team_id, live_id) WHERE (live_id IS NOT NULL);

CREATE INDEX messages_address ON comms.messages USING btree (team_id, address, created_at DESC, id DESC);

CREATE INDEX messages_at_twilio ON comms.messages USING btree (provider_id, team_id) WHERE ((provider = 'twilio'::text) AND (direction = 'outbound'::text) AND (provider_id IS NOT NULL));

CREATE INDEX messages_attention ON comms.messages USING btree (team_id, address, channel, created_at) WHERE (attention IS NOT NULL);

CREATE INDEX messages_captured ON comms.messages USING btree (team_id, channel, sent_at) WHERE ((status = 'captured'::text) AND (NOT test));

CREATE INDEX messages_contact ON comms.messages USING btree (team_id, contact_id, created_at DESC, id DESC) WHERE (contact_id IS NOT NULL);

CREATE INDEX messages_created ON comms.messages USING btree (team_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX messages_received ON comms.messages USING btree (team_id, provider, provider_id) WHERE (direction = 'inbound'::text);

CREATE INDEX messages_refused ON comms.messages USING btree (team_id, channel, updated_at) WHERE ((direction = 'outbound'::text) AND ((((attempts -> '-1'::integer) ->> 'outcome'::text) = 'temporary'::text) OR (((attempts -> '-1'::integer) ->> 'code'::text) = 'refused'::text)));

CREATE INDEX messages_sealed ON comms.messages USING btree (team_id, id) WHERE (sealed IS NOT NULL);

CREATE INDEX messages_taken ON comms.messages USING btree (team_id, channel, sent_at) WHERE ((direction = 'outbound'::text) AND (provider_id IS NOT NULL) AND (provider <> 'capture'::text));

CREATE UNIQUE INDEX messages_token ON comms.messages USING btree (team_id, token) WHERE (token IS NOT NULL);

CREATE INDEX messages_unsubscribed ON comms.messages USING btree (unsubscribe_hash) WHERE (unsubscribe_hash IS NOT NULL);

CREATE INDEX messages_updated ON comms.messages USING btree (team_id, updated_at, id);

CREATE INDEX notice_facts_age ON comms.notice_facts USING btree (created_at);

CREATE INDEX notifications_about ON comms.notifications USING btree (team_id, subject_type, subject_id);

CREATE INDEX notifications_age ON comms.notifications USING btree (created_at);

CREATE INDEX notifications_mailed ON comms.notifications USING btree (team_id, member_id, mailed_at) WHERE (mailed_at IS NOT NULL);

CREATE INDEX notifications_of_digest ON comms.notifications USING btree (team_id, digest_id) WHERE (read_at IS NULL);

CREATE INDEX notifications_of_member ON comms.notifications USING btree (team_id, member_id, id) WHERE in_app;

CREATE INDEX notifications_unread ON comms.notifications USING btree (team_id, member_id, id) WHERE (read_at IS NULL);

CREATE INDEX outbox_order ON comms.outbox USING btree (xid, seq);

CREATE INDEX queue_asleep ON comms.queue USING btree (due_at) WHERE is_asleep;

CREATE INDEX queue_ready ON comms.queue USING btree (team_id, due_at) WHERE (state = 'ready'::text);

CREATE INDEX queue_under_way ON comms.queue USING btree (team_id, due_at) WHERE (state = 'under_way'::text);

CREATE INDEX rule_actions_asleep ON comms.rule_actions USING btree (due_at) WHERE is_asleep;

CREATE INDEX rule_actions_ready ON comms.rule_actions USING btree (team_id, due_at) WHERE (state = 'ready'::text);

CREATE INDEX rule_actions_under_way ON comms.rule_actions USING btree (team_id, due_at) WHERE (state = 'under_way'::text);

CREATE INDEX suppressions_created ON comms.suppressions USING btree (team_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX suppressions_standing ON comms.suppressions USING btree (team_id, address, channel) WHERE (deleted_at IS NULL);

CREATE INDEX suppressions_updated ON comms.suppressions USING btree (team_id, updated_at, id);

CREATE INDEX templates_created ON comms.templates USING btree (team_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX templates_name_taken ON comms.templates USING btree (team_id, name) WHERE (deleted_at IS NULL);

CREATE INDEX templates_updated ON comms.templates USING btree (team_id, updated_at, id);

create policy team on comms.changes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.changeset_comments for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.changeset_left for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.changeset_versions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.changeset_votes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy expiry on comms.changesets for select to comms_relay
  using (status = 'queued'::text)
  with check;

create policy team on comms.changesets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.consents for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.consents for select to comms_worker
  using true
  with check;

create policy team on comms.digests for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.digests for all to comms_worker
  using true
  with check true;

create policy team on comms.email_rules for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy reap on comms.idempotency_keys for delete to comms
  using (created_at < (now() - '24:00:00'::interval))
  with check;

create policy team on comms.idempotency_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.merged_contacts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.merged_contacts for select to comms_worker
  using true
  with check;

create policy lookup on comms.messages for select to comms_lookup
  using (unsubscribe_hash IS NOT NULL)
  with check;

create policy lookup_reported on comms.messages for select to comms_lookup
  using ((provider = 'twilio'::text) AND (direction = 'outbound'::text))
  with check;

create policy team on comms.messages for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.messages for all to comms_worker
  using true
  with check true;

create policy team on comms.notice_facts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.notice_facts for all to comms_worker
  using true
  with check true;

create policy team on comms.notification_preferences for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.notification_preferences for select to comms_worker
  using true
  with check;

create policy team on comms.notifications for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.notifications for all to comms_worker
  using true
  with check true;

create policy relay on comms.outbox for select to comms_relay
  using true
  with check;

create policy relay_reaps on comms.outbox for delete to comms_relay
  using (created_at < (now() - '7 days'::interval))
  with check;

create policy team on comms.outbox for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.outbox for insert to comms_worker
  using 
  with check true;

create policy team on comms.queue for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.queue for all to comms_worker
  using true
  with check true;

create policy lookup on comms.receiving_addresses for select to comms_lookup
  using true
  with check;

create policy team on comms.receiving_addresses for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.rule_actions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.rule_actions for all to comms_worker
  using true
  with check true;

create policy team on comms.rule_counts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.settings for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.settings for all to comms_worker
  using true
  with check true;

create policy team on comms.suppressions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on comms.suppressions for select to comms_worker
  using true
  with check;

create policy team on comms.templates for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on comms.unnormalized for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

CREATE TRIGGER consents_recorded AFTER INSERT OR DELETE OR UPDATE ON comms.consents FOR EACH ROW EXECUTE FUNCTION comms.record_change('consents');

CREATE TRIGGER email_rules_recorded AFTER INSERT OR DELETE OR UPDATE ON comms.email_rules FOR EACH ROW EXECUTE FUNCTION comms.record_change('email_rules');

CREATE TRIGGER messages_canceled AFTER UPDATE ON comms.messages FOR EACH ROW WHEN (((old.status = ANY (ARRAY['queued'::text, 'scheduled'::text])) AND (new.status = 'canceled'::text))) EXECUTE FUNCTION comms.record_change('messages', 'sealed');

CREATE TRIGGER messages_recorded AFTER INSERT ON comms.messages FOR EACH ROW EXECUTE FUNCTION comms.record_change('messages', 'sealed');

CREATE TRIGGER notifications_digest AFTER INSERT ON comms.notifications REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION comms.await_digest();

CREATE TRIGGER suppressions_recorded AFTER INSERT OR DELETE OR UPDATE ON comms.suppressions FOR EACH ROW EXECUTE FUNCTION comms.record_change('suppressions');

CREATE TRIGGER templates_recorded AFTER INSERT OR DELETE OR UPDATE ON comms.templates FOR EACH ROW EXECUTE FUNCTION comms.record_change('templates');

CREATE OR REPLACE FUNCTION comms.await_digest()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  insert into comms.digests as d (team_id, member_id)
  select distinct n.team_id, n.member_id from made n
  where n.wants_mail and n.read_at is null
  order by n.team_id, n.member_id
  on conflict (team_id, member_id) do update set due_at = d.due_at;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION comms.record_change()
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
      insert into comms.changes (team_id, changeset_id, resource, resource_id, op, before, after,
                                actor_type, actor_id, token_id, request_id, door)
      values (row_team, nullif(current_setting('app.changeset_id', true), '')::uuid, tg_argv[0],
              row_id, op, old_image, new_image, current_setting('app.actor_type'),
              current_setting('app.actor_id'), current_setting('app.token_id'), current_setting('app.request_id'),
              nullif(current_setting('app.door', true), ''));
      return null;
    end
    $function$;

grant insert, select on comms.changes to comms;

grant insert, select on comms.changeset_comments to comms;

grant insert, select on comms.changeset_left to comms;

grant insert, select on comms.changeset_versions to comms;

grant insert, select, update on comms.changeset_votes to comms;

grant insert, select, update on comms.changesets to comms;

grant delete, insert, select, update on comms.consents to comms;

grant select on comms.consents to comms_worker;

grant delete, insert, select, update on comms.digests to comms;

grant delete, insert, select, update on comms.digests to comms_worker;

grant delete, insert, select, update on comms.email_rules to comms;

grant delete, insert, select, update on comms.idempotency_keys to comms;

grant delete, insert, select, update on comms.merged_contacts to comms;

grant select on comms.merged_contacts to comms_worker;

grant delete, insert, select, update on comms.messages to comms;

grant select, update on comms.messages to comms_worker;

grant select on comms.migrations to comms;

grant delete, insert, select, update on comms.notice_facts to comms;

grant delete, select on comms.notice_facts to comms_worker;

grant delete, insert, select, update on comms.notification_preferences to comms;

grant select on comms.notification_preferences to comms_worker;

grant delete, insert, select, update on comms.notifications to comms;

grant delete, select, update on comms.notifications to comms_worker;

grant insert, select on comms.outbox to comms;

grant delete, select on comms.outbox to comms_relay;

grant insert on comms.outbox to comms_worker;

grant delete, insert, select, update on comms.queue to comms;

grant delete, insert, select, update on comms.queue to comms_worker;

grant delete, insert, select, update on comms.receiving_addresses to comms;

grant select on comms.receiving_addresses to comms_lookup;

grant insert, select, update on comms.relay_position to comms_relay;

grant delete, insert, select, update on comms.rule_actions to comms;

grant delete, insert, select, update on comms.rule_actions to comms_worker;

grant delete, insert, select, update on comms.rule_counts to comms;

grant delete, insert, select, update on comms.settings to comms;

grant delete, insert, select, update on comms.suppressions to comms;

grant select on comms.suppressions to comms_worker;

grant delete, insert, select, update on comms.templates to comms;

grant delete, insert, select, update on comms.unnormalized to comms;
