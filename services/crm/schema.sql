-- Schema crm as its migrations leave it, written by its migrations test. Do not edit.

create table crm.answer_sheets (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  packet_id uuid not null,
  reviewer_id uuid not null,
  answers jsonb not null,
  updated_at timestamp with time zone not null,
  version integer not null default 1,
  constraint answer_sheets_pkey PRIMARY KEY (team_id, id),
  constraint answer_sheets_team_id_packet_id_fkey FOREIGN KEY (team_id, packet_id) REFERENCES crm.packets(team_id, id) ON DELETE CASCADE,
  constraint answer_sheets_team_id_packet_id_reviewer_id_key UNIQUE (team_id, packet_id, reviewer_id)
);
alter table crm.answer_sheets enable row level security;
alter table crm.answer_sheets force row level security;

create table crm.changes (
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
  xid xid8 default pg_current_xact_id(),
  oauth_app jsonb default (NULLIF(current_setting('app.oauth_app'::text, true), ''::text))::jsonb,
  family_id text default NULLIF(current_setting('app.family_id'::text, true), ''::text),
  change_reason text default NULLIF(current_setting('app.change_reason'::text, true), ''::text),
  constraint changes_op_check CHECK ((op = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text]))),
  constraint changes_pkey PRIMARY KEY (team_id, changeset_id, seq)
);
alter table crm.changes enable row level security;
alter table crm.changes force row level security;

create table crm.changeset_comments (
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
alter table crm.changeset_comments enable row level security;
alter table crm.changeset_comments force row level security;

create table crm.changeset_left (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  undo_id uuid not null,
  resource text not null,
  resource_id uuid not null,
  fields text[] not null,
  reason text,
  constraint changeset_left_pkey PRIMARY KEY (team_id, undo_id, resource, resource_id)
);
alter table crm.changeset_left enable row level security;
alter table crm.changeset_left force row level security;

create table crm.changeset_undos (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  undo_id uuid not null,
  options jsonb not null,
  state text not null default 'ready'::text,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  lease uuid,
  is_asleep boolean not null generated always as stored default (state <> 'ready'::text),
  constraint changeset_undos_lease CHECK (((state = 'under_way'::text) = (lease IS NOT NULL))),
  constraint changeset_undos_pkey PRIMARY KEY (team_id, undo_id),
  constraint changeset_undos_state CHECK ((state = ANY (ARRAY['ready'::text, 'waiting'::text, 'under_way'::text])))
);
alter table crm.changeset_undos enable row level security;
alter table crm.changeset_undos force row level security;

create table crm.changeset_versions (
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
alter table crm.changeset_versions enable row level security;
alter table crm.changeset_versions force row level security;

create table crm.changeset_votes (
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
alter table crm.changeset_votes enable row level security;
alter table crm.changeset_votes force row level security;

create table crm.changesets (
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
alter table crm.changesets enable row level security;
alter table crm.changesets force row level security;

create table crm.comments (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  resource text not null,
  resource_id text not null,
  table_id text,
  parent_id uuid,
  text text not null,
  html text not null,
  mentions jsonb not null,
  author_member_id uuid,
  noticed uuid[] not null,
  resolved_at timestamp with time zone,
  resolved_by jsonb,
  edited_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  deleted_at timestamp with time zone,
  constraint comments_pkey PRIMARY KEY (team_id, id),
  constraint comments_team_id_parent_id_fkey FOREIGN KEY (team_id, parent_id) REFERENCES crm.comments(team_id, id)
);
alter table crm.comments enable row level security;
alter table crm.comments force row level security;

create table crm.contact_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  reason text not null,
  key uuid not null,
  created_at timestamp with time zone not null,
  contact_id uuid not null,
  is_first boolean not null,
  constraint contact_keys_pkey PRIMARY KEY (team_id, reason, key, created_at, contact_id)
);
alter table crm.contact_keys enable row level security;
alter table crm.contact_keys force row level security;

create table crm.contacts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  first_name text,
  last_name text,
  display_name text not null,
  is_name_set boolean not null,
  email text,
  additional_emails text[] not null,
  phone text,
  additional_phones text[] not null,
  company text,
  title text,
  address jsonb,
  tags text[] not null,
  lifecycle_stage text,
  owner_id uuid,
  source text,
  external_id text,
  timezone text,
  locale text,
  birth_date date,
  notes text,
  custom jsonb not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  email_key text,
  search text not null generated always as stored default crm.lines(VARIADIC ARRAY[display_name, first_name, last_name, ((((first_name || ' '::text) || last_name) || ' '::text) || first_name), company, email, crm.lines(VARIADIC additional_emails), phone, crm.lines(VARIADIC additional_phones)]),
  merged_into uuid,
  constraint contacts_identified CHECK ((COALESCE(email, phone, first_name, last_name, company) IS NOT NULL)),
  constraint contacts_lifecycle_stage CHECK ((lifecycle_stage = ANY (ARRAY['lead'::text, 'prospect'::text, 'customer'::text, 'former'::text, 'other'::text]))),
  constraint contacts_pkey PRIMARY KEY (team_id, id)
);
alter table crm.contacts enable row level security;
alter table crm.contacts force row level security;

create table crm.forms (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  slug text not null,
  title text not null,
  description text,
  status text not null,
  fields jsonb not null,
  settings jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  search text not null generated always as stored default crm.lines(VARIADIC ARRAY[title, description]),
  constraint forms_pkey PRIMARY KEY (team_id, id),
  constraint forms_slug CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  constraint forms_status CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'closed'::text, 'archived'::text])))
);
alter table crm.forms enable row level security;
alter table crm.forms force row level security;

