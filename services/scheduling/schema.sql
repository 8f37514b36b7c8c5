-- Schema scheduling as its migrations leave it, written by its migrations test. Do not edit.

create table scheduling.booking_secrets (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  booking_id uuid not null,
  hash bytea not null,
  sent_key bytea,
  created_at timestamp with time zone not null default now(),
  role text not null default 'attendee'::text,
  constraint booking_secrets_booking FOREIGN KEY (team_id, booking_id) REFERENCES scheduling.bookings(team_id, id),
  constraint booking_secrets_hash CHECK ((octet_length(hash) = 32)),
  constraint booking_secrets_pkey PRIMARY KEY (team_id, booking_id, hash),
  constraint booking_secrets_role CHECK ((role = ANY (ARRAY['attendee'::text, 'host'::text])))
);
alter table scheduling.booking_secrets enable row level security;
alter table scheduling.booking_secrets force row level security;

create table scheduling.bookings (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  uid text not null default (gen_random_uuid())::text,
  event_type_id uuid not null,
  host_id uuid not null,
  contact_id uuid,
  status text not null,
  start timestamp with time zone not null,
  "end" timestamp with time zone not null,
  held_from timestamp with time zone not null,
  held_to timestamp with time zone not null,
  timezone text not null,
  duration_minutes integer not null,
  attendee jsonb not null,
  guests text[] not null,
  location jsonb not null,
  answers jsonb not null,
  notes text,
  ical_sequence integer not null default 0,
  source text not null,
  rescheduled_from timestamp with time zone,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  cancelled_by jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  told boolean not null default true,
  placed_at timestamp with time zone not null default now(),
  declined_guests jsonb not null default '{}'::jsonb,
  cancelled_by_role text,
  organizer jsonb,
  constraint bookings_apart EXCLUDE USING gist (team_id WITH =, host_id WITH =, tstzrange(held_from, held_to) WITH &&) WHERE ((status = ANY (ARRAY['booked'::text, 'completed'::text]))),
  constraint bookings_cancelled_by_role CHECK ((cancelled_by_role = ANY (ARRAY['attendee'::text, 'host'::text, 'team'::text, 'system'::text]))),
  constraint bookings_event_type FOREIGN KEY (team_id, event_type_id) REFERENCES scheduling.event_types(team_id, id),
  constraint bookings_length CHECK (((held_to - held_from) <= '30:00:00'::interval)),
  constraint bookings_pkey PRIMARY KEY (team_id, id),
  constraint bookings_status CHECK ((status = ANY (ARRAY['booked'::text, 'cancelled'::text, 'completed'::text, 'no_show'::text]))),
  constraint bookings_times CHECK (((held_from <= start) AND (start < "end") AND ("end" <= held_to)))
);
alter table scheduling.bookings enable row level security;
alter table scheduling.bookings force row level security;

