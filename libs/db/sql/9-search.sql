-- Installs what a service stores so that its texts are found (context.search). Called once by a migration of a service
-- with undo records. Role <service>_worker learns which row of which team has changed, and nothing of the row's
-- content; the runtime role writes the entries, under the team.
create or replace function platform.install_search(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
declare
  worker constant text := service || '_worker';
begin
  -- The order in which changes became visible, as of the outbox. What was there before has none: it is walked through.
  execute format('alter table %s.changes add column xid xid8', service);
  execute format('alter table %s.changes alter column xid set default pg_current_xact_id()', service);
  execute format('create index changes_order on %s.changes (xid, seq) where xid is not null', service);
  execute format('create policy worker on %s.changes for select to %I using (true)', service, worker);
  execute format('grant select (team_id, changeset_id, seq, resource, resource_id, xid) on %s.changes to %I', service, worker);

  -- How far the changes have been read.
  execute format($sql$
    create table %1$s.search_position (
      only_one boolean primary key default true check (only_one),
      xid xid8 not null,
      seq bigint not null,
      -- Edition of the stored entries: a newer one walks through all rows again.
      edition integer not null default 0
    )$sql$, service);
  execute format('revoke all on %1$s.search_position from %1$s', service);
  execute format('grant select, insert, update on %s.search_position to %I', service, worker);

  -- The words of each row that can be found. A word stands with a mark of its team before it, so that what other teams
  -- have does not make a search slower.
  execute format($sql$
    create table %1$s.search_entries (
      team_id uuid not null,
      kind text not null,
      parent_id uuid not null,
      id uuid not null,
      words tsvector not null,
      length integer not null,
      primary key (team_id, kind, parent_id, id)
    )$sql$, service);
  execute format(
    'create index search_words_of_entries on %s.search_entries using gin (words %s) with (gin_pending_list_limit = 256)',
    service, case when platform.is_leakproof() then 'platform.words_ops' else 'tsvector_ops' end);
  perform platform.isolate_teams(format('%s.search_entries', service)::regclass);

  -- In how many entries a word of a team stands; the empty word counts the entries.
  execute format($sql$
    create table %1$s.search_words (
      team_id uuid not null,
      word text not null,
      entries integer not null,
      primary key (team_id, word)
    ) with (fillfactor = 80)$sql$, service);
  execute format(
    'create index search_words_alike on %s.search_words using gin (word %s) with (gin_pending_list_limit = 256)',
    service, case when platform.is_leakproof() then 'platform.contains_ops' else 'platform.gin_trgm_ops' end);
  perform platform.isolate_teams(format('%s.search_words', service)::regclass);

  -- Rows to walk through one by one, with the progress.
  execute format($sql$
    create table %1$s.search_walks (
      team_id uuid not null,
      kind text not null,
      parent_id uuid not null,
      asked_at timestamptz not null default clock_timestamp(),
      after_id uuid,
      walked bigint not null default 0,
      primary key (team_id, kind, parent_id)
    )$sql$, service);
  perform platform.isolate_teams(format('%s.search_walks', service)::regclass);
  execute format('create policy worker on %s.search_walks for all to %I using (true) with check (true)', service, worker);
  execute format('grant select, insert, update (asked_at, after_id, walked) on %s.search_walks to %I', service, worker);
end
$installer$;