create table crm.idempotency_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id bytea not null,
  fingerprint bytea not null,
  status integer not null,
  headers json not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (team_id, id)
);
alter table crm.idempotency_keys enable row level security;
alter table crm.idempotency_keys force row level security;

create table crm.import_jobs (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  line_id uuid not null,
  state text not null default 'ready'::text,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  lease uuid,
  is_asleep boolean not null generated always as stored default (state <> 'ready'::text),
  constraint import_jobs_lease CHECK (((state = 'under_way'::text) = (lease IS NOT NULL))),
  constraint import_jobs_pkey PRIMARY KEY (team_id, import_id),
  constraint import_jobs_state CHECK ((state = ANY (ARRAY['ready'::text, 'waiting'::text, 'under_way'::text])))
);
alter table crm.import_jobs enable row level security;
alter table crm.import_jobs force row level security;

create table crm.import_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  generation integer not null,
  key bytea not null,
  part integer not null,
  "row" integer not null,
  constraint import_keys_pkey PRIMARY KEY (team_id, import_id, generation, key)
);
alter table crm.import_keys enable row level security;
alter table crm.import_keys force row level security;

create table crm.import_links (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  generation integer not null,
  part integer not null,
  "row" integer not null,
  name text not null,
  place integer not null,
  key bytea,
  record_id uuid,
  header text not null,
  value text not null,
  is_many boolean not null,
  on_unknown text not null,
  goal jsonb,
  is_waiting boolean not null default true,
  constraint import_links_one CHECK (((key IS NULL) = (record_id IS NOT NULL))),
  constraint import_links_pkey PRIMARY KEY (team_id, import_id, generation, part, "row", name, place)
);
alter table crm.import_links enable row level security;
alter table crm.import_links force row level security;

create table crm.import_named (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  generation integer not null,
  key bytea not null,
  goal jsonb not null,
  is_waiting boolean not null default true,
  record_id uuid,
  constraint import_named_pkey PRIMARY KEY (team_id, import_id, generation, key)
);
alter table crm.import_named enable row level security;
alter table crm.import_named force row level security;

create table crm.import_rows (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  generation integer not null,
  part integer not null,
  "row" integer not null,
  line integer not null,
  verdict text not null,
  state text not null,
  record_id uuid,
  base_version integer,
  data jsonb not null,
  cells jsonb not null,
  errors jsonb not null,
  warnings jsonb not null,
  constraint import_rows_pkey PRIMARY KEY (team_id, import_id, generation, part, "row"),
  constraint import_rows_state CHECK ((state = ANY (ARRAY['waiting'::text, 'written'::text, 'changed'::text, 'left'::text]))),
  constraint import_rows_verdict CHECK ((verdict = ANY (ARRAY['create'::text, 'update'::text, 'unchanged'::text, 'skip'::text, 'reject'::text])))
);
alter table crm.import_rows enable row level security;
alter table crm.import_rows force row level security;

create table crm.import_sources (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  content text,
  file_id uuid,
  constraint import_sources_one CHECK (((content IS NULL) <> (file_id IS NULL))),
  constraint import_sources_pkey PRIMARY KEY (team_id, import_id)
);
alter table crm.import_sources enable row level security;
alter table crm.import_sources force row level security;

