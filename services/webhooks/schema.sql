-- Schema webhooks as its migrations leave it, written by its migrations test. Do not edit.

create table webhooks.batches (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  endpoint_id uuid not null,
  delivery_ids uuid[] not null,
  payload json not null,
  created_at timestamp with time zone not null,
  constraint batches_pkey PRIMARY KEY (team_id, id),
  constraint batches_team_id_endpoint_id_fkey FOREIGN KEY (team_id, endpoint_id) REFERENCES webhooks.endpoints(team_id, id)
);
alter table webhooks.batches enable row level security;
alter table webhooks.batches force row level security;

create table webhooks.begun_posts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  endpoint_id uuid not null,
  at timestamp with time zone not null,
  posts integer not null,
  constraint begun_posts_pkey PRIMARY KEY (team_id, endpoint_id, at)
);
alter table webhooks.begun_posts enable row level security;
alter table webhooks.begun_posts force row level security;

create table webhooks.changes (
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
alter table webhooks.changes enable row level security;
alter table webhooks.changes force row level security;

create table webhooks.changeset_comments (
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
alter table webhooks.changeset_comments enable row level security;
alter table webhooks.changeset_comments force row level security;

create table webhooks.changeset_left (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  undo_id uuid not null,
  resource text not null,
  resource_id uuid not null,
  fields text[] not null,
  reason text,
  constraint changeset_left_pkey PRIMARY KEY (team_id, undo_id, resource, resource_id)
);
alter table webhooks.changeset_left enable row level security;
alter table webhooks.changeset_left force row level security;

create table webhooks.changeset_versions (
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
alter table webhooks.changeset_versions enable row level security;
alter table webhooks.changeset_versions force row level security;

create table webhooks.changeset_votes (
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
alter table webhooks.changeset_votes enable row level security;
alter table webhooks.changeset_votes force row level security;

create table webhooks.changesets (
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
alter table webhooks.changesets enable row level security;
alter table webhooks.changesets force row level security;

create table webhooks.deliveries (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  endpoint_id uuid not null,
  event_id uuid not null,
  type text not null,
  payload json not null,
  traceparent text,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  last_status_code integer,
  created_at timestamp with time zone not null,
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_error text,
  attempts_max smallint not null default 5,
  first_failed_at timestamp with time zone,
  batch_id uuid,
  constraint deliveries_due CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint deliveries_event_once UNIQUE (team_id, endpoint_id, event_id),
  constraint deliveries_feed_key UNIQUE (team_id, created_at, id),
  constraint deliveries_pkey PRIMARY KEY (team_id, id),
  constraint deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text]))),
  constraint deliveries_team_id_endpoint_id_fkey FOREIGN KEY (team_id, endpoint_id) REFERENCES webhooks.endpoints(team_id, id)
);
alter table webhooks.deliveries enable row level security;
alter table webhooks.deliveries force row level security;

create table webhooks.endpoint_counts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  endpoint_id uuid not null,
  slot smallint not null,
  pending bigint not null,
  success bigint not null,
  failed bigint not null,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  constraint endpoint_counts_pkey PRIMARY KEY (team_id, endpoint_id, slot)
);
alter table webhooks.endpoint_counts enable row level security;
alter table webhooks.endpoint_counts force row level security;

create table webhooks.endpoints (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  url text not null,
  events text[] not null,
  description text,
  enabled boolean not null,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  former_secrets jsonb,
  retries text not null default 'standard'::text,
  filter jsonb,
  "when" text not null default 'matches'::text,
  changed text[] not null default '{}'::text[],
  judged_in jsonb,
  ordering text not null default 'none'::text,
  batch jsonb,
  max_per_minute integer,
  constraint endpoints_events CHECK ((cardinality(events) > 0)),
  constraint endpoints_ordering CHECK ((ordering = ANY (ARRAY['none'::text, 'strict'::text]))),
  constraint endpoints_pkey PRIMARY KEY (team_id, id),
  constraint endpoints_retries CHECK ((retries = ANY (ARRAY['standard'::text, 'long'::text]))),
  constraint endpoints_when CHECK (("when" = ANY (ARRAY['matches'::text, 'enters'::text])))
);
alter table webhooks.endpoints enable row level security;
alter table webhooks.endpoints force row level security;

create table webhooks.failing_endpoints (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  endpoint_id uuid not null,
  found_at timestamp with time zone not null default clock_timestamp(),
  constraint failing_endpoints_pkey PRIMARY KEY (team_id, endpoint_id),
  constraint failing_endpoints_team_id_endpoint_id_fkey FOREIGN KEY (team_id, endpoint_id) REFERENCES webhooks.endpoints(team_id, id)
);
alter table webhooks.failing_endpoints enable row level security;
alter table webhooks.failing_endpoints force row level security;

