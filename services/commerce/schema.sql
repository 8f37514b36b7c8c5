-- Schema commerce as its migrations leave it, written by its migrations test. Do not edit.

create table commerce.attempts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  kind text not null,
  target_id uuid not null,
  reference text,
  url text,
  expires_at timestamp with time zone,
  declined_at timestamp with time zone,
  asked text,
  ended_at timestamp with time zone,
  processing_at timestamp with time zone,
  settled_reference text,
  constraint attempts_kind CHECK ((kind = ANY (ARRAY['invoices'::text, 'checkouts'::text]))),
  constraint attempts_pkey PRIMARY KEY (team_id, kind, target_id)
);
alter table commerce.attempts enable row level security;
alter table commerce.attempts force row level security;

create table commerce.changes (
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
alter table commerce.changes enable row level security;
alter table commerce.changes force row level security;

create table commerce.changeset_comments (
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
alter table commerce.changeset_comments enable row level security;
alter table commerce.changeset_comments force row level security;

create table commerce.changeset_left (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  undo_id uuid not null,
  resource text not null,
  resource_id uuid not null,
  fields text[] not null,
  reason text,
  constraint changeset_left_pkey PRIMARY KEY (team_id, undo_id, resource, resource_id)
);
alter table commerce.changeset_left enable row level security;
alter table commerce.changeset_left force row level security;

create table commerce.changeset_versions (
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
alter table commerce.changeset_versions enable row level security;
alter table commerce.changeset_versions force row level security;

create table commerce.changeset_votes (
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
alter table commerce.changeset_votes enable row level security;
alter table commerce.changeset_votes force row level security;

create table commerce.changesets (
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
  change_reason text default NULLIF(current_setting('app.change_reason'::text, true), ''::text),
  version integer not null default 1,
  edited_by_type text,
  edited_by_id text,
  reminded_at timestamp with time zone,
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
alter table commerce.changesets enable row level security;
alter table commerce.changesets force row level security;

create table commerce.charges (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  invoice_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint charges_invoice FOREIGN KEY (team_id, invoice_id) REFERENCES commerce.invoices(team_id, id),
  constraint charges_pkey PRIMARY KEY (team_id, invoice_id)
);
alter table commerce.charges enable row level security;
alter table commerce.charges force row level security;

create table commerce.checkouts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  mode text not null,
  status text not null default 'open'::text,
  payment_status text not null,
  contact_id uuid,
  bill_to jsonb,
  currency text not null,
  line_items jsonb not null,
  subtotal bigint not null,
  discount_total bigint not null,
  tax_total bigint not null,
  total bigint not null,
  recurring jsonb,
  memo text,
  metadata jsonb not null,
  success_url text not null,
  cancel_url text not null,
  expires_at timestamp with time zone not null,
  invoice_id uuid,
  is_of_invoice boolean not null,
  subscription_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  tax_behavior text,
  tax_rounding text,
  constraint checkouts_invoice CHECK (((((status = 'complete'::text) OR is_of_invoice) = (invoice_id IS NOT NULL)) AND ((status <> 'complete'::text) OR (contact_id IS NOT NULL)))),
  constraint checkouts_mode CHECK (((mode = ANY (ARRAY['payment'::text, 'subscription'::text])) AND ((mode = 'subscription'::text) = (recurring IS NOT NULL)))),
  constraint checkouts_paid CHECK (((payment_status <> 'paid'::text) OR (status = 'complete'::text))),
  constraint checkouts_pkey PRIMARY KEY (team_id, id),
  constraint checkouts_status CHECK (((status = ANY (ARRAY['open'::text, 'complete'::text, 'expired'::text])) AND (payment_status = ANY (ARRAY['unpaid'::text, 'paid'::text, 'no_payment_required'::text])))),
  constraint checkouts_tax_terms CHECK (((tax_behavior = ANY (ARRAY['exclusive'::text, 'inclusive'::text])) AND (tax_rounding = ANY (ARRAY['per_line'::text, 'per_rate'::text])))),
  constraint checkouts_total CHECK ((commerce.is_total(total, subtotal, discount_total, tax_total, tax_behavior) AND ((total = 0) = (payment_status = 'no_payment_required'::text))))
);
alter table commerce.checkouts enable row level security;
alter table commerce.checkouts force row level security;

create table commerce.counters (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  kind text not null,
  last bigint not null,
  constraint counters_last CHECK ((last > 0)),
  constraint counters_pkey PRIMARY KEY (team_id, kind)
);
alter table commerce.counters enable row level security;
alter table commerce.counters force row level security;

create table commerce.idempotency_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id bytea not null,
  fingerprint bytea not null,
  status integer not null,
  headers json not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (team_id, id)
);
alter table commerce.idempotency_keys enable row level security;
alter table commerce.idempotency_keys force row level security;

create table commerce.invoices (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  number text,
  status text not null,
  contact_id uuid not null,
  bill_to jsonb not null,
  currency text not null,
  line_items jsonb not null,
  subtotal bigint not null,
  discount_total bigint not null,
  tax_total bigint not null,
  total bigint not null,
  due_date date,
  days_until_due integer,
  issued_on date,
  memo text,
  footer text,
  metadata jsonb not null,
  source_type text not null,
  source_id uuid,
  period_start timestamp with time zone,
  period_end timestamp with time zone,
  payment jsonb,
  finalized_at timestamp with time zone,
  paid_at timestamp with time zone,
  voided_at timestamp with time zone,
  marked_uncollectible_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  bill_from jsonb,
  tax_behavior text,
  tax_rounding text,
  constraint invoices_finalized CHECK ((((status = 'draft'::text) = (finalized_at IS NULL)) AND ((issued_on IS NULL) = (finalized_at IS NULL)) AND ((finalized_at IS NULL) OR ((due_date IS NOT NULL) AND (deleted_at IS NULL))) AND ((number IS NULL) OR (finalized_at IS NOT NULL)))),
  constraint invoices_paid CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint invoices_payment CHECK (
CASE
    WHEN (total = 0) THEN (payment IS NULL)
    ELSE ((status = 'paid'::text) = (payment IS NOT NULL))
END),
  constraint invoices_pkey PRIMARY KEY (team_id, id),
  constraint invoices_status CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'paid'::text, 'void'::text, 'uncollectible'::text]))),
  constraint invoices_tax_terms CHECK (((tax_behavior = ANY (ARRAY['exclusive'::text, 'inclusive'::text])) AND (tax_rounding = ANY (ARRAY['per_line'::text, 'per_rate'::text])))),
  constraint invoices_total CHECK (commerce.is_total(total, subtotal, discount_total, tax_total, tax_behavior))
);
alter table commerce.invoices enable row level security;
alter table commerce.invoices force row level security;