create table crm.imports (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  status text not null,
  generation integer not null default 0,
  source jsonb not null,
  options jsonb not null,
  parts jsonb not null default '[]'::jsonb,
  sent jsonb,
  run_when_clean boolean not null default false,
  counts jsonb not null,
  progress jsonb not null,
  acting jsonb,
  stamps jsonb not null default '{}'::jsonb,
  made jsonb not null default '{}'::jsonb,
  changeset_id text,
  error jsonb,
  analysed_at timestamp with time zone,
  checked_at timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  kept_until timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  adds jsonb not null default '{}'::jsonb,
  constraint imports_pkey PRIMARY KEY (team_id, id),
  constraint imports_status CHECK ((status = ANY (ARRAY['analysing'::text, 'analysed'::text, 'checking'::text, 'ready'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
alter table crm.imports enable row level security;
alter table crm.imports force row level security;

create table crm.known_consents (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  address text not null,
  consent jsonb not null,
  records jsonb not null,
  constraint known_consents_pkey PRIMARY KEY (team_id, address)
);
alter table crm.known_consents enable row level security;
alter table crm.known_consents force row level security;

create table crm.migrations (
  id integer not null default nextval('crm.migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table crm.outbox (
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
alter table crm.outbox enable row level security;
alter table crm.outbox force row level security;

create table crm.packets (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  title text not null,
  description text,
  phase text not null,
  status text not null,
  walkthrough_version integer not null,
  reviewers jsonb not null,
  items jsonb not null,
  verdicts jsonb not null,
  due_at timestamp with time zone,
  readiness jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  search text not null generated always as stored default crm.lines(VARIADIC ARRAY[title, description]),
  constraint packets_phase CHECK ((phase = ANY (ARRAY['draft'::text, 'in_review'::text, 'closed'::text]))),
  constraint packets_pkey PRIMARY KEY (team_id, id),
  constraint packets_status CHECK (
CASE phase
    WHEN 'in_review'::text THEN (status = ANY (ARRAY['in_review'::text, 'approved'::text, 'changes_requested'::text]))
    ELSE (status = phase)
END)
);
alter table crm.packets enable row level security;
alter table crm.packets force row level security;

create table crm.relay_position (
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

create table crm.rule_counts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  rule_id uuid not null,
  hand text not null,
  day date not null,
  unit text not null,
  value bigint not null,
  constraint rule_counts_pkey PRIMARY KEY (team_id, rule_id, hand, day, unit)
);
alter table crm.rule_counts enable row level security;
alter table crm.rule_counts force row level security;

create table crm.search_embeddings (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  embedder text not null,
  size integer,
  asked_at timestamp with time zone not null default clock_timestamp(),
  failed_at timestamp with time zone,
  constraint search_embeddings_pkey PRIMARY KEY (team_id)
);
alter table crm.search_embeddings enable row level security;
alter table crm.search_embeddings force row level security;

create table crm.search_entries (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  kind text not null,
  parent_id uuid not null,
  id uuid not null,
  words tsvector not null,
  length integer not null,
  constraint search_entries_pkey PRIMARY KEY (team_id, kind, parent_id, id)
);
alter table crm.search_entries enable row level security;
alter table crm.search_entries force row level security;

create table crm.search_position (
  only_one boolean not null default true,
  xid xid8 not null,
  seq bigint not null,
  edition integer not null default 0,
  constraint search_position_only_one_check CHECK (only_one),
  constraint search_position_pkey PRIMARY KEY (only_one)
);

create table crm.search_unembedded (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  kind text not null,
  parent_id uuid not null,
  id uuid not null,
  asked_at timestamp with time zone not null default clock_timestamp(),
  constraint search_unembedded_pkey PRIMARY KEY (team_id, kind, parent_id, id),
  constraint search_unembedded_team_id_kind_parent_id_id_fkey FOREIGN KEY (team_id, kind, parent_id, id) REFERENCES crm.search_entries(team_id, kind, parent_id, id) ON DELETE CASCADE
);
alter table crm.search_unembedded enable row level security;
alter table crm.search_unembedded force row level security;

create table crm.search_vectors (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  kind text not null,
  parent_id uuid not null,
  id uuid not null,
  size integer not null,
  vector platform.halfvec not null,
  text_digest text,
  constraint search_vectors_pkey PRIMARY KEY (team_id, kind, parent_id, id),
  constraint search_vectors_team_id_kind_parent_id_id_fkey FOREIGN KEY (team_id, kind, parent_id, id) REFERENCES crm.search_entries(team_id, kind, parent_id, id) ON DELETE CASCADE
);
alter table crm.search_vectors enable row level security;
alter table crm.search_vectors force row level security;

create table crm.search_walks (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  kind text not null,
  parent_id uuid not null,
  asked_at timestamp with time zone not null default clock_timestamp(),
  after_id uuid,
  walked bigint not null default 0,
  constraint search_walks_pkey PRIMARY KEY (team_id, kind, parent_id)
);
alter table crm.search_walks enable row level security;
alter table crm.search_walks force row level security;

create table crm.search_words (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  word text not null,
  entries integer not null,
  constraint search_words_pkey PRIMARY KEY (team_id, word)
);
alter table crm.search_words enable row level security;
alter table crm.search_words force row level security;

create table crm.submission_counts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  form_id uuid not null,
  shard smallint not null,
  submissions bigint not null,
  constraint submission_counts_pkey PRIMARY KEY (team_id, form_id, shard),
  constraint submission_counts_team_id_form_id_fkey FOREIGN KEY (team_id, form_id) REFERENCES crm.forms(team_id, id)
);
alter table crm.submission_counts enable row level security;
alter table crm.submission_counts force row level security;

create table crm.submissions (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  form_id uuid not null,
  form_version integer not null,
  data jsonb not null,
  contact_id uuid,
  submitted_at timestamp with time zone not null default clock_timestamp(),
  source text not null,
  metadata jsonb not null,
  created_by_type text not null,
  created_by_id text not null,
  email_key text,
  search text not null,
  sent_key bytea,
  constraint submissions_pkey PRIMARY KEY (team_id, id),
  constraint submissions_team_id_contact_id_fkey FOREIGN KEY (team_id, contact_id) REFERENCES crm.contacts(team_id, id),
  constraint submissions_team_id_form_id_fkey FOREIGN KEY (team_id, form_id) REFERENCES crm.forms(team_id, id)
);
alter table crm.submissions enable row level security;
alter table crm.submissions force row level security;

create table crm.tasks (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  title text not null,
  status text not null,
  assignee_id uuid,
  due_at timestamp with time zone,
  priority text not null,
  project text,
  contact_id uuid,
  completed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  search text not null generated always as stored default crm.lines(VARIADIC ARRAY[title, project]),
  constraint tasks_pkey PRIMARY KEY (team_id, id),
  constraint tasks_priority CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text]))),
  constraint tasks_status CHECK ((status = ANY (ARRAY['todo'::text, 'in_progress'::text, 'blocked'::text, 'done'::text, 'cancelled'::text]))),
  constraint tasks_team_id_contact_id_fkey FOREIGN KEY (team_id, contact_id) REFERENCES crm.contacts(team_id, id)
);
alter table crm.tasks enable row level security;
alter table crm.tasks force row level security;

create table crm.unnormalized (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  relation text not null,
  key text[] not null,
  columns text[] not null,
  found_at timestamp with time zone not null default now(),
  constraint unnormalized_pkey PRIMARY KEY (team_id, relation, key)
);
alter table crm.unnormalized enable row level security;
alter table crm.unnormalized force row level security;

create table crm.workflows (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  status text not null,
  trigger jsonb not null,
  step_count integer not null,
  last_run jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  trigger_type text not null generated always as stored default (trigger ->> 'type'::text),
  search text not null generated always as stored default crm.lines(VARIADIC ARRAY[name, description]),
  constraint workflows_pkey PRIMARY KEY (team_id, id),
  constraint workflows_status CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'archived'::text]))),
  constraint workflows_step_count CHECK ((step_count >= 0)),
  constraint workflows_trigger_type CHECK ((trigger_type = ANY (ARRAY['event'::text, 'schedule'::text, 'manual'::text, 'form'::text])))
);
alter table crm.workflows enable row level security;
alter table crm.workflows force row level security;

