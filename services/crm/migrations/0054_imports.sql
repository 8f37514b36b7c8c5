-- Files that a team brings into its contacts (imports.import): their mapping, their verdicts, and the work that is left.
create table crm.imports (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  status text not null,
  -- Verdicts of an earlier generation no longer count.
  generation integer not null default 0,
  source jsonb not null,
  options jsonb not null,
  parts jsonb not null default '[]',
  -- Changes of parts that were sent before the parts were known.
  sent jsonb,
  run_when_clean boolean not null default false,
  counts jsonb not null,
  progress jsonb not null,
  -- Token and door of the caller for whom a check or a run goes on.
  acting jsonb,
  -- Fingerprints of the targets on which the verdicts depend, by part. A run makes no target here.
  stamps jsonb not null default '{}',
  made jsonb not null default '{}',
  changeset_id text,
  error jsonb,
  analysed_at timestamptz,
  checked_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  kept_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  -- Choices that a run adds; contacts have none.
  adds jsonb not null default '{}',
  primary key (team_id, id),
  constraint imports_status check (status in
    ('analysing', 'analysed', 'checking', 'ready', 'running', 'done', 'failed', 'cancelled'))
);
select platform.isolate_teams('crm.imports');
-- The default list: newest first.
create index imports_created on crm.imports (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index imports_updated on crm.imports (team_id, updated_at, id);
create index imports_unfinished on crm.imports (team_id) where ended_at is null and deleted_at is null;

-- Pinned bytes: a text, or a file of data, which is pinned there until this row is removed.
create table crm.import_sources (
  team_id uuid not null,
  import_id uuid not null,
  content text,
  file_id uuid,
  primary key (team_id, import_id),
  constraint import_sources_one check ((content is null) <> (file_id is null))
);
select platform.isolate_teams('crm.import_sources');

create table crm.import_rows (
  team_id uuid not null,
  import_id uuid not null,
  generation integer not null,
  part integer not null,
  row integer not null,
  line integer not null,
  verdict text not null,
  state text not null,
  record_id uuid,
  -- Version of that contact when it was judged.
  base_version integer,
  data jsonb not null,
  -- Cells of the source as they stand there.
  cells jsonb not null,
  errors jsonb not null,
  warnings jsonb not null,
  primary key (team_id, import_id, generation, part, row),
  constraint import_rows_verdict check (verdict in ('create', 'update', 'unchanged', 'skip', 'reject')),
  constraint import_rows_state check (state in ('waiting', 'written', 'changed', 'left'))
);
select platform.isolate_teams('crm.import_rows');
create index import_rows_waiting on crm.import_rows (team_id, import_id, generation, part, row) where state = 'waiting';
create index import_rows_verdicts on crm.import_rows (team_id, import_id, generation, verdict, part, row);

-- Values that are unique in a source, by their digests: the first row that has each.
create table crm.import_keys (
  team_id uuid not null,
  import_id uuid not null,
  generation integer not null,
  key bytea not null,
  part integer not null,
  row integer not null,
  primary key (team_id, import_id, generation, key)
);
select platform.isolate_teams('crm.import_keys');

-- Work that is left of an import, in the form of libs/jobs. Runs of a team share one line, so that they follow each other.
create table crm.import_jobs (
  team_id uuid not null,
  import_id uuid not null,
  line_id uuid not null,
  state text not null default 'ready',
  due_at timestamptz not null,
  attempts integer not null default 0,
  lease uuid,
  is_asleep boolean not null generated always as (state <> 'ready') stored,
  primary key (team_id, import_id),
  constraint import_jobs_state check (state in ('ready', 'waiting', 'under_way')),
  constraint import_jobs_lease check ((state = 'under_way') = (lease is not null))
);
select platform.isolate_teams('crm.import_jobs');
create index import_jobs_ready on crm.import_jobs (team_id, line_id, due_at) where state = 'ready';
create index import_jobs_asleep on crm.import_jobs (due_at) where is_asleep;
create index import_jobs_under_way on crm.import_jobs (team_id, line_id, due_at) where state = 'under_way';
create policy worker on crm.import_jobs to crm_worker using (true) with check (true);
grant select, insert, update, delete on crm.import_jobs to crm_worker;

-- Rows that the cells of a row name, where one of them is written by the import.
create table crm.import_links (
  team_id uuid not null,
  import_id uuid not null,
  generation integer not null,
  part integer not null,
  row integer not null,
  -- Name of the column, and place in its cell.
  name text not null,
  place integer not null,
  -- Key of the value that names the row, as import_keys has it; null for a row that is there.
  key bytea,
  record_id uuid,
  header text not null,
  -- Text of the source.
  value text not null,
  is_many boolean not null,
  on_unknown text not null,
  -- Row that is made if no row of the source has the key.
  goal jsonb,
  -- False once the link is set.
  is_waiting boolean not null default true,
  primary key (team_id, import_id, generation, part, row, name, place),
  constraint import_links_one check ((key is null) = (record_id is not null))
);
select platform.isolate_teams('crm.import_links');
create index import_links_keys on crm.import_links (team_id, import_id, generation, key) where key is not null;
create index import_links_waiting on crm.import_links (team_id, import_id, generation, part, row) where is_waiting;

-- Rows that the run makes because a link names them.
create table crm.import_named (
  team_id uuid not null,
  import_id uuid not null,
  generation integer not null,
  key bytea not null,
  goal jsonb not null,
  is_waiting boolean not null default true,
  record_id uuid,
  primary key (team_id, import_id, generation, key)
);
select platform.isolate_teams('crm.import_named');
create index import_named_waiting on crm.import_named (team_id, import_id, generation, key) where is_waiting;

-- From a row of the source to its keys.
create index import_keys_rows on crm.import_keys (team_id, import_id, generation, part, row);

-- Sets of many changes are undone in pages (trust.sets).
select platform.install_changeset_undos('crm');
