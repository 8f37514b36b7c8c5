-- Schema data as its migrations leave it, written by its migrations test. Do not edit.

create table data.articles (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  title text not null,
  slug text not null,
  body text not null,
  excerpt text,
  cover_file_id uuid,
  tags text[] not null,
  author_id uuid,
  status text not null,
  published_at timestamp with time zone,
  seo jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  given_members text[] not null,
  constraint articles_pkey PRIMARY KEY (team_id, id),
  constraint articles_slug CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  constraint articles_status CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
);
alter table data.articles enable row level security;
alter table data.articles force row level security;

create table data.artifacts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  title text not null,
  kind text not null,
  content text,
  language text,
  summary text,
  tags text[] not null,
  status text not null,
  source jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  given_members text[] not null,
  file_id uuid,
  constraint artifacts_content CHECK (((content IS NULL) <> (file_id IS NULL))),
  constraint artifacts_pkey PRIMARY KEY (team_id, id),
  constraint artifacts_status CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
);
alter table data.artifacts enable row level security;
alter table data.artifacts force row level security;

create table data.bases (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  block_count integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  constraint bases_pkey PRIMARY KEY (team_id, id)
);
alter table data.bases enable row level security;
alter table data.bases force row level security;

create table data.blocks (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  base_id uuid not null,
  "position" integer not null,
  type text not null,
  text text,
  level smallint,
  language text,
  url text,
  metadata jsonb,
  created_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  file_id uuid,
  constraint blocks_from_one CHECK (("position" > 0)),
  constraint blocks_pkey PRIMARY KEY (team_id, id),
  constraint blocks_position UNIQUE (team_id, base_id, "position")
);
alter table data.blocks enable row level security;
alter table data.blocks force row level security;