CREATE INDEX changes_order ON crm.changes USING btree (xid, seq) WHERE (xid IS NOT NULL);

CREATE INDEX changes_resource ON crm.changes USING btree (team_id, resource, resource_id, seq);

CREATE INDEX changeset_comments_mentions ON crm.changeset_comments USING btree (team_id, changeset_id) WHERE (mentions <> '{}'::uuid[]);

CREATE INDEX changeset_undos_due_at_idx ON crm.changeset_undos USING btree (due_at) WHERE is_asleep;

CREATE INDEX changeset_undos_team_id_due_at_idx ON crm.changeset_undos USING btree (team_id, due_at) WHERE (state = 'ready'::text);

CREATE INDEX changeset_undos_team_id_due_at_idx1 ON crm.changeset_undos USING btree (team_id, due_at) WHERE (state = 'under_way'::text);

CREATE INDEX changeset_votes_member ON crm.changeset_votes USING btree (team_id, member_id, changeset_id);

CREATE UNIQUE INDEX changesets_members ON crm.changesets USING btree (team_id, set_id, place) WHERE (set_id IS NOT NULL);

CREATE INDEX changesets_queued ON crm.changesets USING btree (team_id, id) WHERE (status = 'queued'::text);

CREATE INDEX changesets_waiting ON crm.changesets USING btree (expires_at) WHERE (status = 'queued'::text);

CREATE INDEX comments_parent ON crm.comments USING btree (team_id, parent_id) WHERE (parent_id IS NOT NULL);

CREATE INDEX comments_thing ON crm.comments USING btree (team_id, resource, resource_id, created_at, id);

CREATE UNIQUE INDEX contact_keys_first ON crm.contact_keys USING btree (team_id, reason, key) WHERE is_first;

CREATE INDEX contact_keys_shared ON crm.contact_keys USING btree (team_id, reason, created_at, contact_id) WHERE (NOT is_first);

CREATE INDEX contacts_created ON crm.contacts USING btree (team_id, created_at DESC, id DESC) WHERE (archived_at IS NULL);

CREATE INDEX contacts_email_archived ON crm.contacts USING btree (team_id, email_key) WHERE (archived_at IS NOT NULL);

CREATE UNIQUE INDEX contacts_email_key ON crm.contacts USING btree (team_id, email_key) WHERE (archived_at IS NULL);

CREATE UNIQUE INDEX contacts_external_id_key ON crm.contacts USING btree (team_id, external_id);

CREATE INDEX contacts_ordered ON crm.contacts USING btree (team_id, "left"(display_name, 200) COLLATE platform.und, id) WHERE (archived_at IS NULL);

