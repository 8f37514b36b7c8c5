-- Schema emr as its migrations leave it, written by its migrations test. Do not edit.

create table emr.audit (
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
  code text,
  request_id text not null,
  patient_id text,
  contact_id text,
  route text not null,
  status integer not null,
  ip text,
  user_agent text,
  purpose_of_use text,
  prev_hash bytea not null,
  hash bytea not null,
  constraint audit_hash CHECK (((octet_length(hash) = 32) AND (octet_length(prev_hash) = 32))),
  constraint audit_id_key UNIQUE (team_id, id),
  constraint audit_pkey PRIMARY KEY (team_id, seq),
  constraint audit_seq CHECK ((seq > 0))
);
alter table emr.audit enable row level security;
alter table emr.audit force row level security;

create table emr.audit_heads (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  seq bigint not null,
  hash bytea not null,
  constraint audit_heads_pkey PRIMARY KEY (team_id)
);
alter table emr.audit_heads enable row level security;
alter table emr.audit_heads force row level security;

create table emr.changes (
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
alter table emr.changes enable row level security;
alter table emr.changes force row level security;

create table emr.changeset_comments (
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
alter table emr.changeset_comments enable row level security;
alter table emr.changeset_comments force row level security;

create table emr.changeset_left (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  undo_id uuid not null,
  resource text not null,
  resource_id uuid not null,
  fields text[] not null,
  reason text,
  constraint changeset_left_pkey PRIMARY KEY (team_id, undo_id, resource, resource_id)
);
alter table emr.changeset_left enable row level security;
alter table emr.changeset_left force row level security;

create table emr.changeset_versions (
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
alter table emr.changeset_versions enable row level security;
alter table emr.changeset_versions force row level security;

create table emr.changeset_votes (
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
alter table emr.changeset_votes enable row level security;
alter table emr.changeset_votes force row level security;

create table emr.changesets (
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
alter table emr.changesets enable row level security;
alter table emr.changesets force row level security;

create table emr.consents (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  contact_id uuid not null,
  status text not null,
  categories text[] not null,
  purposes text[] not null,
  granted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  expires_at timestamp with time zone,
  source text,
  policy_version text,
  evidence_file_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint consents_pkey PRIMARY KEY (team_id, id),
  constraint consents_revoked CHECK (((status = 'revoked'::text) = (revoked_at IS NOT NULL))),
  constraint consents_status CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'revoked'::text])))
);
alter table emr.consents enable row level security;
alter table emr.consents force row level security;

create table emr.idempotency_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id bytea not null,
  fingerprint bytea not null,
  status integer not null,
  headers json not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (team_id, id)
);
alter table emr.idempotency_keys enable row level security;
alter table emr.idempotency_keys force row level security;

create table emr.migrations (
  id integer not null default nextval('emr.migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table emr.observations (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null,
  contact_id uuid not null,
  code_system text not null,
  code text not null,
  code_display text,
  category text not null,
  value jsonb,
  components jsonb not null,
  unit text,
  effective_at timestamp with time zone not null,
  effective_to timestamp with time zone,
  is_period boolean not null,
  source_type text not null,
  source_name text,
  external_id text,
  created_at timestamp with time zone not null,
  created_by_type text not null,
  created_by_id text not null,
  constraint observations_pkey PRIMARY KEY (team_id, id)
);
alter table emr.observations enable row level security;
alter table emr.observations force row level security;

create table emr.outbox (
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
alter table emr.outbox enable row level security;
alter table emr.outbox force row level security;

create table emr.patient_references (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  reference text not null,
  patient_id uuid not null,
  constraint patient_references_pkey PRIMARY KEY (team_id, reference, patient_id),
  constraint patient_references_team_id_patient_id_fkey FOREIGN KEY (team_id, patient_id) REFERENCES emr.patients(team_id, id)
);
alter table emr.patient_references enable row level security;
alter table emr.patient_references force row level security;

create table emr.patients (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  identifier_system text not null,
  identifier_value text not null,
  status text not null,
  contact_id uuid,
  enrolled_at timestamp with time zone,
  inactivated_at timestamp with time zone,
  name jsonb not null,
  sort_name text,
  birth_date text,
  sex text not null,
  deceased boolean,
  deceased_at text,
  digest bytea not null,
  last_updated timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null default 'system'::text,
  created_by_id text not null default ''::text,
  version integer not null default 1,
  constraint patients_identifier_key UNIQUE (team_id, identifier_system, identifier_value),
  constraint patients_pkey PRIMARY KEY (team_id, id),
  constraint patients_status CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'inactive'::text, 'removed'::text])))
);
alter table emr.patients enable row level security;
alter table emr.patients force row level security;