create table webhooks.feed_heads (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  last_created_at timestamp with time zone not null,
  constraint feed_heads_pkey PRIMARY KEY (team_id)
);
alter table webhooks.feed_heads enable row level security;
alter table webhooks.feed_heads force row level security;

create table webhooks.idempotency_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id bytea not null,
  fingerprint bytea not null,
  status integer not null,
  headers json not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (team_id, id)
);
alter table webhooks.idempotency_keys enable row level security;
alter table webhooks.idempotency_keys force row level security;

create table webhooks.migrations (
  id integer not null default nextval('webhooks.migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table webhooks.outbox (
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
alter table webhooks.outbox enable row level security;
alter table webhooks.outbox force row level security;

create table webhooks.queue (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  state text not null default 'ready'::text,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  lease uuid,
  is_asleep boolean not null generated always as stored default (state = ANY (ARRAY['waiting'::text, 'under_way'::text])),
  place timestamp with time zone,
  bytes integer,
  constraint queue_lease CHECK (((state = ANY (ARRAY['under_way'::text, 'line_under_way'::text])) = (lease IS NOT NULL))),
  constraint queue_pkey PRIMARY KEY (team_id, delivery_id),
  constraint queue_state CHECK ((state = ANY (ARRAY['ready'::text, 'waiting'::text, 'under_way'::text, 'gathering'::text, 'line_ready'::text, 'line_waiting'::text, 'line_under_way'::text, 'blocked'::text])))
);
alter table webhooks.queue enable row level security;
alter table webhooks.queue force row level security;

create table webhooks.relay_position (
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

create table webhooks.rule_counts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  rule_id uuid not null,
  hand text not null,
  day date not null,
  unit text not null,
  value bigint not null,
  constraint rule_counts_pkey PRIMARY KEY (team_id, rule_id, hand, day, unit)
);
alter table webhooks.rule_counts enable row level security;
alter table webhooks.rule_counts force row level security;

create table webhooks.unnormalized (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  relation text not null,
  key text[] not null,
  columns text[] not null,
  found_at timestamp with time zone not null default now(),
  constraint unnormalized_pkey PRIMARY KEY (team_id, relation, key)
);
alter table webhooks.unnormalized enable row level security;
alter table webhooks.unnormalized force row level security;

CREATE INDEX changes_resource ON webhooks.changes USING btree (team_id, resource, resource_id, seq);

CREATE INDEX changeset_comments_mentions ON webhooks.changeset_comments USING btree (team_id, changeset_id) WHERE (mentions <> '{}'::uuid[]);

CREATE INDEX changeset_votes_member ON webhooks.changeset_votes USING btree (team_id, member_id, changeset_id);

CREATE UNIQUE INDEX changesets_members ON webhooks.changesets USING btree (team_id, set_id, place) WHERE (set_id IS NOT NULL);

CREATE INDEX changesets_queued ON webhooks.changesets USING btree (team_id, id) WHERE (status = 'queued'::text);

CREATE INDEX changesets_waiting ON webhooks.changesets USING btree (expires_at) WHERE (status = 'queued'::text);

CREATE INDEX deliveries_failed ON webhooks.deliveries USING btree (team_id, endpoint_id, failed_at) WHERE (failed_at IS NOT NULL);

CREATE INDEX deliveries_of_endpoint ON webhooks.deliveries USING btree (team_id, endpoint_id, created_at, id);

CREATE INDEX endpoints_batched ON webhooks.endpoints USING btree (team_id, id) WHERE (batch IS NOT NULL);

CREATE INDEX endpoints_live ON webhooks.endpoints USING btree (team_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX outbox_order ON webhooks.outbox USING btree (xid, seq);

CREATE INDEX queue_asleep ON webhooks.queue USING btree (due_at) WHERE is_asleep;

CREATE INDEX queue_blocked ON webhooks.queue USING btree (team_id, endpoint_id) WHERE (state = 'blocked'::text);

CREATE INDEX queue_gathering ON webhooks.queue USING btree (team_id, endpoint_id, place, delivery_id) WHERE (state = 'gathering'::text);

CREATE INDEX queue_line ON webhooks.queue USING btree (team_id, endpoint_id, place, delivery_id) WHERE (state = ANY (ARRAY['gathering'::text, 'line_ready'::text, 'line_waiting'::text, 'line_under_way'::text, 'blocked'::text]));

CREATE INDEX queue_line_asleep ON webhooks.queue USING btree (due_at) WHERE (state = ANY (ARRAY['line_waiting'::text, 'line_under_way'::text]));

CREATE INDEX queue_line_ready ON webhooks.queue USING btree (team_id, endpoint_id, due_at) WHERE (state = 'line_ready'::text);

CREATE INDEX queue_line_under_way ON webhooks.queue USING btree (team_id, endpoint_id, due_at) WHERE (state = 'line_under_way'::text);

CREATE INDEX queue_ready ON webhooks.queue USING btree (team_id, endpoint_id, due_at) WHERE (state = 'ready'::text);

CREATE INDEX queue_under_way ON webhooks.queue USING btree (team_id, endpoint_id, due_at) WHERE (state = 'under_way'::text);

create policy team on webhooks.batches for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on webhooks.batches for all to webhooks_worker
  using true
  with check true;

create policy team on webhooks.begun_posts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on webhooks.begun_posts for all to webhooks_worker
  using true
  with check true;

create policy team on webhooks.changes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on webhooks.changeset_comments for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on webhooks.changeset_left for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on webhooks.changeset_versions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on webhooks.changeset_votes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy expiry on webhooks.changesets for select to webhooks_relay
  using (status = 'queued'::text)
  with check;

create policy team on webhooks.changesets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on webhooks.deliveries for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on webhooks.deliveries for all to webhooks_worker
  using true
  with check true;

create policy team on webhooks.endpoint_counts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on webhooks.endpoint_counts for all to webhooks_worker
  using true
  with check true;

create policy team on webhooks.endpoints for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on webhooks.endpoints for select to webhooks_worker
  using true
  with check;

create policy worker_seals on webhooks.endpoints for update to webhooks_worker
  using true
  with check true;

create policy team on webhooks.failing_endpoints for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on webhooks.failing_endpoints for select to webhooks_worker
  using true
  with check;

create policy team on webhooks.feed_heads for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on webhooks.feed_heads for all to webhooks_worker
  using true
  with check true;

create policy reap on webhooks.idempotency_keys for delete to webhooks
  using (created_at < (now() - '24:00:00'::interval))
  with check;

create policy team on webhooks.idempotency_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy relay on webhooks.outbox for select to webhooks_relay
  using true
  with check;

create policy relay_reaps on webhooks.outbox for delete to webhooks_relay
  using (created_at < (now() - '7 days'::interval))
  with check;

create policy team on webhooks.outbox for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on webhooks.queue for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on webhooks.queue for all to webhooks_worker
  using true
  with check true;

create policy team on webhooks.rule_counts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on webhooks.unnormalized for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

CREATE TRIGGER deliveries_counted AFTER INSERT ON webhooks.deliveries REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION webhooks.count_deliveries();

CREATE TRIGGER deliveries_recounted AFTER UPDATE ON webhooks.deliveries REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION webhooks.count_deliveries();

CREATE TRIGGER endpoints_lined AFTER UPDATE ON webhooks.endpoints FOR EACH ROW WHEN ((((old.ordering IS DISTINCT FROM new.ordering) OR (old.batch IS DISTINCT FROM new.batch)) OR (old.max_per_minute IS DISTINCT FROM new.max_per_minute))) EXECUTE FUNCTION webhooks.line_up_again();

CREATE TRIGGER endpoints_recorded AFTER INSERT OR DELETE OR UPDATE ON webhooks.endpoints FOR EACH ROW EXECUTE FUNCTION webhooks.record_change('webhooks', 'secret', 'previous_secret', 'former_secrets');

CREATE TRIGGER queue_lined BEFORE INSERT OR UPDATE OF state ON webhooks.queue FOR EACH ROW WHEN ((new.state = ANY (ARRAY['ready'::text, 'waiting'::text]))) EXECUTE FUNCTION webhooks.line_up();

CREATE OR REPLACE FUNCTION webhooks.add_to_counts(team uuid, endpoint uuid, more_pending bigint, more_success bigint, more_failed bigint, succeeded_at timestamp with time zone, failed_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'webhooks', 'pg_catalog'
AS $function$
begin
  insert into endpoint_counts as c
    values (team, endpoint, pg_backend_pid() % 16, coalesce(more_pending, 0), coalesce(more_success, 0),
      coalesce(more_failed, 0), succeeded_at, failed_at)
  on conflict (team_id, endpoint_id, slot) do update set
    pending = c.pending + excluded.pending, success = c.success + excluded.success, failed = c.failed + excluded.failed,
    last_success_at = greatest(c.last_success_at, excluded.last_success_at),
    last_failure_at = greatest(c.last_failure_at, excluded.last_failure_at);
end
$function$;

CREATE OR REPLACE FUNCTION webhooks.count_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'webhooks', 'pg_catalog'
AS $function$
begin
  if tg_op = 'INSERT' then
    perform add_to_counts(team_id, endpoint_id, count(*) filter (where status = 'pending'),
      count(*) filter (where status = 'success'), count(*) filter (where status = 'failed'), max(succeeded_at), max(failed_at))
    from after_rows group by team_id, endpoint_id order by team_id, endpoint_id;
  else
    perform add_to_counts(team_id, endpoint_id, sum(n) filter (where status = 'pending'),
      sum(n) filter (where status = 'success'), sum(n) filter (where status = 'failed'), max(succeeded_at), max(failed_at))
    from (
      select team_id, endpoint_id, status, succeeded_at, failed_at, 1 as n from after_rows
      union all
      select team_id, endpoint_id, status, null, null, -1 from before_rows
    ) moved
    group by team_id, endpoint_id order by team_id, endpoint_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION webhooks.line_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'webhooks', 'pg_catalog'
AS $function$
declare
  endpoint record;
begin
  select e.batch is not null as is_batched, e.ordering = 'strict' or e.max_per_minute is not null as is_paced into endpoint
  from endpoints e where e.team_id = new.team_id and e.id = new.endpoint_id;
  if not found or not (endpoint.is_batched or endpoint.is_paced) then
    return new;
  end if;
  new.place := coalesce(new.place, new.due_at);
  new.state := case
    when new.state = 'waiting' then 'line_waiting'
    when endpoint.is_batched and new.attempts = 0 then 'gathering'
    else 'line_ready'
  end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION webhooks.line_up_again()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'webhooks', 'pg_catalog'
AS $function$
begin
  update queue q set state = case q.state when 'waiting' then 'waiting' else 'ready' end
  where q.team_id = new.team_id and q.endpoint_id = new.id and q.state in ('ready', 'waiting', 'gathering');
  if new.ordering <> 'strict' then
    delete from queue q where q.team_id = new.team_id and q.endpoint_id = new.id and q.state = 'blocked';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION webhooks.record_change()
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
      insert into webhooks.changes (team_id, changeset_id, resource, resource_id, op, before, after,
                                actor_type, actor_id, token_id, request_id, door)
      values (row_team, nullif(current_setting('app.changeset_id', true), '')::uuid, tg_argv[0],
              row_id, op, old_image, new_image, current_setting('app.actor_type'),
              current_setting('app.actor_id'), current_setting('app.token_id'), current_setting('app.request_id'),
              nullif(current_setting('app.door', true), ''));
      return null;
    end
    $function$;

grant select on webhooks.batches to webhooks;

grant insert, select on webhooks.batches to webhooks_worker;

grant select on webhooks.begun_posts to webhooks;

grant delete, insert, select, update on webhooks.begun_posts to webhooks_worker;

grant insert, select on webhooks.changes to webhooks;

grant insert, select on webhooks.changeset_comments to webhooks;

grant insert, select on webhooks.changeset_left to webhooks;

grant insert, select on webhooks.changeset_versions to webhooks;

grant insert, select, update on webhooks.changeset_votes to webhooks;

grant insert, select, update on webhooks.changesets to webhooks;

grant insert, select, update on webhooks.deliveries to webhooks;

grant insert, select, update on webhooks.deliveries to webhooks_worker;

grant insert, select, update on webhooks.endpoint_counts to webhooks;

grant insert, select, update on webhooks.endpoint_counts to webhooks_worker;

grant delete, insert, select, update on webhooks.endpoints to webhooks;

grant select on webhooks.endpoints to webhooks_worker;

grant delete, insert, select on webhooks.failing_endpoints to webhooks;

grant select on webhooks.failing_endpoints to webhooks_worker;

grant insert, select, update on webhooks.feed_heads to webhooks;

grant insert, select, update on webhooks.feed_heads to webhooks_worker;

grant delete, insert, select, update on webhooks.idempotency_keys to webhooks;

grant select on webhooks.migrations to webhooks;

grant insert, select on webhooks.outbox to webhooks;

grant delete, select on webhooks.outbox to webhooks_relay;

grant delete, insert, select, update on webhooks.queue to webhooks;

grant delete, insert, select, update on webhooks.queue to webhooks_worker;

grant insert, select, update on webhooks.relay_position to webhooks_relay;

grant delete, insert, select, update on webhooks.rule_counts to webhooks;

grant delete, insert, select, update on webhooks.unnormalized to webhooks;