create table commerce.merged_contacts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  contact_id uuid not null,
  merged_into uuid,
  live_id uuid,
  version integer not null,
  constraint merged_contacts_pkey PRIMARY KEY (team_id, contact_id)
);
alter table commerce.merged_contacts enable row level security;
alter table commerce.merged_contacts force row level security;

create table commerce.migrations (
  id integer not null default nextval('commerce.migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table commerce.outbox (
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
alter table commerce.outbox enable row level security;
alter table commerce.outbox force row level security;

create table commerce.provider_faults (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  since timestamp with time zone not null default clock_timestamp(),
  failed_at timestamp with time zone not null default clock_timestamp(),
  constraint provider_faults_pkey PRIMARY KEY (team_id)
);
alter table commerce.provider_faults enable row level security;
alter table commerce.provider_faults force row level security;

create table commerce.quotes (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  number text,
  status text not null,
  contact_id uuid not null,
  bill_to jsonb not null,
  bill_from jsonb,
  currency text not null,
  line_items jsonb not null,
  subtotal bigint not null,
  discount_total bigint not null,
  tax_total bigint not null,
  total bigint not null,
  expires_at timestamp with time zone not null,
  recurring jsonb,
  memo text,
  footer text,
  metadata jsonb not null,
  result_type text,
  result_id uuid,
  finalized_at timestamp with time zone,
  accepted_at timestamp with time zone,
  declined_at timestamp with time zone,
  canceled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  tax_behavior text,
  tax_rounding text,
  constraint quotes_accepted CHECK ((((status = 'accepted'::text) = (accepted_at IS NOT NULL)) AND ((status = 'accepted'::text) = (result_id IS NOT NULL)) AND ((result_id IS NULL) = (result_type IS NULL)))),
  constraint quotes_finalized CHECK ((((status <> 'draft'::text) OR (finalized_at IS NULL)) AND ((status = ANY (ARRAY['draft'::text, 'canceled'::text])) OR (finalized_at IS NOT NULL)) AND ((finalized_at IS NULL) OR (deleted_at IS NULL)) AND ((number IS NULL) OR (finalized_at IS NOT NULL)))),
  constraint quotes_pkey PRIMARY KEY (team_id, id),
  constraint quotes_status CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'accepted'::text, 'declined'::text, 'canceled'::text]))),
  constraint quotes_tax_terms CHECK (((tax_behavior = ANY (ARRAY['exclusive'::text, 'inclusive'::text])) AND (tax_rounding = ANY (ARRAY['per_line'::text, 'per_rate'::text])))),
  constraint quotes_total CHECK (commerce.is_total(total, subtotal, discount_total, tax_total, tax_behavior))
);
alter table commerce.quotes enable row level security;
alter table commerce.quotes force row level security;