CREATE INDEX contacts_owner ON crm.contacts USING btree (team_id, owner_id) WHERE (owner_id IS NOT NULL);

CREATE INDEX contacts_phone ON crm.contacts USING btree (team_id, phone) WHERE (phone IS NOT NULL);

CREATE INDEX contacts_search ON crm.contacts USING gin (search platform.contains_ops);

CREATE INDEX contacts_tags ON crm.contacts USING gin (tags platform.tags_ops);

CREATE INDEX contacts_updated ON crm.contacts USING btree (team_id, updated_at, id);

CREATE INDEX forms_created ON crm.forms USING btree (team_id, created_at DESC, id DESC) WHERE (status <> 'archived'::text);

CREATE INDEX forms_search ON crm.forms USING gin (search platform.contains_ops);

CREATE UNIQUE INDEX forms_slug_taken ON crm.forms USING btree (team_id, slug);

CREATE INDEX forms_updated ON crm.forms USING btree (team_id, updated_at, id);

CREATE INDEX import_jobs_asleep ON crm.import_jobs USING btree (due_at) WHERE is_asleep;

CREATE INDEX import_jobs_ready ON crm.import_jobs USING btree (team_id, line_id, due_at) WHERE (state = 'ready'::text);

CREATE INDEX import_jobs_under_way ON crm.import_jobs USING btree (team_id, line_id, due_at) WHERE (state = 'under_way'::text);

CREATE INDEX import_links_keys ON crm.import_links USING btree (team_id, import_id, generation, key) WHERE (key IS NOT NULL);

CREATE INDEX import_links_waiting ON crm.import_links USING btree (team_id, import_id, generation, part, "row") WHERE is_waiting;

CREATE INDEX import_named_waiting ON crm.import_named USING btree (team_id, import_id, generation, key) WHERE is_waiting;

CREATE INDEX import_rows_verdicts ON crm.import_rows USING btree (team_id, import_id, generation, verdict, part, "row");

CREATE INDEX import_rows_waiting ON crm.import_rows USING btree (team_id, import_id, generation, part, "row") WHERE (state = 'waiting'::text);

CREATE INDEX imports_created ON crm.imports USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX imports_unfinished ON crm.imports USING btree (team_id) WHERE ((ended_at IS NULL) AND (deleted_at IS NULL));

CREATE INDEX imports_updated ON crm.imports USING btree (team_id, updated_at, id);

CREATE INDEX outbox_order ON crm.outbox USING btree (xid, seq);

CREATE INDEX packets_created ON crm.packets USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX packets_due ON crm.packets USING btree (team_id, due_at, id);

CREATE INDEX packets_search ON crm.packets USING gin (search platform.contains_ops);

CREATE INDEX packets_updated ON crm.packets USING btree (team_id, updated_at, id);

CREATE INDEX search_vectors_1024 ON crm.search_vectors USING hnsw (((vector)::platform.halfvec(1024)) platform.halfvec_cosine_ops) WHERE (size = 1024);

CREATE INDEX search_vectors_1536 ON crm.search_vectors USING hnsw (((vector)::platform.halfvec(1536)) platform.halfvec_cosine_ops) WHERE (size = 1536);

CREATE INDEX search_vectors_3072 ON crm.search_vectors USING hnsw (((vector)::platform.halfvec(3072)) platform.halfvec_cosine_ops) WHERE (size = 3072);

CREATE INDEX search_vectors_384 ON crm.search_vectors USING hnsw (((vector)::platform.halfvec(384)) platform.halfvec_cosine_ops) WHERE (size = 384);

CREATE INDEX search_vectors_4000 ON crm.search_vectors USING hnsw (((vector)::platform.halfvec(4000)) platform.halfvec_cosine_ops) WHERE (size = 4000);

CREATE INDEX search_vectors_768 ON crm.search_vectors USING hnsw (((vector)::platform.halfvec(768)) platform.halfvec_cosine_ops) WHERE (size = 768);

CREATE INDEX search_words_alike ON crm.search_words USING gin (word platform.contains_ops) WITH (gin_pending_list_limit='256');

CREATE INDEX search_words_of_entries ON crm.search_entries USING gin (words platform.words_ops) WITH (gin_pending_list_limit='256');

CREATE INDEX submissions_contact ON crm.submissions USING btree (team_id, contact_id, form_id) WHERE (contact_id IS NOT NULL);

CREATE INDEX submissions_email ON crm.submissions USING btree (team_id, form_id, email_key) WHERE (email_key IS NOT NULL);

CREATE INDEX submissions_search ON crm.submissions USING gin (search platform.contains_ops);

CREATE UNIQUE INDEX submissions_sent ON crm.submissions USING btree (team_id, form_id, sent_key) WHERE (sent_key IS NOT NULL);

CREATE INDEX submissions_submitted ON crm.submissions USING btree (team_id, form_id, submitted_at DESC, id DESC);

CREATE INDEX tasks_assignee ON crm.tasks USING btree (team_id, assignee_id, status) WHERE (assignee_id IS NOT NULL);