create table emr.records (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  patient_id uuid not null,
  kind text not null,
  resource_type text not null,
  identifier_system text not null,
  identifier_value text not null,
  item jsonb not null,
  status text,
  is_active boolean not null,
  is_none_known boolean not null default false,
  counts boolean not null default false,
  is_latest boolean not null default false,
  analyte text,
  rank smallint not null default 0,
  instant timestamp with time zone,
  issued timestamp with time zone,
  result_count integer,
  report_id uuid,
  digest bytea not null,
  last_updated timestamp with time zone,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  resource_id text,
  fhir jsonb,
  parent_id uuid,
  constraint records_identifier_key UNIQUE (team_id, resource_type, identifier_system, identifier_value),
  constraint records_kind CHECK ((kind = ANY (ARRAY['problem'::text, 'medication'::text, 'allergy'::text, 'analyte'::text, 'report'::text]))),
  constraint records_parent FOREIGN KEY (team_id, parent_id) REFERENCES emr.records(team_id, id),
  constraint records_pkey PRIMARY KEY (team_id, id),
  constraint records_team_id_patient_id_fkey FOREIGN KEY (team_id, patient_id) REFERENCES emr.patients(team_id, id)
);
alter table emr.records enable row level security;
alter table emr.records force row level security;

create table emr.relay_position (
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

create table emr.report_results (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  report_id uuid not null,
  record_id uuid not null,
  constraint report_results_pkey PRIMARY KEY (team_id, report_id, record_id),
  constraint report_results_team_id_record_id_fkey FOREIGN KEY (team_id, record_id) REFERENCES emr.records(team_id, id),
  constraint report_results_team_id_report_id_fkey FOREIGN KEY (team_id, report_id) REFERENCES emr.records(team_id, id)
);
alter table emr.report_results enable row level security;
alter table emr.report_results force row level security;

create table emr.rule_counts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  rule_id uuid not null,
  hand text not null,
  day date not null,
  unit text not null,
  value bigint not null,
  constraint rule_counts_pkey PRIMARY KEY (team_id, rule_id, hand, day, unit)
);
alter table emr.rule_counts enable row level security;
alter table emr.rule_counts force row level security;

create table emr.unnormalized (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  relation text not null,
  key text[] not null,
  columns text[] not null,
  found_at timestamp with time zone not null default now(),
  constraint unnormalized_pkey PRIMARY KEY (team_id, relation, key)
);
alter table emr.unnormalized enable row level security;
alter table emr.unnormalized force row level security;

CREATE INDEX audit_contact ON emr.audit USING btree (team_id, contact_id, created_at DESC) WHERE (contact_id IS NOT NULL);

CREATE INDEX audit_created ON emr.audit USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX audit_patient ON emr.audit USING btree (team_id, patient_id, created_at DESC) WHERE (patient_id IS NOT NULL);

CREATE INDEX changes_resource ON emr.changes USING btree (team_id, resource, resource_id, seq);

CREATE INDEX changeset_comments_mentions ON emr.changeset_comments USING btree (team_id, changeset_id) WHERE (mentions <> '{}'::uuid[]);

CREATE INDEX changeset_votes_member ON emr.changeset_votes USING btree (team_id, member_id, changeset_id);

CREATE UNIQUE INDEX changesets_members ON emr.changesets USING btree (team_id, set_id, place) WHERE (set_id IS NOT NULL);

CREATE INDEX changesets_queued ON emr.changesets USING btree (team_id, id) WHERE (status = 'queued'::text);

CREATE INDEX changesets_waiting ON emr.changesets USING btree (expires_at) WHERE (status = 'queued'::text);

CREATE INDEX consents_contact ON emr.consents USING btree (team_id, contact_id);

CREATE INDEX consents_created ON emr.consents USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX consents_updated ON emr.consents USING btree (team_id, updated_at, id);

CREATE INDEX observations_contact ON emr.observations USING btree (team_id, contact_id, effective_at DESC, id);

CREATE INDEX observations_created ON emr.observations USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX observations_effective ON emr.observations USING btree (team_id, effective_at, id);