create table commerce.relay_position (
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

create table commerce.rule_counts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  rule_id uuid not null,
  hand text not null,
  day date not null,
  unit text not null,
  value bigint not null,
  constraint rule_counts_pkey PRIMARY KEY (team_id, rule_id, hand, day, unit)
);
alter table commerce.rule_counts enable row level security;
alter table commerce.rule_counts force row level security;

create table commerce.session_ends (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  reference text not null,
  due_at timestamp with time zone not null default clock_timestamp(),
  ends_at timestamp with time zone not null,
  constraint session_ends_pkey PRIMARY KEY (team_id, reference)
);
alter table commerce.session_ends enable row level security;
alter table commerce.session_ends force row level security;

create table commerce.settings (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  key text not null,
  value text,
  sealed bytea,
  updated_at timestamp with time zone not null default now(),
  constraint settings_one_form CHECK (((value IS NULL) <> (sealed IS NULL))),
  constraint settings_pkey PRIMARY KEY (team_id, key)
);
alter table commerce.settings enable row level security;
alter table commerce.settings force row level security;

create table commerce.subscription_dues (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  subscription_id uuid not null,
  due_at timestamp with time zone not null,
  constraint subscription_dues_pkey PRIMARY KEY (team_id, subscription_id),
  constraint subscription_dues_subscription FOREIGN KEY (team_id, subscription_id) REFERENCES commerce.subscriptions(team_id, id)
);
alter table commerce.subscription_dues enable row level security;
alter table commerce.subscription_dues force row level security;

create table commerce.subscriptions (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  status text not null,
  contact_id uuid not null,
  bill_to jsonb not null,
  currency text not null,
  items jsonb not null,
  subtotal bigint not null,
  discount_total bigint not null,
  tax_total bigint not null,
  total bigint not null,
  "interval" text not null,
  interval_count integer not null,
  collection_method text not null,
  days_until_due integer,
  start_at timestamp with time zone not null,
  trial_end timestamp with time zone,
  billing_anchor timestamp with time zone not null,
  next_period integer not null,
  current_period_start timestamp with time zone,
  current_period_end timestamp with time zone,
  latest_invoice_id uuid,
  cancel_at timestamp with time zone,
  canceled_at timestamp with time zone,
  memo text,
  metadata jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  timezone text not null default 'UTC'::text,
  tax_behavior text,
  tax_rounding text,
  constraint subscriptions_canceled CHECK (((status = 'canceled'::text) = (canceled_at IS NOT NULL))),
  constraint subscriptions_collection CHECK ((((collection_method = 'send_invoice'::text) AND (days_until_due IS NOT NULL)) OR ((collection_method = 'charge_automatically'::text) AND (days_until_due IS NULL)))),
  constraint subscriptions_periods CHECK (((next_period >= 0) AND ((current_period_start IS NULL) = (current_period_end IS NULL)))),
  constraint subscriptions_pkey PRIMARY KEY (team_id, id),
  constraint subscriptions_rhythm CHECK ((("interval" = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text])) AND (interval_count > 0))),
  constraint subscriptions_status CHECK ((status = ANY (ARRAY['pending'::text, 'incomplete'::text, 'incomplete_expired'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'unpaid'::text, 'paused'::text, 'canceled'::text]))),
  constraint subscriptions_tax_terms CHECK (((tax_behavior = ANY (ARRAY['exclusive'::text, 'inclusive'::text])) AND (tax_rounding = ANY (ARRAY['per_line'::text, 'per_rate'::text]))))
);
alter table commerce.subscriptions enable row level security;
alter table commerce.subscriptions force row level security;

create table commerce.unnormalized (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  relation text not null,
  key text[] not null,
  columns text[] not null,
  found_at timestamp with time zone not null default now(),
  constraint unnormalized_pkey PRIMARY KEY (team_id, relation, key)
);
alter table commerce.unnormalized enable row level security;
alter table commerce.unnormalized force row level security;