CREATE INDEX tasks_contact ON crm.tasks USING btree (team_id, contact_id) WHERE (contact_id IS NOT NULL);

CREATE INDEX tasks_created ON crm.tasks USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX tasks_due ON crm.tasks USING btree (team_id, due_at, id);

CREATE INDEX tasks_project ON crm.tasks USING btree (team_id, project, status) WHERE (project IS NOT NULL);

CREATE INDEX tasks_search ON crm.tasks USING gin (search platform.contains_ops);

CREATE INDEX tasks_updated ON crm.tasks USING btree (team_id, updated_at, id);

CREATE INDEX workflows_created ON crm.workflows USING btree (team_id, created_at DESC, id DESC) WHERE (status <> 'archived'::text);

CREATE INDEX workflows_search ON crm.workflows USING gin (search platform.contains_ops);

CREATE INDEX workflows_updated ON crm.workflows USING btree (team_id, updated_at, id);

create policy team on crm.answer_sheets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.changes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on crm.changes for select to crm_worker
  using true
  with check;

create policy team on crm.changeset_comments for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.changeset_left for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.changeset_undos for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on crm.changeset_undos for all to crm_worker
  using true
  with check true;

create policy team on crm.changeset_versions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.changeset_votes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy expiry on crm.changesets for select to crm_relay
  using (status = 'queued'::text)
  with check;

create policy team on crm.changesets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.comments for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.contact_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.contacts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on crm.contacts for select to crm_worker
  using true
  with check;

create policy team on crm.forms for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy reap on crm.idempotency_keys for delete to crm
  using (created_at < (now() - '24:00:00'::interval))
  with check;

create policy team on crm.idempotency_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.import_jobs for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on crm.import_jobs for all to crm_worker
  using true
  with check true;

create policy team on crm.import_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.import_links for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.import_named for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.import_rows for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.import_sources for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.imports for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.known_consents for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy relay on crm.outbox for select to crm_relay
  using true
  with check;

create policy relay_reaps on crm.outbox for delete to crm_relay
  using (created_at < (now() - '7 days'::interval))
  with check;

create policy team on crm.outbox for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.packets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.rule_counts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.search_embeddings for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on crm.search_embeddings for select to crm_worker
  using true
  with check;

create policy team on crm.search_entries for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.search_unembedded for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on crm.search_unembedded for select to crm_worker
  using true
  with check;

create policy team on crm.search_vectors for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.search_walks for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on crm.search_walks for all to crm_worker
  using true
  with check true;

create policy team on crm.search_words for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.submission_counts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.submissions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.tasks for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.unnormalized for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on crm.workflows for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

CREATE TRIGGER answer_sheets_recorded AFTER INSERT OR DELETE OR UPDATE ON crm.answer_sheets FOR EACH ROW EXECUTE FUNCTION crm.record_change('answer_sheets');

CREATE TRIGGER comments_recorded AFTER INSERT OR DELETE OR UPDATE ON crm.comments FOR EACH ROW EXECUTE FUNCTION crm.record_change('comments');

CREATE TRIGGER contacts_folded BEFORE INSERT OR UPDATE ON crm.contacts FOR EACH ROW EXECUTE FUNCTION crm.fold_email();

CREATE TRIGGER contacts_keyed AFTER INSERT OR DELETE ON crm.contacts FOR EACH ROW EXECUTE FUNCTION crm.keep_keys();

CREATE TRIGGER contacts_recorded AFTER INSERT OR DELETE OR UPDATE ON crm.contacts FOR EACH ROW EXECUTE FUNCTION crm.record_change('contacts', 'email_key', 'search');

CREATE TRIGGER contacts_rekeyed AFTER UPDATE ON crm.contacts FOR EACH ROW WHEN ((((old.archived_at IS NULL) <> (new.archived_at IS NULL)) OR (old.email IS DISTINCT FROM new.email) OR (old.additional_emails <> new.additional_emails) OR (old.phone IS DISTINCT FROM new.phone) OR (old.additional_phones <> new.additional_phones) OR (old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name) OR (old.company IS DISTINCT FROM new.company))) EXECUTE FUNCTION crm.keep_keys();

CREATE TRIGGER contacts_restored BEFORE UPDATE ON crm.contacts FOR EACH ROW WHEN (((new.archived_at IS NULL) AND (new.merged_into IS NOT NULL))) EXECUTE FUNCTION crm.forget_merge();

CREATE TRIGGER forms_recorded AFTER INSERT OR DELETE OR UPDATE ON crm.forms FOR EACH ROW EXECUTE FUNCTION crm.record_change('forms', 'search');

CREATE TRIGGER packets_recorded AFTER INSERT OR DELETE OR UPDATE ON crm.packets FOR EACH ROW EXECUTE FUNCTION crm.record_change('packets', 'search');

