-- Installs what a service stores so that its texts are found by meaning (context.meaning): a vector for each entry of
-- platform.install_search, which comes first. Called once by a migration. The runtime role stores everything under the
-- team, and only for teams that have enabled it.
create or replace function platform.install_vectors(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
declare
  class integer;
  worker constant text := service || '_worker';
begin
  if to_regtype('platform.halfvec') is null then
    raise 'The extension vector is not there: a superuser runs `create extension if not exists vector schema platform` in this database.';
  end if;

  -- Teams whose entries have vectors, and the embedder of each: another embedder makes all vectors again.
  execute format($sql$
    create table %1$s.search_embeddings (
      team_id uuid primary key,
      embedder text not null,
      -- Numbers of each of its vectors, once there is one.
      size integer,
      asked_at timestamptz not null default clock_timestamp(),
      failed_at timestamptz
    )$sql$, service);
  perform platform.isolate_teams(format('%s.search_embeddings', service)::regclass);
  execute format('create policy worker on %s.search_embeddings for select to %I using (true)', service, worker);
  execute format('grant select (team_id, embedder) on %s.search_embeddings to %I', service, worker);

  -- Entries of these teams whose vector is still to be made.
  execute format($sql$
    create table %1$s.search_unembedded (
      team_id uuid not null,
      kind text not null,
      parent_id uuid not null,
      id uuid not null,
      asked_at timestamptz not null default clock_timestamp(),
      primary key (team_id, kind, parent_id, id),
      foreign key (team_id, kind, parent_id, id) references %1$s.search_entries on delete cascade
    )$sql$, service);
  perform platform.isolate_teams(format('%s.search_unembedded', service)::regclass);
  execute format('create policy worker on %s.search_unembedded for select to %I using (true)', service, worker);
  execute format('grant select (team_id) on %s.search_unembedded to %I', service, worker);

  -- The vectors, filled up with noughts to the next size that has an index: that changes no angle between two.
  execute format($sql$
    create table %1$s.search_vectors (
      team_id uuid not null,
      kind text not null,
      parent_id uuid not null,
      id uuid not null,
      size integer not null,
      vector platform.halfvec not null,
      -- Digest of the vector's text; null if it was not stored yet.
      text_digest text,
      primary key (team_id, kind, parent_id, id),
      foreign key (team_id, kind, parent_id, id) references %1$s.search_entries on delete cascade
    )$sql$, service);
  -- In its row: a search of a small team compares all of its vectors.
  execute format('alter table %s.search_vectors alter column vector set storage plain', service);
  foreach class in array array[384, 768, 1024, 1536, 3072, 4000] loop
    execute format($sql$
      create index search_vectors_%2$s on %1$s.search_vectors
      using hnsw ((vector::platform.halfvec(%2$s)) platform.halfvec_cosine_ops) where size = %2$s$sql$, service, class);
  end loop;
  perform platform.isolate_teams(format('%s.search_vectors', service)::regclass);
end
$installer$;