CREATE INDEX changes_resource ON commerce.changes USING btree (team_id, resource, resource_id, seq);

CREATE INDEX changeset_comments_mentions ON commerce.changeset_comments USING btree (team_id, changeset_id) WHERE (mentions <> '{}'::uuid[]);

CREATE INDEX changeset_votes_member ON commerce.changeset_votes USING btree (team_id, member_id, changeset_id);

CREATE UNIQUE INDEX changesets_members ON commerce.changesets USING btree (team_id, set_id, place) WHERE (set_id IS NOT NULL);

CREATE INDEX changesets_queued ON commerce.changesets USING btree (team_id, id) WHERE (status = 'queued'::text);

CREATE INDEX changesets_waiting ON commerce.changesets USING btree (expires_at) WHERE (status = 'queued'::text);

CREATE INDEX charges_created ON commerce.charges USING btree (created_at);

CREATE INDEX checkouts_contact ON commerce.checkouts USING btree (team_id, contact_id, created_at DESC);

CREATE INDEX checkouts_created ON commerce.checkouts USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX checkouts_invoice ON commerce.checkouts USING btree (team_id, invoice_id) WHERE (invoice_id IS NOT NULL);

CREATE INDEX checkouts_updated ON commerce.checkouts USING btree (team_id, updated_at, id);

CREATE INDEX invoices_contact ON commerce.invoices USING btree (team_id, contact_id, created_at DESC);