CREATE TRIGGER submissions_recorded AFTER INSERT OR DELETE OR UPDATE ON crm.submissions FOR EACH ROW EXECUTE FUNCTION crm.record_change('submissions', 'email_key', 'search', 'sent_key');

CREATE TRIGGER tasks_completion BEFORE INSERT OR UPDATE ON crm.tasks FOR EACH ROW EXECUTE FUNCTION crm.note_completion();

CREATE TRIGGER tasks_recorded AFTER INSERT OR DELETE OR UPDATE ON crm.tasks FOR EACH ROW EXECUTE FUNCTION crm.record_change('tasks', 'search');

CREATE TRIGGER workflows_recorded AFTER INSERT OR DELETE OR UPDATE ON crm.workflows FOR EACH ROW EXECUTE FUNCTION crm.record_change('workflows', 'trigger_type', 'search');

CREATE OR REPLACE FUNCTION crm.compared(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF(lower(NORMALIZE(btrim(value, ' 	
 　'::text), NFC)), ''::text);

CREATE OR REPLACE FUNCTION crm.fold_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if tg_op = 'INSERT' or new.email is distinct from old.email then
    new.email_key := platform.folded_email(new.email);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION crm.forget_merge()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  new.merged_into := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION crm.keep_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  was crm.contact_keys[];
  is_now crm.contact_keys[];
  kept integer;
  changed record;
begin
  if tg_op <> 'INSERT' and old.archived_at is null then
    was := array(select (old.team_id, k.reason, k.key, old.created_at, old.id, false)::crm.contact_keys from crm.keys_of(old) k);
  end if;
  if tg_op <> 'DELETE' and new.archived_at is null then
    is_now := array(select (new.team_id, k.reason, k.key, new.created_at, new.id, false)::crm.contact_keys from crm.keys_of(new) k);
  end if;
  perform crm.take_turns(coalesce(new.team_id, old.team_id), array(
    (select w from unnest(was) w except all select n from unnest(is_now) n)
    union all
    (select n from unnest(is_now) n except all select w from unnest(was) w)));
  if tg_op = 'INSERT' then
    if is_now is null then
      return null;
    end if;
    -- The usual contact has nothing in common with another.
    insert into crm.contact_keys
      select k.team_id, k.reason, k.key, k.created_at, k.contact_id, true from unnest(is_now) k order by 2, 3
      on conflict do nothing;
    get diagnostics kept = row_count;
    if kept = cardinality(is_now) then
      return null;
    end if;
    for changed in
      select k.reason, k.key from unnest(is_now) k
      where not exists (
        select from crm.contact_keys o
        where o.team_id = k.team_id and o.reason = k.reason and o.key = k.key
          and o.created_at = k.created_at and o.contact_id = k.contact_id)
      order by k.reason, k.key
    loop
      perform crm.share_key(new, changed.reason, changed.key);
    end loop;
    return null;
  end if;
  for changed in
    select w.reason, w.key from unnest(was) w except select n.reason, n.key from unnest(is_now) n order by 1, 2
  loop
    perform crm.leave_key(old, changed.reason, changed.key);
  end loop;
  if tg_op = 'UPDATE' then
    for changed in
      select n.reason, n.key from unnest(is_now) n except select w.reason, w.key from unnest(was) w order by 1, 2
    loop
      perform crm.share_key(new, changed.reason, changed.key);
    end loop;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION crm.keys_of(c crm.contacts)
 RETURNS TABLE(reason text, key uuid)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT DISTINCT 'email'::text,
     (md5(crm.compared(platform.folded_email(e.value))))::uuid AS md5
    FROM unnest(((keys_of.c).email || (keys_of.c).additional_emails)) e(value)
   WHERE (crm.compared(e.value) IS NOT NULL)
 UNION ALL
  SELECT DISTINCT 'phone'::text,
     (md5(p.value))::uuid AS md5
    FROM unnest(((keys_of.c).phone || (keys_of.c).additional_phones)) p(value)
   WHERE (p.value IS NOT NULL)
 UNION ALL
  SELECT 'name_company'::text,
     (md5(((((crm.compared((keys_of.c).first_name) || '
'::text) || crm.compared((keys_of.c).last_name)) || '
'::text) || COALESCE(crm.compared((keys_of.c).company), ''::text))))::uuid AS md5
   WHERE ((crm.compared((keys_of.c).first_name) IS NOT NULL) AND (crm.compared((keys_of.c).last_name) IS NOT NULL));
END;

CREATE OR REPLACE FUNCTION crm.leave_key(c crm.contacts, shared_reason text, shared_key uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  was_first boolean;
begin
  delete from crm.contact_keys k
    where k.team_id = c.team_id and k.reason = shared_reason and k.key = shared_key
      and k.created_at = c.created_at and k.contact_id = c.id
    returning k.is_first into was_first;
  while was_first loop
    update crm.contact_keys k set is_first = true
      where (k.team_id, k.reason, k.key, k.created_at, k.contact_id) = (
        select o.team_id, o.reason, o.key, o.created_at, o.contact_id from crm.contact_keys o
        where o.team_id = c.team_id and o.reason = shared_reason and o.key = shared_key
        order by o.created_at, o.contact_id limit 1);
    -- One that was taken away meanwhile is looked for again.
    exit when found or not exists (
      select from crm.contact_keys o
      where o.team_id = c.team_id and o.reason = shared_reason and o.key = shared_key);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION crm.lines(VARIADIC texts text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_string(texts, '
'::text);

CREATE OR REPLACE FUNCTION crm.note_completion()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  new.completed_at := case when new.status = 'done' then coalesce(new.completed_at, clock_timestamp()) end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION crm.record_change()
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
      insert into crm.changes (team_id, changeset_id, resource, resource_id, op, before, after,
                                actor_type, actor_id, token_id, request_id, door)
      values (row_team, nullif(current_setting('app.changeset_id', true), '')::uuid, tg_argv[0],
              row_id, op, old_image, new_image, current_setting('app.actor_type'),
              current_setting('app.actor_id'), current_setting('app.token_id'), current_setting('app.request_id'),
              nullif(current_setting('app.door', true), ''));
      return null;
    end
    $function$;

CREATE OR REPLACE FUNCTION crm.share_key(c crm.contacts, shared_reason text, shared_key uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  first crm.contact_keys;
begin
  loop
    insert into crm.contact_keys values (c.team_id, shared_reason, shared_key, c.created_at, c.id, true)
      on conflict do nothing;
    exit when found;
    select k.* into first from crm.contact_keys k
      where k.team_id = c.team_id and k.reason = shared_reason and k.key = shared_key and k.is_first for share;
    continue when not found;
    if (first.created_at, first.contact_id) > (c.created_at, c.id) then
      update crm.contact_keys k set is_first = false
        where k.team_id = c.team_id and k.reason = shared_reason and k.key = shared_key and k.is_first;
      insert into crm.contact_keys values (c.team_id, shared_reason, shared_key, c.created_at, c.id, true);
    else
      insert into crm.contact_keys values (c.team_id, shared_reason, shared_key, c.created_at, c.id, false);
    end if;
    exit;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION crm.take_turns(team uuid, wanted crm.contact_keys[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  turn bigint;
begin
  -- In one order for everybody.
  for turn in
    select distinct hashtextextended('contact keys ' || team || (hashtextextended(w.reason || w.key, 0) & 1023), 0)
    from unnest(wanted) w order by 1
  loop
    perform pg_advisory_xact_lock(turn);
  end loop;
end
$function$;

grant delete, insert, select, update on crm.answer_sheets to crm;

grant insert, select on crm.changes to crm;

grant insert, select on crm.changeset_comments to crm;

grant insert, select on crm.changeset_left to crm;

grant delete, insert, select, update on crm.changeset_undos to crm;

grant delete, insert, select, update on crm.changeset_undos to crm_worker;

grant insert, select on crm.changeset_versions to crm;

grant insert, select, update on crm.changeset_votes to crm;

grant insert, select, update on crm.changesets to crm;

grant delete, insert, select, update on crm.comments to crm;

grant delete, insert, select, update on crm.contact_keys to crm;

grant delete, insert, select, update on crm.contacts to crm;

grant delete, insert, select, update on crm.forms to crm;

grant delete, insert, select, update on crm.idempotency_keys to crm;

grant delete, insert, select, update on crm.import_jobs to crm;

grant delete, insert, select, update on crm.import_jobs to crm_worker;

grant delete, insert, select, update on crm.import_keys to crm;

grant delete, insert, select, update on crm.import_links to crm;

grant delete, insert, select, update on crm.import_named to crm;

grant delete, insert, select, update on crm.import_rows to crm;

grant delete, insert, select, update on crm.import_sources to crm;

grant delete, insert, select, update on crm.imports to crm;

grant delete, insert, select, update on crm.known_consents to crm;

grant select on crm.migrations to crm;

grant insert, select on crm.outbox to crm;

grant delete, select on crm.outbox to crm_relay;

grant delete, insert, select, update on crm.packets to crm;

grant insert, select, update on crm.relay_position to crm_relay;

grant delete, insert, select, update on crm.rule_counts to crm;

grant delete, insert, select, update on crm.search_embeddings to crm;

grant delete, insert, select, update on crm.search_entries to crm;

grant insert, select, update on crm.search_position to crm_worker;

grant delete, insert, select, update on crm.search_unembedded to crm;

grant delete, insert, select, update on crm.search_vectors to crm;

grant delete, insert, select, update on crm.search_walks to crm;

grant insert, select on crm.search_walks to crm_worker;

grant delete, insert, select, update on crm.search_words to crm;

grant delete, insert, select, update on crm.submission_counts to crm;

grant delete, insert, select, update on crm.submissions to crm;

grant delete, insert, select, update on crm.tasks to crm;

grant delete, insert, select, update on crm.unnormalized to crm;

grant delete, insert, select, update on crm.workflows to crm;