create table scheduling.changes (
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
alter table scheduling.changes enable row level security;
alter table scheduling.changes force row level security;

create table scheduling.changeset_comments (
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
alter table scheduling.changeset_comments enable row level security;
alter table scheduling.changeset_comments force row level security;

create table scheduling.changeset_left (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  undo_id uuid not null,
  resource text not null,
  resource_id uuid not null,
  fields text[] not null,
  reason text,
  constraint changeset_left_pkey PRIMARY KEY (team_id, undo_id, resource, resource_id)
);
alter table scheduling.changeset_left enable row level security;
alter table scheduling.changeset_left force row level security;

create table scheduling.changeset_versions (
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
alter table scheduling.changeset_versions enable row level security;
alter table scheduling.changeset_versions force row level security;

create table scheduling.changeset_votes (
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
alter table scheduling.changeset_votes enable row level security;
alter table scheduling.changeset_votes force row level security;

create table scheduling.changesets (
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
alter table scheduling.changesets enable row level security;
alter table scheduling.changesets force row level security;

create table scheduling.event_types (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  slug text not null,
  description text,
  host_id uuid not null,
  duration_minutes integer not null,
  location_type text not null,
  location_detail text,
  timezone text,
  buffer_before_minutes integer not null,
  buffer_after_minutes integer not null,
  slot_interval_minutes integer,
  min_notice_minutes integer not null,
  booking_window_days integer not null,
  max_per_day integer,
  active boolean not null,
  public boolean not null,
  color text,
  reminders_minutes integer[] not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  questions jsonb not null default '[]'::jsonb,
  reminders_since timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint event_types_active CHECK ((active = (archived_at IS NULL))),
  constraint event_types_buffers CHECK ((((buffer_before_minutes >= 0) AND (buffer_before_minutes <= 180)) AND ((buffer_after_minutes >= 0) AND (buffer_after_minutes <= 180)))),
  constraint event_types_duration CHECK (((duration_minutes >= 1) AND (duration_minutes <= 1440))),
  constraint event_types_pkey PRIMARY KEY (team_id, id)
);
alter table scheduling.event_types enable row level security;
alter table scheduling.event_types force row level security;

create table scheduling.guest_secrets (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  booking_id uuid not null,
  guest text not null,
  hash bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint guest_secrets_booking FOREIGN KEY (team_id, booking_id) REFERENCES scheduling.bookings(team_id, id),
  constraint guest_secrets_hash CHECK ((octet_length(hash) = 32)),
  constraint guest_secrets_pkey PRIMARY KEY (team_id, booking_id, guest, hash)
);
alter table scheduling.guest_secrets enable row level security;
alter table scheduling.guest_secrets force row level security;

create table scheduling.idempotency_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id bytea not null,
  fingerprint bytea not null,
  status integer not null,
  headers json not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (team_id, id)
);
alter table scheduling.idempotency_keys enable row level security;
alter table scheduling.idempotency_keys force row level security;

create table scheduling.merged_contacts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  contact_id uuid not null,
  merged_into uuid,
  live_id uuid,
  version integer not null,
  constraint merged_contacts_pkey PRIMARY KEY (team_id, contact_id)
);
alter table scheduling.merged_contacts enable row level security;
alter table scheduling.merged_contacts force row level security;

create table scheduling.migrations (
  id integer not null default nextval('scheduling.migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table scheduling.new_contacts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  booking_id uuid not null,
  contact_id uuid not null,
  state text not null default 'ready'::text,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  lease uuid,
  is_asleep boolean not null generated always as stored default (state <> 'ready'::text),
  constraint new_contacts_booking FOREIGN KEY (team_id, booking_id) REFERENCES scheduling.bookings(team_id, id),
  constraint new_contacts_lease CHECK (((state = 'under_way'::text) = (lease IS NOT NULL))),
  constraint new_contacts_pkey PRIMARY KEY (team_id, booking_id),
  constraint new_contacts_state CHECK ((state = ANY (ARRAY['ready'::text, 'waiting'::text, 'under_way'::text])))
);
alter table scheduling.new_contacts enable row level security;
alter table scheduling.new_contacts force row level security;

create table scheduling.outbox (
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
alter table scheduling.outbox enable row level security;
alter table scheduling.outbox force row level security;

create table scheduling.relay_position (
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

create table scheduling.reminders (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  booking_id uuid not null,
  due_at timestamp with time zone not null,
  constraint reminders_booking FOREIGN KEY (team_id, booking_id) REFERENCES scheduling.bookings(team_id, id),
  constraint reminders_pkey PRIMARY KEY (team_id, booking_id, due_at)
);
alter table scheduling.reminders enable row level security;
alter table scheduling.reminders force row level security;

create table scheduling.rule_counts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  rule_id uuid not null,
  hand text not null,
  day date not null,
  unit text not null,
  value bigint not null,
  constraint rule_counts_pkey PRIMARY KEY (team_id, rule_id, hand, day, unit)
);
alter table scheduling.rule_counts enable row level security;
alter table scheduling.rule_counts force row level security;

create table scheduling.schedules (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null,
  timezone text,
  weekly jsonb not null,
  overrides jsonb not null,
  blocks jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint schedules_pkey PRIMARY KEY (team_id, id)
);
alter table scheduling.schedules enable row level security;
alter table scheduling.schedules force row level security;

create table scheduling.settings (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null,
  organizer text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint settings_one CHECK ((id = team_id)),
  constraint settings_organizer CHECK ((organizer = ANY (ARRAY['team'::text, 'host'::text]))),
  constraint settings_pkey PRIMARY KEY (team_id, id)
);
alter table scheduling.settings enable row level security;
alter table scheduling.settings force row level security;

create table scheduling.unnormalized (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  relation text not null,
  key text[] not null,
  columns text[] not null,
  found_at timestamp with time zone not null default now(),
  constraint unnormalized_pkey PRIMARY KEY (team_id, relation, key)
);
alter table scheduling.unnormalized enable row level security;
alter table scheduling.unnormalized force row level security;

CREATE INDEX booking_secrets_found ON scheduling.booking_secrets USING btree (hash);

CREATE INDEX booking_secrets_sent ON scheduling.booking_secrets USING btree (team_id, sent_key) WHERE (sent_key IS NOT NULL);

CREATE INDEX bookings_ahead ON scheduling.bookings USING btree (start) WHERE ((status = 'booked'::text) AND told);

CREATE INDEX bookings_attendee ON scheduling.bookings USING btree (team_id, lower((attendee ->> 'email'::text)));

CREATE INDEX bookings_contact ON scheduling.bookings USING btree (team_id, contact_id) WHERE (contact_id IS NOT NULL);

CREATE INDEX bookings_created ON scheduling.bookings USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX bookings_due ON scheduling.bookings USING btree ("end") WHERE (status = 'booked'::text);

CREATE INDEX bookings_event_type ON scheduling.bookings USING btree (team_id, event_type_id, start);

CREATE INDEX bookings_held ON scheduling.bookings USING btree (team_id, host_id, held_from) WHERE (status = ANY (ARRAY['booked'::text, 'completed'::text]));

CREATE INDEX bookings_host ON scheduling.bookings USING btree (team_id, host_id, start);

CREATE INDEX bookings_start ON scheduling.bookings USING btree (team_id, start, id);

CREATE INDEX bookings_updated ON scheduling.bookings USING btree (team_id, updated_at, id);

CREATE INDEX changes_resource ON scheduling.changes USING btree (team_id, resource, resource_id, seq);

CREATE INDEX changeset_comments_mentions ON scheduling.changeset_comments USING btree (team_id, changeset_id) WHERE (mentions <> '{}'::uuid[]);

CREATE INDEX changeset_votes_member ON scheduling.changeset_votes USING btree (team_id, member_id, changeset_id);

CREATE UNIQUE INDEX changesets_members ON scheduling.changesets USING btree (team_id, set_id, place) WHERE (set_id IS NOT NULL);

CREATE INDEX changesets_queued ON scheduling.changesets USING btree (team_id, id) WHERE (status = 'queued'::text);

CREATE INDEX changesets_waiting ON scheduling.changesets USING btree (expires_at) WHERE (status = 'queued'::text);

CREATE INDEX event_types_created ON scheduling.event_types USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX event_types_host ON scheduling.event_types USING btree (team_id, host_id);

CREATE UNIQUE INDEX event_types_slug_taken ON scheduling.event_types USING btree (team_id, slug);

CREATE INDEX event_types_updated ON scheduling.event_types USING btree (team_id, updated_at, id);

CREATE INDEX guest_secrets_found ON scheduling.guest_secrets USING btree (hash);

CREATE INDEX merged_contacts_into ON scheduling.merged_contacts USING btree (team_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX merged_contacts_live ON scheduling.merged_contacts USING btree (team_id, live_id) WHERE (live_id IS NOT NULL);

CREATE INDEX new_contacts_asleep ON scheduling.new_contacts USING btree (due_at) WHERE is_asleep;

CREATE INDEX new_contacts_ready ON scheduling.new_contacts USING btree (team_id, due_at) WHERE (state = 'ready'::text);

CREATE INDEX new_contacts_under_way ON scheduling.new_contacts USING btree (team_id, due_at) WHERE (state = 'under_way'::text);

CREATE INDEX outbox_order ON scheduling.outbox USING btree (xid, seq);

create policy lookup on scheduling.booking_secrets for select to scheduling_lookup
  using true
  with check;

create policy team on scheduling.booking_secrets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.bookings for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on scheduling.bookings for select to scheduling_worker
  using (status = 'booked'::text)
  with check;

create policy team on scheduling.changes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.changeset_comments for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.changeset_left for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.changeset_versions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.changeset_votes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy expiry on scheduling.changesets for select to scheduling_relay
  using (status = 'queued'::text)
  with check;

create policy team on scheduling.changesets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.event_types for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on scheduling.event_types for select to scheduling_worker
  using (reminders_minutes <> '{}'::integer[])
  with check;

create policy lookup on scheduling.guest_secrets for select to scheduling_lookup
  using true
  with check;

create policy team on scheduling.guest_secrets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy reap on scheduling.idempotency_keys for delete to scheduling
  using (created_at < (now() - '24:00:00'::interval))
  with check;

create policy team on scheduling.idempotency_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.merged_contacts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.new_contacts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on scheduling.new_contacts for all to scheduling_worker
  using true
  with check true;

create policy relay on scheduling.outbox for select to scheduling_relay
  using true
  with check;

create policy relay_reaps on scheduling.outbox for delete to scheduling_relay
  using (created_at < (now() - '7 days'::interval))
  with check;

create policy team on scheduling.outbox for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.reminders for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on scheduling.reminders for select to scheduling_worker
  using true
  with check;

create policy team on scheduling.rule_counts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.schedules for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.settings for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on scheduling.unnormalized for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

CREATE TRIGGER bookings_changed AFTER UPDATE ON scheduling.bookings FOR EACH ROW WHEN ((new.version <> old.version)) EXECUTE FUNCTION scheduling.record_change('bookings');

CREATE TRIGGER bookings_noted BEFORE UPDATE ON scheduling.bookings FOR EACH ROW EXECUTE FUNCTION scheduling.note_booking();

CREATE TRIGGER bookings_placed BEFORE UPDATE ON scheduling.bookings FOR EACH ROW EXECUTE FUNCTION scheduling.note_placed();

CREATE TRIGGER bookings_recorded AFTER INSERT OR DELETE ON scheduling.bookings FOR EACH ROW EXECUTE FUNCTION scheduling.record_change('bookings');

CREATE TRIGGER event_types_inactive BEFORE INSERT OR UPDATE ON scheduling.event_types FOR EACH ROW EXECUTE FUNCTION scheduling.note_inactive();

CREATE TRIGGER event_types_recorded AFTER INSERT OR DELETE OR UPDATE ON scheduling.event_types FOR EACH ROW EXECUTE FUNCTION scheduling.record_change('event_types');

CREATE TRIGGER event_types_reminders BEFORE UPDATE ON scheduling.event_types FOR EACH ROW WHEN ((old.reminders_minutes IS DISTINCT FROM new.reminders_minutes)) EXECUTE FUNCTION scheduling.note_reminders();

CREATE TRIGGER schedules_recorded AFTER INSERT OR DELETE OR UPDATE ON scheduling.schedules FOR EACH ROW EXECUTE FUNCTION scheduling.record_change('schedules');

CREATE TRIGGER settings_recorded AFTER INSERT OR DELETE OR UPDATE ON scheduling.settings FOR EACH ROW EXECUTE FUNCTION scheduling.record_change('scheduling_settings');

CREATE OR REPLACE FUNCTION scheduling.note_booking()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if new.archived_at is not null and old.archived_at is null then
    new.status := 'cancelled';
  end if;
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    new.cancelled_at := coalesce(new.cancelled_at, clock_timestamp());
    new.cancelled_by := coalesce(new.cancelled_by, jsonb_build_object(
      'type', current_setting('app.actor_type'), 'id', nullif(current_setting('app.actor_id'), '')));
    new.cancelled_by_role := coalesce(new.cancelled_by_role, case
      when new.cancelled_by ->> 'type' = 'system' then 'system'
      when new.cancelled_by ->> 'id' = new.host_id::text then 'host'
      else 'team' end);
    new.archived_at := new.cancelled_at;
  elsif new.status <> 'cancelled' then
    new.cancelled_at := null;
    new.cancel_reason := null;
    new.cancelled_by := null;
    new.cancelled_by_role := null;
    new.archived_at := null;
  end if;
  new.ical_sequence := old.ical_sequence
    + (new.start <> old.start or (new.status = 'cancelled') <> (old.status = 'cancelled'))::integer;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION scheduling.note_inactive()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if tg_op = 'UPDATE' and new.archived_at is distinct from old.archived_at then
    new.active := new.archived_at is null;
  else
    new.archived_at := case when not new.active then coalesce(new.archived_at, clock_timestamp()) end;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION scheduling.note_placed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if new.start <> old.start or (old.status = 'cancelled' and new.status = 'booked') then
    new.placed_at := clock_timestamp();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION scheduling.note_reminders()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  new.reminders_since := clock_timestamp();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION scheduling.record_change()
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
      insert into scheduling.changes (team_id, changeset_id, resource, resource_id, op, before, after,
                                actor_type, actor_id, token_id, request_id, door)
      values (row_team, nullif(current_setting('app.changeset_id', true), '')::uuid, tg_argv[0],
              row_id, op, old_image, new_image, current_setting('app.actor_type'),
              current_setting('app.actor_id'), current_setting('app.token_id'), current_setting('app.request_id'),
              nullif(current_setting('app.door', true), ''));
      return null;
    end
    $function$;

grant delete, insert, select, update on scheduling.booking_secrets to scheduling;

grant delete, insert, select, update on scheduling.bookings to scheduling;

grant insert, select on scheduling.changes to scheduling;

grant insert, select on scheduling.changeset_comments to scheduling;

grant insert, select on scheduling.changeset_left to scheduling;

grant insert, select on scheduling.changeset_versions to scheduling;

grant insert, select, update on scheduling.changeset_votes to scheduling;

grant insert, select, update on scheduling.changesets to scheduling;

grant delete, insert, select, update on scheduling.event_types to scheduling;

grant delete, insert, select, update on scheduling.guest_secrets to scheduling;

grant delete, insert, select, update on scheduling.idempotency_keys to scheduling;

grant delete, insert, select, update on scheduling.merged_contacts to scheduling;

grant select on scheduling.migrations to scheduling;

grant delete, insert, select, update on scheduling.new_contacts to scheduling;

grant delete, insert, select, update on scheduling.new_contacts to scheduling_worker;

grant insert, select on scheduling.outbox to scheduling;

grant delete, select on scheduling.outbox to scheduling_relay;

grant insert, select, update on scheduling.relay_position to scheduling_relay;

grant delete, insert, select, update on scheduling.reminders to scheduling;

grant select on scheduling.reminders to scheduling_worker;

grant delete, insert, select, update on scheduling.rule_counts to scheduling;

grant delete, insert, select, update on scheduling.schedules to scheduling;

grant delete, insert, select, update on scheduling.settings to scheduling;

grant delete, insert, select, update on scheduling.unnormalized to scheduling;