CREATE INDEX invoices_created ON commerce.invoices USING btree (team_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX invoices_number ON commerce.invoices USING btree (team_id, number);

CREATE INDEX invoices_open ON commerce.invoices USING btree (team_id, due_date) WHERE (status = 'open'::text);

CREATE UNIQUE INDEX invoices_period ON commerce.invoices USING btree (team_id, source_id, period_start) WHERE (source_type = 'subscription'::text);

CREATE INDEX invoices_source ON commerce.invoices USING btree (team_id, source_id) WHERE (source_id IS NOT NULL);

CREATE INDEX invoices_updated ON commerce.invoices USING btree (team_id, updated_at, id);

CREATE INDEX merged_contacts_into ON commerce.merged_contacts USING btree (team_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX merged_contacts_live ON commerce.merged_contacts USING btree (team_id, live_id) WHERE (live_id IS NOT NULL);

CREATE INDEX outbox_order ON commerce.outbox USING btree (xid, seq);

CREATE INDEX quotes_contact ON commerce.quotes USING btree (team_id, contact_id, created_at DESC);

CREATE INDEX quotes_created ON commerce.quotes USING btree (team_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX quotes_number ON commerce.quotes USING btree (team_id, number);

CREATE INDEX quotes_updated ON commerce.quotes USING btree (team_id, updated_at, id);

CREATE INDEX session_ends_due ON commerce.session_ends USING btree (due_at);

CREATE INDEX subscription_dues_at ON commerce.subscription_dues USING btree (due_at);

CREATE INDEX subscriptions_contact ON commerce.subscriptions USING btree (team_id, contact_id, created_at DESC);

CREATE INDEX subscriptions_created ON commerce.subscriptions USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX subscriptions_updated ON commerce.subscriptions USING btree (team_id, updated_at, id);

create policy team on commerce.attempts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.changes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.changeset_comments for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.changeset_left for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.changeset_versions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.changeset_votes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy expiry on commerce.changesets for select to commerce_relay
  using (status = 'queued'::text)
  with check;

create policy team on commerce.changesets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.charges for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on commerce.charges for select to commerce_worker
  using true
  with check;

create policy team on commerce.checkouts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.counters for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy reap on commerce.idempotency_keys for delete to commerce
  using (created_at < (now() - '24:00:00'::interval))
  with check;

create policy team on commerce.idempotency_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.invoices for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.merged_contacts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy relay on commerce.outbox for select to commerce_relay
  using true
  with check;

create policy relay_reaps on commerce.outbox for delete to commerce_relay
  using (created_at < (now() - '7 days'::interval))
  with check;

create policy team on commerce.outbox for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.provider_faults for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.quotes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.rule_counts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.session_ends for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on commerce.session_ends for select to commerce_worker
  using true
  with check;

create policy team on commerce.settings for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on commerce.settings for all to commerce_worker
  using ((sealed IS NOT NULL) OR (key = ANY (ARRAY['commerce.clock'::text, 'commerce.test'::text])))
  with check (sealed IS NOT NULL);

create policy team on commerce.subscription_dues for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on commerce.subscription_dues for select to commerce_worker
  using true
  with check;

create policy team on commerce.subscriptions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on commerce.unnormalized for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

CREATE TRIGGER checkouts_kept BEFORE DELETE OR UPDATE ON commerce.checkouts FOR EACH ROW EXECUTE FUNCTION commerce.keep_checkout();

CREATE TRIGGER checkouts_recorded AFTER INSERT OR DELETE OR UPDATE ON commerce.checkouts FOR EACH ROW EXECUTE FUNCTION commerce.record_change('checkouts');

CREATE TRIGGER invoices_kept BEFORE DELETE OR UPDATE ON commerce.invoices FOR EACH ROW EXECUTE FUNCTION commerce.keep_finalized();

CREATE TRIGGER invoices_recorded AFTER INSERT OR DELETE OR UPDATE ON commerce.invoices FOR EACH ROW EXECUTE FUNCTION commerce.record_change('invoices');

CREATE TRIGGER quotes_kept BEFORE DELETE OR UPDATE ON commerce.quotes FOR EACH ROW EXECUTE FUNCTION commerce.keep_quote();

CREATE TRIGGER quotes_recorded AFTER INSERT OR DELETE OR UPDATE ON commerce.quotes FOR EACH ROW EXECUTE FUNCTION commerce.record_change('quotes');

CREATE TRIGGER subscriptions_recorded AFTER INSERT OR DELETE OR UPDATE ON commerce.subscriptions FOR EACH ROW EXECUTE FUNCTION commerce.record_change('subscriptions');

CREATE OR REPLACE FUNCTION commerce.is_total(total bigint, subtotal bigint, discount_total bigint, tax_total bigint, tax_behavior text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog'
AS $function$
  select total = subtotal - discount_total + case when tax_behavior = 'inclusive' then 0 else tax_total end
    and discount_total between 0 and subtotal and tax_total >= 0
    and greatest(subtotal, discount_total, tax_total, total) <= 9007199254740991
$function$;

CREATE OR REPLACE FUNCTION commerce.keep_checkout()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  of_state constant text[] := array['status', 'payment_status', 'invoice_id', 'contact_id', 'bill_to', 'subscription_id',
    'updated_at', 'version'];
begin
  if tg_op = 'DELETE' or to_jsonb(new) - of_state <> to_jsonb(old) - of_state
    or coalesce(old.invoice_id <> new.invoice_id, false) or coalesce(old.contact_id <> new.contact_id, false) then
    raise exception 'a checkout does not change' using errcode = 'restrict_violation';
  end if;
  if not (old.status = 'open' and new.status in ('complete', 'expired')
    or old.status = 'complete' and new.status = 'complete' and old.payment_status = 'unpaid' and new.payment_status = 'paid') then
    raise exception 'a checkout does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION commerce.keep_finalized()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  of_state constant text[] :=
    array['status', 'payment', 'paid_at', 'voided_at', 'marked_uncollectible_at', 'updated_at', 'version'];
begin
  if old.status = 'draft' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - of_state <> to_jsonb(old) - of_state then
    raise exception 'a finalized invoice does not change' using errcode = 'restrict_violation';
  end if;
  if not (old.status in ('open', 'uncollectible') and new.status in ('paid', 'void')
    or old.status = 'open' and new.status = 'uncollectible') then
    raise exception 'an invoice does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION commerce.keep_quote()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  of_state constant text[] := array['status', 'accepted_at', 'declined_at', 'canceled_at', 'result_type', 'result_id',
    'updated_at', 'version'];
begin
  if old.status = 'draft' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - of_state <> to_jsonb(old) - of_state then
    raise exception 'a finalized quote does not change' using errcode = 'restrict_violation';
  end if;
  if not (old.status = 'open' and new.status in ('accepted', 'declined', 'canceled')) then
    raise exception 'a quote does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION commerce.lines_with_rates(lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog'
AS $function$
  select case when lines @? '$[*] ? (!exists (@.tax_category) || !exists (@.tax_rate))' then (
    select jsonb_agg(jsonb_build_object(
        'tax_rate', trim_scale((line ->> 'tax_rate_bps')::numeric / 100)::text,
        'tax_category', case when coalesce((line ->> 'tax_rate')::numeric, (line ->> 'tax_rate_bps')::numeric) > 0
          then 'standard' else 'zero' end,
        'exemption_reason', null) || line order by place)
    from jsonb_array_elements(lines) with ordinality as l (line, place)
  ) else lines end
$function$;

CREATE OR REPLACE FUNCTION commerce.now_of(team uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO 'pg_catalog'
AS $function$
  select coalesce(
    (select c.value::timestamptz from commerce.settings c
      where c.team_id = team and c.key = 'commerce.clock'
        and exists (select from commerce.settings t
          where t.team_id = team and t.key = 'commerce.test' and t.value = 'true')),
    clock_timestamp());
$function$;

CREATE OR REPLACE FUNCTION commerce.record_change()
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
      insert into commerce.changes (team_id, changeset_id, resource, resource_id, op, before, after,
                                actor_type, actor_id, token_id, request_id, door)
      values (row_team, nullif(current_setting('app.changeset_id', true), '')::uuid, tg_argv[0],
              row_id, op, old_image, new_image, current_setting('app.actor_type'),
              current_setting('app.actor_id'), current_setting('app.token_id'), current_setting('app.request_id'),
              nullif(current_setting('app.door', true), ''));
      return null;
    end
    $function$;

CREATE OR REPLACE FUNCTION commerce.setting_of(team uuid, named text, fallback text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
AS $function$
  select coalesce((select s.value from commerce.settings s where s.team_id = team and s.key = named), fallback);
$function$;

CREATE OR REPLACE FUNCTION commerce.tax_breakdown(lines jsonb, tax_behavior text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog'
AS $function$
  with l as (
    select place, line ->> 'tax_category' as category, line ->> 'tax_rate' as rate, (line ->> 'amount')::bigint as amount,
      (line ->> 'tax_amount')::bigint as tax, line ->> 'exemption_reason' as reason
    from jsonb_array_elements(commerce.lines_with_rates(lines)) with ordinality as e (line, place)
  ), r as (
    select category, rate, string_agg(reason, '; ' order by place) as reason
    from (select category, rate, reason, min(place) as place from l where reason is not null group by 1, 2, 3) as once
    group by 1, 2
  ), g as (
    select category, rate, sum(amount) - case when tax_behavior = 'inclusive' then sum(tax) else 0 end as taxable,
      sum(tax) as tax
    from l group by 1, 2
  )
  select jsonb_agg(jsonb_build_object('tax_category', g.category, 'tax_rate', g.rate, 'taxable_amount', g.taxable,
      'tax_amount', g.tax, 'exemption_reason', r.reason)
    order by array_position(array['standard', 'zero', 'exempt', 'reverse_charge', 'intra_community', 'export',
      'outside_scope'], g.category), g.rate::numeric desc)
  from g left join r using (category, rate)
$function$;

CREATE OR REPLACE FUNCTION commerce.test_clock_of(team uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO 'pg_catalog'
AS $function$
  select c.value::timestamptz from commerce.settings c
    where c.team_id = team and c.key = 'commerce.clock'
      and exists (select from commerce.settings t
        where t.team_id = team and t.key = 'commerce.test' and t.value = 'true');
$function$;

grant delete, insert, select, update on commerce.attempts to commerce;

grant insert, select on commerce.changes to commerce;

grant insert, select on commerce.changeset_comments to commerce;

grant insert, select on commerce.changeset_left to commerce;

grant insert, select on commerce.changeset_versions to commerce;

grant insert, select, update on commerce.changeset_votes to commerce;

grant insert, select, update on commerce.changesets to commerce;

grant delete, insert, select, update on commerce.charges to commerce;

grant delete, insert, select, update on commerce.checkouts to commerce;

grant delete, insert, select, update on commerce.counters to commerce;

grant delete, insert, select, update on commerce.idempotency_keys to commerce;

grant delete, insert, select, update on commerce.invoices to commerce;

grant delete, insert, select, update on commerce.merged_contacts to commerce;

grant select on commerce.migrations to commerce;

grant insert, select on commerce.outbox to commerce;

grant delete, select on commerce.outbox to commerce_relay;

grant delete, insert, select, update on commerce.provider_faults to commerce;

grant delete, insert, select, update on commerce.quotes to commerce;

grant insert, select, update on commerce.relay_position to commerce_relay;

grant delete, insert, select, update on commerce.rule_counts to commerce;

grant delete, insert, select, update on commerce.session_ends to commerce;

grant delete, insert, select, update on commerce.settings to commerce;

grant delete, insert, select, update on commerce.subscription_dues to commerce;

grant delete, insert, select, update on commerce.subscriptions to commerce;

grant delete, insert, select, update on commerce.unnormalized to commerce;