CREATE UNIQUE INDEX observations_external ON emr.observations USING btree (team_id, contact_id, source_type, COALESCE(source_name, ''::text), external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX observations_kinds ON emr.observations USING btree (team_id, contact_id, category, code_system, code, effective_at DESC, id);

CREATE INDEX observations_of_contact ON emr.observations USING btree (team_id, contact_id, created_at DESC, id DESC);

CREATE INDEX outbox_order ON emr.outbox USING btree (xid, seq);

CREATE INDEX patients_ordered ON emr.patients USING btree (team_id, status, sort_name COLLATE platform.und, id);

CREATE INDEX patients_updated ON emr.patients USING btree (team_id, updated_at, id);

CREATE INDEX records_active ON emr.records USING btree (team_id, patient_id, kind) WHERE ((removed_at IS NULL) AND is_active);

CREATE INDEX records_history ON emr.records USING btree (team_id, patient_id, analyte, instant DESC) WHERE ((removed_at IS NULL) AND counts);

CREATE INDEX records_latest ON emr.records USING btree (team_id, patient_id) WHERE ((removed_at IS NULL) AND is_latest);

CREATE INDEX records_listed ON emr.records USING btree (team_id, patient_id, kind, rank, instant DESC, id) WHERE (removed_at IS NULL);

CREATE INDEX records_parts ON emr.records USING btree (team_id, parent_id) WHERE (parent_id IS NOT NULL);

CREATE INDEX records_resource ON emr.records USING btree (team_id, patient_id, resource_type, resource_id) WHERE (resource_id IS NOT NULL);

CREATE INDEX report_results_record ON emr.report_results USING btree (team_id, record_id);

create policy team on emr.audit for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy writer on emr.audit for all to emr_audit
  using true
  with check true;

create policy team on emr.audit_heads for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy writer on emr.audit_heads for all to emr_audit
  using true
  with check true;

create policy team on emr.changes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.changeset_comments for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.changeset_left for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.changeset_versions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.changeset_votes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy expiry on emr.changesets for select to emr_relay
  using (status = 'queued'::text)
  with check;

create policy team on emr.changesets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.consents for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy reap on emr.idempotency_keys for delete to emr
  using (created_at < (now() - '24:00:00'::interval))
  with check;

create policy team on emr.idempotency_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.observations for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy relay on emr.outbox for select to emr_relay
  using true
  with check;

create policy relay_reaps on emr.outbox for delete to emr_relay
  using (created_at < (now() - '7 days'::interval))
  with check;

create policy team on emr.outbox for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.patient_references for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.patients for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.records for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.report_results for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.rule_counts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on emr.unnormalized for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON emr.audit FOR EACH ROW EXECUTE FUNCTION emr.refuse_change();

CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON emr.audit FOR EACH STATEMENT EXECUTE FUNCTION emr.refuse_change();

CREATE TRIGGER forward_only BEFORE UPDATE ON emr.audit_heads FOR EACH ROW WHEN (((new.seq < old.seq) OR (new.team_id <> old.team_id))) EXECUTE FUNCTION emr.refuse_change();

CREATE TRIGGER kept BEFORE DELETE ON emr.audit_heads FOR EACH ROW EXECUTE FUNCTION emr.refuse_change();

CREATE TRIGGER kept_truncate BEFORE TRUNCATE ON emr.audit_heads FOR EACH STATEMENT EXECUTE FUNCTION emr.refuse_change();

CREATE TRIGGER consents_recorded AFTER INSERT OR DELETE OR UPDATE ON emr.consents FOR EACH ROW EXECUTE FUNCTION emr.record_change('consents');

CREATE TRIGGER observations_recorded AFTER INSERT ON emr.observations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION emr.record_observations();

CREATE OR REPLACE FUNCTION emr.record_change()
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
      insert into emr.changes (team_id, changeset_id, resource, resource_id, op, before, after,
                                actor_type, actor_id, token_id, request_id, door)
      values (row_team, nullif(current_setting('app.changeset_id', true), '')::uuid, tg_argv[0],
              row_id, op, old_image, new_image, current_setting('app.actor_type'),
              current_setting('app.actor_id'), current_setting('app.token_id'), current_setting('app.request_id'),
              nullif(current_setting('app.door', true), ''));
      return null;
    end
    $function$;

CREATE OR REPLACE FUNCTION emr.record_observations()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'emr', 'pg_catalog'
AS $function$
begin
  insert into changes (team_id, changeset_id, resource, resource_id, op, after,
                       actor_type, actor_id, token_id, request_id, door)
  select n.team_id, nullif(current_setting('app.changeset_id', true), '')::uuid, 'observations', n.id, 'create',
    to_jsonb(n), current_setting('app.actor_type'), current_setting('app.actor_id'), current_setting('app.token_id'),
    current_setting('app.request_id'), nullif(current_setting('app.door', true), '')
  from new_rows n order by n.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION emr.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  raise exception 'the audit log is append only' using errcode = 'restrict_violation';
end
$function$;

grant insert, select on emr.audit to emr_audit;

grant insert, select, update on emr.audit_heads to emr_audit;

grant insert, select on emr.changes to emr;

grant insert, select on emr.changeset_comments to emr;

grant insert, select on emr.changeset_left to emr;

grant insert, select on emr.changeset_versions to emr;

grant insert, select, update on emr.changeset_votes to emr;

grant insert, select, update on emr.changesets to emr;

grant delete, insert, select, update on emr.consents to emr;

grant delete, insert, select, update on emr.idempotency_keys to emr;

grant select on emr.migrations to emr;

grant insert, select on emr.observations to emr;

grant insert, select on emr.outbox to emr;

grant delete, select on emr.outbox to emr_relay;

grant delete, insert, select, update on emr.patient_references to emr;

grant delete, insert, select, update on emr.patients to emr;

grant delete, insert, select, update on emr.records to emr;

grant insert, select, update on emr.relay_position to emr_relay;

grant delete, insert, select, update on emr.report_results to emr;

grant delete, insert, select, update on emr.rule_counts to emr;

grant delete, insert, select, update on emr.unnormalized to emr;