create table data.changes (
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
alter table data.changes enable row level security;
alter table data.changes force row level security;

create table data.changeset_comments (
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
alter table data.changeset_comments enable row level security;
alter table data.changeset_comments force row level security;

create table data.changeset_left (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  undo_id uuid not null,
  resource text not null,
  resource_id uuid not null,
  fields text[] not null,
  reason text,
  constraint changeset_left_pkey PRIMARY KEY (team_id, undo_id, resource, resource_id)
);
alter table data.changeset_left enable row level security;
alter table data.changeset_left force row level security;

create table data.changeset_undos (
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
alter table data.changeset_undos enable row level security;
alter table data.changeset_undos force row level security;

create table data.changeset_versions (
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
alter table data.changeset_versions enable row level security;
alter table data.changeset_versions force row level security;

create table data.changeset_votes (
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
alter table data.changeset_votes enable row level security;
alter table data.changeset_votes force row level security;

create table data.changesets (
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
alter table data.changesets enable row level security;
alter table data.changesets force row level security;

create table data.columns (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  table_id uuid not null,
  name text not null,
  display_name text not null,
  type text not null,
  is_required boolean not null default false,
  is_unique boolean not null default false,
  default_value jsonb,
  description text,
  options jsonb not null default '{}'::jsonb,
  "position" integer not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint columns_name_taken UNIQUE (team_id, table_id, name),
  constraint columns_pkey PRIMARY KEY (team_id, id),
  constraint columns_team_id_table_id_fkey FOREIGN KEY (team_id, table_id) REFERENCES data.tables(team_id, id)
);
alter table data.columns enable row level security;
alter table data.columns force row level security;

create table data.counters (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  column_id uuid not null,
  value bigint not null,
  constraint counters_pkey PRIMARY KEY (team_id, column_id)
);
alter table data.counters enable row level security;
alter table data.counters force row level security;

create table data.file_addresses (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  hash bytea not null,
  file_id uuid not null,
  is_saved boolean not null,
  expires_at timestamp with time zone not null,
  constraint file_addresses_hash CHECK ((octet_length(hash) = 32)),
  constraint file_addresses_pkey PRIMARY KEY (team_id, hash)
);
alter table data.file_addresses enable row level security;
alter table data.file_addresses force row level security;

create table data.file_pins (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  file_id uuid not null,
  holder_id uuid not null,
  constraint file_pins_pkey PRIMARY KEY (team_id, holder_id, file_id)
);
alter table data.file_pins enable row level security;
alter table data.file_pins force row level security;

create table data.file_usage (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  live_files bigint not null default 0,
  live_bytes bigint not null default 0,
  constraint file_usage_pkey PRIMARY KEY (team_id)
);
alter table data.file_usage enable row level security;
alter table data.file_usage force row level security;

create table data.files (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  mime_type text not null,
  size_bytes bigint not null,
  checksum_sha256 text not null,
  visibility text not null,
  folder text,
  tags text[] not null,
  uploaded_by uuid not null,
  source_archive_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  purged_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  public_secret text,
  folder_key uuid generated always as stored default (md5(folder))::uuid,
  keep_location boolean not null default false,
  constraint files_checksum CHECK ((checksum_sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint files_name CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 255))),
  constraint files_pkey PRIMARY KEY (team_id, id),
  constraint files_size CHECK ((size_bytes >= 0)),
  constraint files_visibility CHECK ((visibility = ANY (ARRAY['private'::text, 'public'::text])))
);
alter table data.files enable row level security;
alter table data.files force row level security;

create table data.idempotency_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id bytea not null,
  fingerprint bytea not null,
  status integer not null,
  headers json not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (team_id, id)
);
alter table data.idempotency_keys enable row level security;
alter table data.idempotency_keys force row level security;

create table data.import_attachments (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  attachment_id text not null,
  file_id uuid,
  fault jsonb,
  constraint import_attachments_one CHECK (((file_id IS NULL) <> (fault IS NULL))),
  constraint import_attachments_pkey PRIMARY KEY (team_id, import_id, attachment_id)
);
alter table data.import_attachments enable row level security;
alter table data.import_attachments force row level security;

create table data.import_bases (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  base_id text not null,
  token bytea,
  token_until timestamp with time zone not null,
  tables jsonb,
  part integer not null default 0,
  page integer not null default 0,
  place text,
  failures integer not null default 0,
  records integer not null default 0,
  bytes bigint not null default 0,
  sha256 text,
  constraint import_bases_pkey PRIMARY KEY (team_id, import_id)
);
alter table data.import_bases enable row level security;
alter table data.import_bases force row level security;

create table data.import_jobs (
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
alter table data.import_jobs enable row level security;
alter table data.import_jobs force row level security;

create table data.import_keys (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  generation integer not null,
  key bytea not null,
  part integer not null,
  "row" integer not null,
  constraint import_keys_pkey PRIMARY KEY (team_id, import_id, generation, key)
);
alter table data.import_keys enable row level security;
alter table data.import_keys force row level security;

create table data.import_links (
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
alter table data.import_links enable row level security;
alter table data.import_links force row level security;

create table data.import_named (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  generation integer not null,
  key bytea not null,
  goal jsonb not null,
  is_waiting boolean not null default true,
  record_id uuid,
  constraint import_named_pkey PRIMARY KEY (team_id, import_id, generation, key)
);
alter table data.import_named enable row level security;
alter table data.import_named force row level security;

create table data.import_records (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  part integer not null,
  page integer not null,
  records integer not null,
  content bytea not null,
  constraint import_records_pkey PRIMARY KEY (team_id, import_id, part, page)
);
alter table data.import_records enable row level security;
alter table data.import_records force row level security;

create table data.import_rows (
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
alter table data.import_rows enable row level security;
alter table data.import_rows force row level security;

create table data.import_sources (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  import_id uuid not null,
  content text,
  file_id uuid,
  constraint import_sources_one CHECK (((content IS NULL) <> (file_id IS NULL))),
  constraint import_sources_pkey PRIMARY KEY (team_id, import_id)
);
alter table data.import_sources enable row level security;
alter table data.import_sources force row level security;

create table data.import_uploads (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null,
  name text not null,
  size_bytes bigint not null,
  checksum_sha256 text not null,
  created_by_type text not null,
  created_by_id text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  import_id uuid,
  constraint import_uploads_pkey PRIMARY KEY (team_id, id)
);
alter table data.import_uploads enable row level security;
alter table data.import_uploads force row level security;

create table data.imports (
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
alter table data.imports enable row level security;
alter table data.imports force row level security;

create table data.index_wishes (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  table_id uuid not null,
  field text not null,
  kind text not null,
  uses bigint not null,
  wished_at timestamp with time zone not null default now(),
  constraint index_wishes_kind_check CHECK ((kind = ANY (ARRAY['sort'::text, 'match'::text, 'range'::text, 'contains'::text, 'search'::text, 'members'::text, 'deleted'::text]))),
  constraint index_wishes_pkey PRIMARY KEY (team_id, table_id, field, kind)
);
alter table data.index_wishes enable row level security;
alter table data.index_wishes force row level security;

create table data.merged_contacts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  contact_id uuid not null,
  merged_into uuid,
  live_id uuid,
  version integer not null,
  constraint merged_contacts_pkey PRIMARY KEY (team_id, contact_id)
);
alter table data.merged_contacts enable row level security;
alter table data.merged_contacts force row level security;

create table data.migrations (
  id integer not null default nextval('data.migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  constraint migrations_pkey PRIMARY KEY (id)
);

create table data.outbox (
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
alter table data.outbox enable row level security;
alter table data.outbox force row level security;

create table data.relay_position (
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

create table data.revived_cells (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  column_id uuid not null,
  row_id uuid not null,
  seq bigint not null generated always as identity,
  of_column jsonb not null,
  held jsonb not null,
  got jsonb,
  constraint revived_cells_pkey PRIMARY KEY (team_id, column_id, row_id, seq)
);
alter table data.revived_cells enable row level security;
alter table data.revived_cells force row level security;

create table data.row_counts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  table_id uuid not null,
  total bigint not null,
  constraint row_counts_pkey PRIMARY KEY (team_id, table_id)
);
alter table data.row_counts enable row level security;
alter table data.row_counts force row level security;

create table data.row_states (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  table_id uuid not null,
  row_id uuid not null,
  id uuid not null default uuidv7(),
  column_id uuid not null,
  from_state text,
  to_state text,
  changed_at timestamp with time zone not null default clock_timestamp(),
  actor_type text not null,
  actor_id text,
  changeset_id uuid,
  constraint row_states_pkey PRIMARY KEY (team_id, table_id, row_id, id)
);
alter table data.row_states enable row level security;
alter table data.row_states force row level security;

create table data.rows (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  table_id uuid not null,
  id uuid not null default uuidv7(),
  data jsonb not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  created_by_type text not null,
  created_by_id text,
  updated_by_type text,
  updated_by_id text,
  constraint rows_pkey PRIMARY KEY (team_id, table_id, id)
);
alter table data.rows enable row level security;
alter table data.rows force row level security;

create table data.rule_counts (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  rule_id uuid not null,
  hand text not null,
  day date not null,
  unit text not null,
  value bigint not null,
  constraint rule_counts_pkey PRIMARY KEY (team_id, rule_id, hand, day, unit)
);
alter table data.rule_counts enable row level security;
alter table data.rule_counts force row level security;

create table data.search_embeddings (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  embedder text not null,
  size integer,
  asked_at timestamp with time zone not null default clock_timestamp(),
  failed_at timestamp with time zone,
  constraint search_embeddings_pkey PRIMARY KEY (team_id)
);
alter table data.search_embeddings enable row level security;
alter table data.search_embeddings force row level security;

create table data.search_entries (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  kind text not null,
  parent_id uuid not null,
  id uuid not null,
  words tsvector not null,
  length integer not null,
  constraint search_entries_pkey PRIMARY KEY (team_id, kind, parent_id, id)
);
alter table data.search_entries enable row level security;
alter table data.search_entries force row level security;

create table data.search_position (
  only_one boolean not null default true,
  xid xid8 not null,
  seq bigint not null,
  edition integer not null default 0,
  constraint search_position_only_one_check CHECK (only_one),
  constraint search_position_pkey PRIMARY KEY (only_one)
);

create table data.search_unembedded (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  kind text not null,
  parent_id uuid not null,
  id uuid not null,
  asked_at timestamp with time zone not null default clock_timestamp(),
  constraint search_unembedded_pkey PRIMARY KEY (team_id, kind, parent_id, id),
  constraint search_unembedded_team_id_kind_parent_id_id_fkey FOREIGN KEY (team_id, kind, parent_id, id) REFERENCES data.search_entries(team_id, kind, parent_id, id) ON DELETE CASCADE
);
alter table data.search_unembedded enable row level security;
alter table data.search_unembedded force row level security;

create table data.search_vectors (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  kind text not null,
  parent_id uuid not null,
  id uuid not null,
  size integer not null,
  vector platform.halfvec not null,
  text_digest text,
  constraint search_vectors_pkey PRIMARY KEY (team_id, kind, parent_id, id),
  constraint search_vectors_team_id_kind_parent_id_id_fkey FOREIGN KEY (team_id, kind, parent_id, id) REFERENCES data.search_entries(team_id, kind, parent_id, id) ON DELETE CASCADE
);
alter table data.search_vectors enable row level security;
alter table data.search_vectors force row level security;

create table data.search_walks (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  kind text not null,
  parent_id uuid not null,
  asked_at timestamp with time zone not null default clock_timestamp(),
  after_id uuid,
  walked bigint not null default 0,
  constraint search_walks_pkey PRIMARY KEY (team_id, kind, parent_id)
);
alter table data.search_walks enable row level security;
alter table data.search_walks force row level security;

create table data.search_words (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  word text not null,
  entries integer not null,
  constraint search_words_pkey PRIMARY KEY (team_id, word)
);
alter table data.search_words enable row level security;
alter table data.search_words force row level security;

create table data.seeds (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  plural text not null,
  ids uuid[] not null,
  constraint seeds_pkey PRIMARY KEY (team_id, plural)
);
alter table data.seeds enable row level security;
alter table data.seeds force row level security;

create table data.set_aside (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  table_id uuid not null,
  seq bigint not null generated always as identity,
  name text not null,
  until timestamp with time zone not null,
  of_column jsonb,
  filled uuid,
  fill jsonb,
  row_id uuid,
  constraint set_aside_pkey PRIMARY KEY (team_id, table_id, seq)
);
alter table data.set_aside enable row level security;
alter table data.set_aside force row level security;

create table data.storages (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  table_id uuid not null,
  relation text not null,
  row_count bigint not null,
  created_at timestamp with time zone not null default now(),
  physical text,
  constraint storages_pkey PRIMARY KEY (team_id, table_id)
);
alter table data.storages enable row level security;
alter table data.storages force row level security;

create table data.tables (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  name text not null,
  display_name text not null,
  description text,
  icon text,
  is_system boolean not null default false,
  schema_version integer not null default 1,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text,
  constraint tables_name_taken UNIQUE (team_id, name),
  constraint tables_pkey PRIMARY KEY (team_id, id)
);
alter table data.tables enable row level security;
alter table data.tables force row level security;

create table data.unique_values (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  column_id uuid not null,
  value_hash bytea not null,
  row_id uuid not null,
  constraint unique_values_pkey PRIMARY KEY (team_id, column_id, value_hash)
);
alter table data.unique_values enable row level security;
alter table data.unique_values force row level security;

create table data.unnormalized (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  relation text not null,
  key text[] not null,
  columns text[] not null,
  found_at timestamp with time zone not null default now(),
  constraint unnormalized_pkey PRIMARY KEY (team_id, relation, key)
);
alter table data.unnormalized enable row level security;
alter table data.unnormalized force row level security;

create table data.views (
  team_id uuid not null default (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid,
  id uuid not null default uuidv7(),
  table_id uuid not null,
  name text not null,
  kind text not null,
  is_favorite boolean not null,
  settings jsonb not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  created_by_type text not null,
  created_by_id text,
  constraint views_pkey PRIMARY KEY (team_id, id),
  constraint views_team_id_table_id_fkey FOREIGN KEY (team_id, table_id) REFERENCES data.tables(team_id, id)
);
alter table data.views enable row level security;
alter table data.views force row level security;

CREATE INDEX articles_author ON data.articles USING btree (team_id, author_id) WHERE (author_id IS NOT NULL);

CREATE INDEX articles_created ON data.articles USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX articles_search ON data.articles USING gin (data.lines(VARIADIC ARRAY[title, slug, excerpt, body]) platform.contains_ops);

CREATE UNIQUE INDEX articles_slug_taken ON data.articles USING btree (team_id, slug) WHERE (deleted_at IS NULL);

CREATE INDEX articles_tags ON data.articles USING gin (tags platform.tags_ops);

CREATE INDEX articles_updated ON data.articles USING btree (team_id, updated_at, id);

CREATE INDEX artifacts_created ON data.artifacts USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX artifacts_search ON data.artifacts USING gin (data.lines(VARIADIC ARRAY[title, summary, content]) platform.contains_ops);

CREATE INDEX artifacts_tags ON data.artifacts USING gin (tags platform.tags_ops);

CREATE INDEX artifacts_updated ON data.artifacts USING btree (team_id, updated_at, id);

CREATE INDEX bases_created ON data.bases USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX bases_search ON data.bases USING gin (data.lines(VARIADIC ARRAY[name, description]) platform.contains_ops);

CREATE INDEX bases_updated ON data.bases USING btree (team_id, updated_at, id);

CREATE INDEX changes_order ON data.changes USING btree (xid, seq) WHERE (xid IS NOT NULL);

CREATE INDEX changes_resource ON data.changes USING btree (team_id, resource, resource_id, seq);

CREATE INDEX changeset_comments_mentions ON data.changeset_comments USING btree (team_id, changeset_id) WHERE (mentions <> '{}'::uuid[]);

CREATE INDEX changeset_undos_due_at_idx ON data.changeset_undos USING btree (due_at) WHERE is_asleep;

CREATE INDEX changeset_undos_team_id_due_at_idx ON data.changeset_undos USING btree (team_id, due_at) WHERE (state = 'ready'::text);

CREATE INDEX changeset_undos_team_id_due_at_idx1 ON data.changeset_undos USING btree (team_id, due_at) WHERE (state = 'under_way'::text);

CREATE INDEX changeset_votes_member ON data.changeset_votes USING btree (team_id, member_id, changeset_id);

CREATE UNIQUE INDEX changesets_members ON data.changesets USING btree (team_id, set_id, place) WHERE (set_id IS NOT NULL);

CREATE INDEX changesets_queued ON data.changesets USING btree (team_id, id) WHERE (status = 'queued'::text);

CREATE INDEX changesets_waiting ON data.changesets USING btree (expires_at) WHERE (status = 'queued'::text);

CREATE INDEX columns_relations ON data.columns USING btree (team_id, table_id) WHERE (type = 'relation'::text);

CREATE INDEX columns_states ON data.columns USING btree (team_id, table_id) WHERE (type = 'state'::text);

CREATE INDEX columns_unique ON data.columns USING btree (team_id, table_id) WHERE is_unique;

CREATE INDEX file_addresses_expired ON data.file_addresses USING btree (team_id, expires_at);

CREATE INDEX file_addresses_opened ON data.file_addresses USING btree (hash);

CREATE INDEX file_pins_files ON data.file_pins USING btree (team_id, file_id);

CREATE INDEX files_archive ON data.files USING btree (team_id, source_archive_id) WHERE (source_archive_id IS NOT NULL);

CREATE INDEX files_checksum ON data.files USING btree (team_id, checksum_sha256) WHERE (deleted_at IS NULL);

CREATE INDEX files_created ON data.files USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX files_deleted ON data.files USING btree (team_id, deleted_at) WHERE ((deleted_at IS NOT NULL) AND (purged_at IS NULL));

CREATE INDEX files_folder ON data.files USING btree (team_id, folder_key, created_at DESC, id DESC);

CREATE INDEX files_mime_type ON data.files USING btree (team_id, mime_type COLLATE "C");

CREATE INDEX files_public ON data.files USING btree (public_secret) WHERE (public_secret IS NOT NULL);

CREATE INDEX files_search ON data.files USING gin (name platform.contains_ops);

CREATE INDEX files_tags ON data.files USING gin (tags platform.tags_ops);

CREATE INDEX files_updated ON data.files USING btree (team_id, updated_at, id);

CREATE INDEX import_jobs_asleep ON data.import_jobs USING btree (due_at) WHERE is_asleep;

CREATE INDEX import_jobs_ready ON data.import_jobs USING btree (team_id, line_id, due_at) WHERE (state = 'ready'::text);

CREATE INDEX import_jobs_under_way ON data.import_jobs USING btree (team_id, line_id, due_at) WHERE (state = 'under_way'::text);

CREATE INDEX import_links_keys ON data.import_links USING btree (team_id, import_id, generation, key) WHERE (key IS NOT NULL);

CREATE INDEX import_links_waiting ON data.import_links USING btree (team_id, import_id, generation, part, "row") WHERE is_waiting;

CREATE INDEX import_named_waiting ON data.import_named USING btree (team_id, import_id, generation, key) WHERE is_waiting;

CREATE INDEX import_rows_verdicts ON data.import_rows USING btree (team_id, import_id, generation, verdict, part, "row");

CREATE INDEX import_rows_waiting ON data.import_rows USING btree (team_id, import_id, generation, part, "row") WHERE (state = 'waiting'::text);

CREATE INDEX import_sources_files ON data.import_sources USING btree (team_id, file_id) WHERE (file_id IS NOT NULL);

CREATE INDEX imports_created ON data.imports USING btree (team_id, created_at DESC, id DESC);

CREATE INDEX imports_unfinished ON data.imports USING btree (team_id) WHERE ((ended_at IS NULL) AND (deleted_at IS NULL));

CREATE INDEX imports_updated ON data.imports USING btree (team_id, updated_at, id);

CREATE INDEX merged_contacts_into ON data.merged_contacts USING btree (team_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX merged_contacts_live ON data.merged_contacts USING btree (team_id, live_id) WHERE (live_id IS NOT NULL);

CREATE INDEX outbox_order ON data.outbox USING btree (xid, seq);

CREATE INDEX rows_created ON data.rows USING btree (team_id, table_id, created_at, id);

CREATE INDEX search_vectors_1024 ON data.search_vectors USING hnsw (((vector)::platform.halfvec(1024)) platform.halfvec_cosine_ops) WHERE (size = 1024);

CREATE INDEX search_vectors_1536 ON data.search_vectors USING hnsw (((vector)::platform.halfvec(1536)) platform.halfvec_cosine_ops) WHERE (size = 1536);

CREATE INDEX search_vectors_3072 ON data.search_vectors USING hnsw (((vector)::platform.halfvec(3072)) platform.halfvec_cosine_ops) WHERE (size = 3072);

CREATE INDEX search_vectors_384 ON data.search_vectors USING hnsw (((vector)::platform.halfvec(384)) platform.halfvec_cosine_ops) WHERE (size = 384);

CREATE INDEX search_vectors_4000 ON data.search_vectors USING hnsw (((vector)::platform.halfvec(4000)) platform.halfvec_cosine_ops) WHERE (size = 4000);

CREATE INDEX search_vectors_768 ON data.search_vectors USING hnsw (((vector)::platform.halfvec(768)) platform.halfvec_cosine_ops) WHERE (size = 768);

CREATE INDEX search_words_alike ON data.search_words USING gin (word platform.contains_ops) WITH (gin_pending_list_limit='256');

CREATE INDEX search_words_of_entries ON data.search_entries USING gin (words platform.words_ops) WITH (gin_pending_list_limit='256');

CREATE INDEX set_aside_of_rows ON data.set_aside USING btree (team_id, table_id, row_id);

CREATE INDEX views_of_table ON data.views USING btree (team_id, table_id, created_at, id);

create policy team on data.articles for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.artifacts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.bases for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.bases for select to data_worker
  using true
  with check;

create policy team on data.blocks for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.changes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.changes for select to data_worker
  using true
  with check;

create policy team on data.changeset_comments for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.changeset_left for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.changeset_undos for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.changeset_undos for all to data_worker
  using true
  with check true;

create policy team on data.changeset_versions for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.changeset_votes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy expiry on data.changesets for select to data_relay
  using (status = 'queued'::text)
  with check;

create policy team on data.changesets for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.columns for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.counters for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on data.file_addresses for select to data_lookup
  using true
  with check;

create policy team on data.file_addresses for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.file_pins for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.file_usage for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy lookup on data.files for select to data_lookup
  using (public_secret IS NOT NULL)
  with check;

create policy team on data.files for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy reap on data.idempotency_keys for delete to data
  using (created_at < (now() - '24:00:00'::interval))
  with check;

create policy team on data.idempotency_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.import_attachments for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.import_bases for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.import_jobs for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.import_jobs for all to data_worker
  using true
  with check true;

create policy team on data.import_keys for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.import_links for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.import_named for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.import_records for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.import_rows for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.import_sources for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.import_uploads for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.imports for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.index_wishes for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.index_wishes for select to data_worker
  using true
  with check;

create policy team on data.merged_contacts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy relay on data.outbox for select to data_relay
  using true
  with check;

create policy relay_reaps on data.outbox for delete to data_relay
  using (created_at < (now() - '7 days'::interval))
  with check;

create policy team on data.outbox for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.revived_cells for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.row_counts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.row_counts for all to data_worker
  using true
  with check true;

create policy team on data.row_states for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.rows for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.rows for select to data_worker
  using true
  with check;

create policy team on data.rule_counts for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.search_embeddings for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.search_embeddings for select to data_worker
  using true
  with check;

create policy team on data.search_entries for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.search_unembedded for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.search_unembedded for select to data_worker
  using true
  with check;

create policy team on data.search_vectors for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.search_walks for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.search_walks for all to data_worker
  using true
  with check true;

create policy team on data.search_words for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.seeds for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.set_aside for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.storages for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.storages for select to data_worker
  using true
  with check;

create policy team on data.tables for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy worker on data.tables for select to data_worker
  using true
  with check;

create policy team on data.unique_values for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.unnormalized for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

create policy team on data.views for all to public
  using (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"))
  with check (team_id = ( SELECT (NULLIF(current_setting('app.team_id'::text, true), ''::text))::uuid AS "nullif"));

CREATE TRIGGER articles_publication BEFORE INSERT OR UPDATE ON data.articles FOR EACH ROW EXECUTE FUNCTION data.note_publication();

CREATE TRIGGER articles_recorded AFTER INSERT OR DELETE OR UPDATE ON data.articles FOR EACH ROW EXECUTE FUNCTION data.record_change('articles');

CREATE TRIGGER artifacts_recorded AFTER INSERT OR DELETE OR UPDATE ON data.artifacts FOR EACH ROW EXECUTE FUNCTION data.record_change('artifacts');

CREATE TRIGGER bases_recorded AFTER INSERT ON data.bases FOR EACH ROW EXECUTE FUNCTION data.record_change('bases');

CREATE TRIGGER blocks_recorded AFTER INSERT ON data.blocks FOR EACH ROW EXECUTE FUNCTION data.record_change('blocks');

CREATE TRIGGER columns_recorded AFTER INSERT OR DELETE OR UPDATE ON data.columns FOR EACH ROW EXECUTE FUNCTION data.record_change('columns');

CREATE TRIGGER files_changed AFTER UPDATE ON data.files FOR EACH ROW WHEN ((NOT (new.purged_at IS DISTINCT FROM old.purged_at))) EXECUTE FUNCTION data.record_change('files', 'folder_key');

CREATE TRIGGER files_counted_changed AFTER UPDATE ON data.files REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION data.count_files();

CREATE TRIGGER files_counted_gone AFTER DELETE ON data.files REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION data.count_files();

CREATE TRIGGER files_counted_new AFTER INSERT ON data.files REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION data.count_files();

CREATE TRIGGER files_public_secret BEFORE INSERT OR UPDATE ON data.files FOR EACH ROW EXECUTE FUNCTION data.keep_public_secret();

CREATE TRIGGER files_recorded AFTER INSERT OR DELETE ON data.files FOR EACH ROW EXECUTE FUNCTION data.record_change('files', 'folder_key');

CREATE TRIGGER announce_merges AFTER INSERT ON data.merged_contacts FOR EACH ROW EXECUTE FUNCTION data.announce_merges();

CREATE TRIGGER rows_kept_made AFTER INSERT ON data.rows REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION data.keep_new_rows();

CREATE TRIGGER rows_kept_moved AFTER UPDATE ON data.rows REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION data.keep_changed_rows();

CREATE TRIGGER rows_recorded AFTER DELETE OR UPDATE ON data.rows FOR EACH ROW WHEN ((CURRENT_USER <> 'data_owner'::name)) EXECUTE FUNCTION data.record_change('rows');

CREATE TRIGGER tables_recorded AFTER INSERT OR DELETE OR UPDATE ON data.tables FOR EACH ROW EXECUTE FUNCTION data.record_change('tables', 'schema_version');

CREATE TRIGGER views_recorded AFTER INSERT OR DELETE OR UPDATE ON data.views FOR EACH ROW EXECUTE FUNCTION data.record_change('views');

CREATE OR REPLACE FUNCTION data.announce_merges()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'data', 'pg_catalog'
AS $function$
begin
  if (select count(*) from (select from merged_contacts m where m.team_id = new.team_id limit 2) known) = 1 then
    update tables t set schema_version = t.schema_version + 1
    where t.team_id = new.team_id and (
      t.is_system and t.name = 'assets'
      or exists (select from columns c where c.team_id = t.team_id and c.table_id = t.id and c.type = 'contact')
    );
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION data.catch_up_copy(team uuid, promoted uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
 SET enable_nestloop TO 'off'
AS $function$
declare
  physical constant text := data.physical_name(promoted);
  settled constant xid8 := pg_snapshot_xmin(pg_current_snapshot());
  settled_before constant xid8 := obj_description(format('data.%I', physical)::regclass, 'pg_class');
  unsettled uuid[];
  stale bigint;
  fresh bigint;
begin
  execute format(
    'select array(
       select n.id from data.%I n where not exists (
         select from only data.rows r
         where r.team_id = $1 and r.table_id = $2 and r.id = n.id and age(r.xmin) > age($3)))',
    physical) into unsettled using team, promoted, settled_before::xid;
  execute format(
    'delete from data.%I n where n.id = any ($3) and not exists (
       select from only data.rows r
       where r.team_id = $1 and r.table_id = $2 and r.id = any ($3) and r.id = n.id and r is not distinct from n)',
    physical) using team, promoted, unsettled;
  get diagnostics stale = row_count;
  execute format(
    'insert into data.%1$I select r.* from only data.rows r
     where r.team_id = $1 and r.table_id = $2
       and not exists (select from data.%1$I n where n.team_id = $1 and n.table_id = $2 and n.id = r.id)',
    physical) using team, promoted;
  get diagnostics fresh = row_count;
  execute format('comment on table data.%I is %L', physical, settled);
  return greatest(stale, fresh);
end
$function$;

CREATE OR REPLACE FUNCTION data.claimed_hash(type text, cell jsonb)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to(CASE WHEN (jsonb_typeof(cell) <> 'string'::text) THEN (cell)::text WHEN (type = 'email'::text) THEN (to_jsonb(platform.folded_email((cell #>> '{}'::text[]))))::text ELSE NORMALIZE((cell)::text, NFC) END, 'UTF8'::name));

CREATE OR REPLACE FUNCTION data.copy_table(team uuid, promoted uuid, anew boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  physical constant text := data.physical_name(promoted);
  differing bigint;
begin
  perform set_config('app.team_id', team::text, true);
  if exists (select from data.storages s where s.team_id = team and s.table_id = promoted)
     or not exists (select from data.tables t where t.team_id = team and t.id = promoted) then
    return null;
  end if;
  if anew then
    execute format('drop table if exists data.%I', physical);
    execute format(
      'create table data.%I (like data.rows including all, constraint %I check (team_id = %L and table_id = %L))',
      physical, physical || '_only', team, promoted);
    perform platform.isolate_teams(format('data.%I', physical)::regclass);
    if not platform.is_leakproof() then
      execute format('revoke all on data.%I from data', physical);
      -- The view reads with the rights of its owner, who is bound by its condition alone.
      execute format('alter table data.%I no force row level security', physical);
    end if;
  end if;
  differing := data.catch_up_copy(team, promoted);
  if anew then
    execute format('analyze data.%I', physical);
  end if;
  return differing;
end
$function$;

CREATE OR REPLACE FUNCTION data.count_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into data.file_usage as u (team_id, live_files, live_bytes)
    select team_id, count(*), sum(size_bytes) from added where deleted_at is null group by team_id
    on conflict (team_id) do update
    set live_files = u.live_files + excluded.live_files, live_bytes = u.live_bytes + excluded.live_bytes;
  elsif tg_op = 'UPDATE' then
    update data.file_usage u
    set live_files = u.live_files + d.files, live_bytes = u.live_bytes + d.bytes
    from (
      select team_id, sum(sign) as files, sum(sign * size_bytes) as bytes
      from (
        select team_id, 1 as sign, size_bytes from added where deleted_at is null
        union all
        select team_id, -1, size_bytes from removed where deleted_at is null
      ) moved
      group by team_id
    ) d
    where u.team_id = d.team_id and d.files <> 0;
  else
    update data.file_usage u
    set live_files = u.live_files - d.files, live_bytes = u.live_bytes - d.bytes
    from (select team_id, count(*) as files, sum(size_bytes) as bytes from removed where deleted_at is null group by team_id) d
    where u.team_id = d.team_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION data.holds_columns(team uuid, checked_table uuid, checked_version integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'data', 'pg_catalog'
AS $function$
begin
  if pg_advisory_xact_lock_shared(schema_lock(checked_table)) is null then
    return null;
  end if;
  perform from tables t where t.team_id = team and t.id = checked_table and t.schema_version = checked_version;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION data.keep_changed_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'data', 'pg_catalog'
AS $function$
declare
  kept constant columns[] := array(
    select c from columns c
    where c.team_id = (select n.team_id from new_rows n limit 1)
      and c.table_id = any (array(select distinct n.table_id from new_rows n)) and (c.is_unique or c.type = 'state')
    order by c.id
  );
  is_normalizing constant boolean := current_setting('app.normalizing', true) is not distinct from 'on';
  col columns;
  former unique_values;
  claims unique_values[];
  leaves unique_values[];
  left_behind unique_values[] := '{}';
  claimed bigint;
  refused record;
begin
  foreach col in array kept loop
    -- Most statements change one row, and leave these cells as they are.
    continue when (select count(*) from new_rows) = 1 and exists (
      select from new_rows n, old_rows o
      where n.deleted_at is not distinct from o.deleted_at and n.data -> col.name is not distinct from o.data -> col.name
    );
    if col.type = 'state' and not is_normalizing then
      -- Old and new rows are grouped, not joined: in a time that grows with their number alone, whatever plan is kept.
      insert into row_states (team_id, table_id, row_id, column_id, from_state, to_state, actor_type, actor_id,
                              changeset_id)
      select w.team_id, col.table_id, w.id, col.id, min(w.state) filter (where not w.is_new),
        min(w.state) filter (where w.is_new), current_setting('app.actor_type'),
        nullif(current_setting('app.actor_id'), ''), nullif(current_setting('app.changeset_id', true), '')::uuid
      from (
        select n.team_id, n.id, n.data ->> col.name as state, true as is_new
        from new_rows n where n.table_id = col.table_id
        union all
        select o.team_id, o.id, o.data ->> col.name, false
        from old_rows o where o.table_id = col.table_id
      ) w
      group by w.team_id, w.id
      having min(w.state) filter (where not w.is_new) is distinct from min(w.state) filter (where w.is_new);
    end if;
    continue when not col.is_unique;
    select array_agg((v.team_id, col.id, v.value_hash, v.id)::unique_values order by v.value_hash, v.id)
        filter (where v.is_new),
      array_agg((v.team_id, col.id, v.value_hash, v.id)::unique_values) filter (where not v.is_new)
    into claims, leaves
    from (
      select w.team_id, w.id, w.value_hash, bool_and(w.is_new) as is_new
      from (
        select n.team_id, n.id, claimed_hash(col.type, n.data -> col.name) as value_hash, true as is_new
        from new_rows n where n.table_id = col.table_id and n.deleted_at is null and n.data ? col.name
        union all
        -- A cell in another spelling than NFC may have the claim of that spelling, where another row has the value.
        select o.team_id, o.id,
          case when o.data ->> col.name is nfc normalized or exists (
              select from new_rows n
              where n.id = o.id and n.deleted_at is null and n.data -> col.name = o.data -> col.name
            ) then claimed_hash(col.type, o.data -> col.name)
          else sha256(convert_to((o.data -> col.name)::text, 'UTF8')) end, false
        from old_rows o where o.table_id = col.table_id and o.deleted_at is null and o.data ? col.name
        union all
        -- Or that of the value, which it leaves with the value alone.
        select o.team_id, o.id, claimed_hash(col.type, o.data -> col.name), false
        from old_rows o
        where o.table_id = col.table_id and o.deleted_at is null and o.data ->> col.name is not nfc normalized
          and not exists (
            select from new_rows n
            where n.id = o.id and n.deleted_at is null and n.data ? col.name
              and claimed_hash(col.type, n.data -> col.name) = claimed_hash(col.type, o.data -> col.name)
          )
      ) w
      group by 1, 2, 3
      -- A value that a row had and has is on both sides.
      having count(*) = 1
    ) v;
    left_behind := left_behind || leaves;
    continue when claims is null;
    if col.type = 'contact' then
      perform refuse_same_contacts(col, array_agg(n.id), array_agg(n.data -> col.name))
      from new_rows n where n.id = any (array(select c.row_id from unnest(claims) c));
    end if;
    insert into unique_values select c.* from unnest(claims) c on conflict do nothing;
    get diagnostics claimed = row_count;
    continue when claimed = cardinality(claims);
    -- A value that is held by the row already was claimed before the statement; a holder that is gone by now has no id.
    select c.row_id, u.row_id as holder into refused
    from unnest(claims) c
      left join unique_values u
        on u.team_id = c.team_id and u.column_id = c.column_id and u.value_hash = c.value_hash
    where u.row_id is distinct from c.row_id
    limit 1;
    if found then
      raise unique_violation using message = 'the value of a unique column is taken',
        constraint = 'rows_unique_value', column = col.name, detail = coalesce(refused.holder::text, ''),
        hint = refused.row_id::text;
    end if;
  end loop;
  foreach former in array left_behind loop
    delete from unique_values u
    where u.team_id = former.team_id and u.column_id = former.column_id and u.value_hash = former.value_hash
      and u.row_id = former.row_id;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION data.keep_new_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'data', 'pg_catalog'
AS $function$
declare
  changeset constant uuid := nullif(current_setting('app.changeset_id', true), '')::uuid;
  -- The owner acts for nobody.
  actor_type constant text := current_setting('app.actor_type', true);
  actor_id constant text := current_setting('app.actor_id', true);
  token_id constant text := current_setting('app.token_id', true);
  request_id constant text := current_setting('app.request_id', true);
  door constant text := nullif(current_setting('app.door', true), '');
  kept columns[];
  col columns;
  claimed bigint;
  refused record;
begin
  with recorded as (
    insert into changes (team_id, changeset_id, resource, resource_id, op, after,
                         actor_type, actor_id, token_id, request_id, door)
    select n.team_id, changeset, 'rows', n.id, 'create', to_jsonb(n), actor_type, actor_id, token_id, request_id, door
    from new_rows n
    -- The owner changes rows for housekeeping alone (migration 0006).
    where current_user <> 'data_owner'
  )
  select array(
    select c from columns c
    -- One statement inserts rows of one table.
    where (c.team_id, c.table_id) = (select n.team_id, n.table_id from new_rows n limit 1)
      and (c.is_unique or c.type = 'state')
    order by c.id
  ) into kept;
  foreach col in array kept loop
    if col.type = 'state' then
      insert into row_states (team_id, table_id, row_id, column_id, to_state, actor_type, actor_id, changeset_id)
      select n.team_id, n.table_id, n.id, col.id, n.data ->> col.name, actor_type, nullif(actor_id, ''), changeset
      from new_rows n where n.data ? col.name;
    end if;
    continue when not col.is_unique;
    if col.type = 'contact' then
      perform refuse_same_contacts(col, array_agg(n.id), array_agg(n.data -> col.name))
      from new_rows n where n.data ? col.name;
    end if;
    insert into unique_values (team_id, column_id, value_hash, row_id)
    select n.team_id, col.id, claimed_hash(col.type, n.data -> col.name) as value_hash, n.id
    from new_rows n where n.data ? col.name
    order by value_hash, n.id
    on conflict do nothing;
    get diagnostics claimed = row_count;
    continue when claimed = (select count(*) from new_rows n where n.data ? col.name);
    -- The first row whose value another one holds; a value that the transaction has claimed for its row before the statement
    -- is the row's own, and a holder that is gone by now has no id.
    select n.id, u.row_id as holder into refused
    from (select w.*, row_number() over () as place from new_rows w where w.data ? col.name) n
      left join unique_values u on u.team_id = n.team_id and u.column_id = col.id
        and u.value_hash = claimed_hash(col.type, n.data -> col.name)
    where u.row_id is distinct from n.id
    order by n.place
    limit 1;
    if found then
      raise unique_violation using message = 'the value of a unique column is taken',
        constraint = 'rows_unique_value', column = col.name, detail = coalesce(refused.holder::text, '');
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION data.keep_public_secret()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if new.visibility <> 'public' then
    new.public_secret := null;
  elsif tg_op = 'UPDATE' and old.visibility = 'public' and old.public_secret is not null then
    new.public_secret := old.public_secret;
  else
    -- Two random ids have 244 bits; the third makes them more than the digest holds.
    new.public_secret := encode(
      sha256((gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION data.lines(VARIADIC texts text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_string(texts, '
'::text);

CREATE OR REPLACE FUNCTION data.links_lock(table_id uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog'
RETURN hashtextextended(('data.links '::text || table_id), (0)::bigint);

CREATE OR REPLACE FUNCTION data.live_rows(team uuid, counted uuid, most integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'data', 'pg_catalog'
 SET enable_seqscan TO 'off'
RETURN (SELECT count(*) AS count FROM (SELECT FROM ONLY data.rows r WHERE ((r.team_id = live_rows.team) AND (r.table_id = live_rows.counted) AND (r.deleted_at IS NULL)) LIMIT live_rows.most) c);

CREATE OR REPLACE FUNCTION data.note_publication()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, clock_timestamp());
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION data.physical_name(promoted uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (CASE WHEN platform.is_leakproof() THEN 'rows_'::text ELSE 'kept_'::text END || replace((promoted)::text, '-'::text, ''::text));

CREATE OR REPLACE FUNCTION data.promote_table(team uuid, promoted uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  relation constant text := 'rows_' || replace(promoted::text, '-', '');
  physical constant text := data.physical_name(promoted);
  moved bigint;
  copied bigint;
  live bigint;
  trigger_text text;
begin
  perform set_config('app.team_id', team::text, true);
  perform pg_advisory_xact_lock(data.schema_lock(promoted));
  if data.copy_table(team, promoted, to_regclass('data.' || physical) is null) is null then
    return null;
  end if;
  delete from only data.rows r where r.team_id = team and r.table_id = promoted;
  get diagnostics moved = row_count;
  execute format('select count(*), count(*) filter (where deleted_at is null) from data.%I', physical) into copied, live;
  if copied <> moved then
    raise exception 'the copy has % rows where % are to be moved', copied, moved;
  end if;
  for trigger_text in
    select replace(pg_get_triggerdef(t.oid), ' ON data.rows ', format(' ON data.%I ', physical))
    from pg_trigger t where t.tgrelid = 'data.rows'::regclass and not t.tgisinternal
  loop
    execute trigger_text;
  end loop;
  execute format('comment on table data.%I is null', physical);
  execute format('alter table data.%I inherit data.rows', physical);
  execute format('alter table data.%I owner to data_worker', physical);
  if physical <> relation then
    perform data.show_rows(relation, physical);
  end if;
  insert into data.storages (team_id, table_id, relation, physical, row_count)
  values (team, promoted, relation, nullif(physical, relation), live);
  update data.tables t set schema_version = t.schema_version + 1 where t.team_id = team and t.id = promoted;
  return moved;
end
$function$;

CREATE OR REPLACE FUNCTION data.record_change()
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
      insert into data.changes (team_id, changeset_id, resource, resource_id, op, before, after,
                                actor_type, actor_id, token_id, request_id, door)
      values (row_team, nullif(current_setting('app.changeset_id', true), '')::uuid, tg_argv[0],
              row_id, op, old_image, new_image, current_setting('app.actor_type'),
              current_setting('app.actor_id'), current_setting('app.token_id'), current_setting('app.request_id'),
              nullif(current_setting('app.door', true), ''));
      return null;
    end
    $function$;

CREATE OR REPLACE FUNCTION data.refuse_same_contacts(col data.columns, ids uuid[], cells jsonb[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'data', 'pg_catalog'
AS $function$
declare
  refused record;
begin
  perform pg_advisory_xact_lock(hashtextextended(col.id || ' ' || one.live_id, 0))
  from (
    select distinct m.live_id from unnest(cells) c (cell)
    join merged_contacts m on m.team_id = col.team_id and m.live_id is not null
      and (m.contact_id = (c.cell #>> '{}')::uuid or m.live_id = (c.cell #>> '{}')::uuid)
    order by 1
  ) one;
  if not found then
    return;
  end if;
  select c.id, u.row_id as holder into refused
  from unnest(ids, cells) c (id, cell)
    cross join lateral same_cells(col.type, c.cell) s (cell)
    join unique_values u on u.team_id = col.team_id and u.column_id = col.id
      and u.value_hash = claimed_hash(col.type, s.cell)
  where u.row_id <> c.id
  limit 1;
  if found then
    raise unique_violation using message = 'the value of a unique column is taken',
      constraint = 'rows_unique_value', column = col.name, detail = refused.holder::text, hint = refused.id::text;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION data.same_cells(type text, cell jsonb)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE
AS $function$
  with asked (id) as (select (case when type = 'contact' then cell #>> '{}' end)::uuid),
    live (id) as (
      select coalesce((select m.live_id from data.merged_contacts m where m.contact_id = asked.id), asked.id) from asked
    )
  select to_jsonb(s.id)
  from (
    select live.id from live
    union all
    select m.contact_id from live join data.merged_contacts m on m.live_id = live.id
  ) s, asked
  where s.id <> asked.id
$function$;

CREATE OR REPLACE FUNCTION data.schema_lock(table_id uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN hashtextextended(('data.schema '::text || (table_id)::text), (0)::bigint);

CREATE OR REPLACE FUNCTION data.share_links(linked_tables uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'data', 'pg_catalog'
AS $function$
declare
  linked uuid;
begin
  for linked in select t from unnest(linked_tables) t order by t loop
    perform pg_advisory_xact_lock_shared(links_lock(linked));
  end loop;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION data.show_rows(relation text, physical text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  condition text;
begin
  select pg_get_expr(p.polqual, p.polrelid) into strict condition
  from pg_policy p where p.polrelid = format('data.%I', physical)::regclass and p.polname = 'team';
  execute format(
    'create or replace view data.%I as select * from data.%I where %s with check option', relation, physical, condition);
end
$function$;

grant delete, insert, select, update on data.articles to data;

grant delete, insert, select, update on data.artifacts to data;

grant delete, insert, select, update on data.bases to data;

grant insert, select on data.blocks to data;

grant insert, select on data.changes to data;

grant insert, select on data.changeset_comments to data;

grant insert, select on data.changeset_left to data;

grant delete, insert, select, update on data.changeset_undos to data;

grant delete, insert, select, update on data.changeset_undos to data_worker;

grant insert, select on data.changeset_versions to data;

grant insert, select, update on data.changeset_votes to data;

grant insert, select, update on data.changesets to data;

grant delete, insert, select, update on data.columns to data;

grant delete, insert, select, update on data.counters to data;

grant delete, insert, select, update on data.file_addresses to data;

grant select on data.file_addresses to data_lookup;

grant delete, insert, select, update on data.file_pins to data;

grant delete, insert, select, update on data.file_usage to data;

grant delete, insert, select, update on data.files to data;

grant delete, insert, select, update on data.idempotency_keys to data;

grant delete, insert, select, update on data.import_attachments to data;

grant delete, insert, select, update on data.import_bases to data;

grant delete, insert, select, update on data.import_jobs to data;

grant delete, insert, select, update on data.import_jobs to data_worker;

grant delete, insert, select, update on data.import_keys to data;

grant delete, insert, select, update on data.import_links to data;

grant delete, insert, select, update on data.import_named to data;

grant delete, insert, select, update on data.import_records to data;

grant delete, insert, select, update on data.import_rows to data;

grant delete, insert, select, update on data.import_sources to data;

grant delete, insert, select, update on data.import_uploads to data;

grant delete, insert, select, update on data.imports to data;

grant delete, insert, select, update on data.index_wishes to data;

grant select on data.index_wishes to data_worker;

grant delete, insert, select, update on data.merged_contacts to data;

grant select on data.migrations to data;

grant insert, select on data.outbox to data;

grant delete, select on data.outbox to data_relay;

grant insert, select, update on data.relay_position to data_relay;

grant delete, insert, select, update on data.revived_cells to data;

grant delete, insert, select, update on data.row_counts to data;

grant delete, insert, select, update on data.row_counts to data_worker;

grant delete, insert, select, update on data.row_states to data;

grant delete, insert, select, update on data.rows to data;

grant delete, insert, select, update on data.rule_counts to data;

grant delete, insert, select, update on data.search_embeddings to data;

grant delete, insert, select, update on data.search_entries to data;

grant insert, select, update on data.search_position to data_worker;

grant delete, insert, select, update on data.search_unembedded to data;

grant delete, insert, select, update on data.search_vectors to data;

grant delete, insert, select, update on data.search_walks to data;

grant insert, select on data.search_walks to data_worker;

grant delete, insert, select, update on data.search_words to data;

grant delete, insert, select, update on data.seeds to data;

grant delete, insert, select, update on data.set_aside to data;

grant select on data.storages to data;

grant delete, insert, select, update on data.tables to data;

grant delete, insert, select, update on data.unique_values to data;

grant delete, insert, select, update on data.unnormalized to data;

grant delete, insert, select, update on data.views to data;
