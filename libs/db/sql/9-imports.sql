-- Imports of files (imports.import): their mapping, their verdicts, and the work that is left, which a worker of role
-- <service>_worker does. Called once, by a service into whose records files are imported.
create or replace function platform.install_imports(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create table %1$s.imports (
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
      -- Fingerprints of what the verdicts depend on, and the targets that the run has made, by part.
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
      -- Choices that the run adds, by the id of a column, or the part and the name of a new one.
      adds jsonb not null default '{}',
      primary key (team_id, id),
      constraint imports_status check (status in
        ('analysing', 'analysed', 'checking', 'ready', 'running', 'done', 'failed', 'cancelled'))
    )$sql$, service);
  perform platform.isolate_teams(format('%s.imports', service)::regclass);
  -- The default list: newest first.
  execute format('create index imports_created on %1$s.imports (team_id, created_at desc, id desc)', service);
  -- Readers that keep up by updated_since.
  execute format('create index imports_updated on %1$s.imports (team_id, updated_at, id)', service);
  execute format($sql$
    create index imports_unfinished on %1$s.imports (team_id) where ended_at is null and deleted_at is null$sql$,
    service);
  -- Pinned bytes: a text, or a file, which stays as long as this row names it.
  execute format($sql$
    create table %1$s.import_sources (
      team_id uuid not null,
      import_id uuid not null,
      content text,
      file_id uuid,
      primary key (team_id, import_id),
      constraint import_sources_one check ((content is null) <> (file_id is null))
    )$sql$, service);
  perform platform.isolate_teams(format('%s.import_sources', service)::regclass);
  execute format($sql$
    create table %1$s.import_rows (
      team_id uuid not null,
      import_id uuid not null,
      generation integer not null,
      part integer not null,
      row integer not null,
      line integer not null,
      verdict text not null,
      state text not null,
      record_id uuid,
      -- Version of that record when it was judged.
      base_version integer,
      data jsonb not null,
      -- Cells of the source as they stand there.
      cells jsonb not null,
      errors jsonb not null,
      warnings jsonb not null,
      primary key (team_id, import_id, generation, part, row),
      constraint import_rows_verdict check (verdict in ('create', 'update', 'unchanged', 'skip', 'reject')),
      constraint import_rows_state check (state in ('waiting', 'written', 'changed', 'left'))
    )$sql$, service);
  perform platform.isolate_teams(format('%s.import_rows', service)::regclass);
  execute format($sql$
    create index import_rows_waiting on %1$s.import_rows (team_id, import_id, generation, part, row) where state = 'waiting'$sql$,
    service);
  execute format($sql$
    create index import_rows_verdicts on %1$s.import_rows (team_id, import_id, generation, verdict, part, row)$sql$,
    service);
  -- Values that are unique in a source, by their digests: the first row that has each.
  execute format($sql$
    create table %1$s.import_keys (
      team_id uuid not null,
      import_id uuid not null,
      generation integer not null,
      key bytea not null,
      part integer not null,
      row integer not null,
      primary key (team_id, import_id, generation, key)
    )$sql$, service);
  perform platform.isolate_teams(format('%s.import_keys', service)::regclass);
  -- Work that is left of an import, in the form of libs/jobs. Runs of a team share one line, so that they follow each other.
  execute format($sql$
    create table %1$s.import_jobs (
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
    )$sql$, service);
  perform platform.isolate_teams(format('%s.import_jobs', service)::regclass);
  execute format($sql$
    create index import_jobs_ready on %1$s.import_jobs (team_id, line_id, due_at) where state = 'ready'$sql$,
    service);
  execute format('create index import_jobs_asleep on %1$s.import_jobs (due_at) where is_asleep', service);
  execute format($sql$
    create index import_jobs_under_way on %1$s.import_jobs (team_id, line_id, due_at) where state = 'under_way'$sql$,
    service);
  execute format('create policy worker on %1$s.import_jobs to %1$s_worker using (true) with check (true)', service);
  execute format('grant select, insert, update, delete on %1$s.import_jobs to %1$s_worker', service);
  -- Records that the cells of a row name, where one of them is written by the import.
  execute format($sql$
    create table %1$s.import_links (
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
    )$sql$, service);
  perform platform.isolate_teams(format('%s.import_links', service)::regclass);
  execute format($sql$
    create index import_links_keys on %1$s.import_links (team_id, import_id, generation, key) where key is not null$sql$,
    service);
  execute format($sql$
    create index import_links_waiting on %1$s.import_links (team_id, import_id, generation, part, row) where is_waiting$sql$,
    service);
  -- Rows that the run makes because a link names them.
  execute format($sql$
    create table %1$s.import_named (
      team_id uuid not null,
      import_id uuid not null,
      generation integer not null,
      key bytea not null,
      goal jsonb not null,
      is_waiting boolean not null default true,
      record_id uuid,
      primary key (team_id, import_id, generation, key)
    )$sql$, service);
  perform platform.isolate_teams(format('%s.import_named', service)::regclass);
  execute format($sql$
    create index import_named_waiting on %1$s.import_named (team_id, import_id, generation, key) where is_waiting$sql$,
    service);
end
$installer$;
