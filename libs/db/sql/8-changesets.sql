-- Proposals, decisions and undo (trust.states). Called once by a migration after install_changes. Executed writes need
-- no row here: they are read from `changes`; a row appears when somebody undoes one.
create or replace function platform.install_changesets(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create table %1$s.changesets (
      team_id uuid not null,
      id uuid not null,
      status text not null check (status in
        ('queued', 'executed', 'rejected', 'withdrawn', 'expired', 'conflicted', 'failed', 'undone')),
      -- The rpc that was proposed, to be run again: null for an undo and for a write that was never proposed.
      rpc text,
      request jsonb,
      summary text not null,
      -- The images a proposal showed, as undo records hold them; null where `changes` has them.
      operations jsonb,
      door text,
      token_id text not null,
      token_type text not null,
      actor_id text not null,
      created_at timestamptz not null,
      expires_at timestamptz,
      decided_by_type text,
      decided_by_id text,
      decided_at timestamptz,
      reason text,
      executed_at timestamptz,
      undone_at timestamptz,
      undo_of uuid,
      primary key (team_id, id)
    )$sql$, service);
  perform platform.isolate_teams(format('%s.changesets', service)::regclass);
  execute format('revoke delete on %1$s.changesets from %1$s', service);
  execute format('alter table %1$s.changes add column if not exists door text', service);
  perform platform.install_record_change(service);
end
$installer$;

-- Stores the connected app by which a change was made (oauth.attribution). Its name is that of the time of the change,
-- so that it shows while auth is down and after the client is gone. Called once, after install_changesets. The
-- transaction fills it, as it does the team.
create or replace function platform.install_change_apps(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
declare
  target text;
begin
  foreach target in array array['changes', 'changesets'] loop
    execute format('alter table %s.%I add column oauth_app jsonb', service, target);
    execute format($sql$
      alter table %s.%I alter column oauth_app set default nullif(current_setting('app.oauth_app', true), '')::jsonb$sql$,
      service, target);
  end loop;
end
$installer$;

-- By which sign-in a change was made: a refreshed token reads what the one before it proposed (trust.reading). Called once,
-- after install_changesets. The transaction fills it, as it does the team.
create or replace function platform.install_change_families(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
declare
  target text;
begin
  foreach target in array array['changes', 'changesets'] loop
    execute format('alter table %s.%I add column family_id text', service, target);
    execute format($sql$
      alter table %s.%I alter column family_id set default nullif(current_setting('app.family_id', true), '')$sql$,
      service, target);
  end loop;
end
$installer$;

-- Why a change was made, in the words of its caller (trust.reason). Called once, after install_changesets. The transaction
-- fills it, as it does the team.
create or replace function platform.install_change_reasons(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
declare
  target text;
begin
  foreach target in array array['changes', 'changesets'] loop
    execute format('alter table %s.%I add column change_reason text', service, target);
    execute format($sql$
      alter table %s.%I alter column change_reason set default nullif(current_setting('app.change_reason', true), '')$sql$,
      service, target);
  end loop;
end
$installer$;

-- Comments on changesets (trust.comments). Called once. The place orders the comments of a changeset and bounds them.
create or replace function platform.install_changeset_comments(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create table %1$s.changeset_comments (
      team_id uuid not null,
      -- A changeset that was proposed, or one of undo records alone.
      changeset_id uuid not null,
      place integer not null check (place between 1 and 200),
      id uuid not null default uuidv7(),
      text text not null,
      mentions uuid[] not null,
      token_id text not null,
      actor_type text not null,
      actor_id text not null,
      oauth_app jsonb default nullif(current_setting('app.oauth_app', true), '')::jsonb,
      created_at timestamptz not null default now(),
      primary key (team_id, changeset_id, place)
    )$sql$, service);
  -- A mentioned member reads the changeset (trust.reading).
  execute format($sql$
    create index changeset_comments_mentions on %1$s.changeset_comments (team_id, changeset_id)
      where mentions <> '{}'$sql$, service);
  perform platform.isolate_teams(format('%s.changeset_comments', service)::regclass);
  execute format('revoke update, delete on %1$s.changeset_comments from %1$s', service);
end
$installer$;

-- The keeper of deadlines. Called once, after install_changesets and install_relay: the service's relay, which belongs to
-- no team, may see whose proposals wait and until when, and nothing else of them.
create or replace function platform.install_changeset_expiry(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create index changesets_waiting on %1$s.changesets (expires_at) where status = 'queued'$sql$, service);
  execute format($sql$
    create policy expiry on %1$s.changesets for select to %1$s_relay using (status = 'queued')$sql$, service);
  execute format('grant select (team_id, status, expires_at) on %1$s.changesets to %1$s_relay', service);
end
$installer$;

-- Versions of a proposal: an edit replaces what changesets has, and the version before stays here (trust.edit). The index
-- finds what waits for a decision. Called once, after install_changesets.
create or replace function platform.install_changeset_versions(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    alter table %1$s.changesets
      add column version integer not null default 1,
      add column edited_by_type text,
      add column edited_by_id text$sql$, service);
  execute format($sql$
    create table %1$s.changeset_versions (
      team_id uuid not null,
      changeset_id uuid not null,
      version integer not null,
      request jsonb not null,
      summary text not null,
      operations jsonb not null,
      edited_by_type text,
      edited_by_id text,
      primary key (team_id, changeset_id, version)
    )$sql$, service);
  perform platform.isolate_teams(format('%s.changeset_versions', service)::regclass);
  execute format('revoke update, delete on %1$s.changeset_versions from %1$s', service);
  execute format($sql$
    create index changesets_queued on %1$s.changesets (team_id, id) where status = 'queued'$sql$, service);
end
$installer$;

-- Reminders of proposals that expire soon (notifications.proposals). Called once, after install_changeset_expiry.
create or replace function platform.install_changeset_reminders(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format('alter table %1$s.changesets add column reminded_at timestamptz', service);
  execute format('grant select (created_at, reminded_at) on %1$s.changesets to %1$s_relay', service);
end
$installer$;

-- Approvals of a proposal until the last one completes it (rules.votes), each of one version and one member. `timeout_rule` is
-- the rule that queued the proposal and rejects it in time; `approval` is how it was decided on. Called once, after
-- install_changeset_versions.
create or replace function platform.install_changeset_votes(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create table %1$s.changeset_votes (
      team_id uuid not null,
      changeset_id uuid not null,
      version integer not null,
      member_id uuid not null,
      actor_type text not null,
      token_id text not null,
      -- False where the member could no longer decide when the proposal was decided on.
      counted boolean not null default true,
      at timestamptz not null default now(),
      primary key (team_id, changeset_id, version, member_id)
    )$sql$, service);
  execute format($sql$
    create index changeset_votes_member on %1$s.changeset_votes (team_id, member_id, changeset_id)$sql$, service);
  perform platform.isolate_teams(format('%s.changeset_votes', service)::regclass);
  execute format('revoke delete on %1$s.changeset_votes from %1$s', service);
  execute format('alter table %1$s.changesets add column timeout_rule jsonb, add column approval jsonb', service);
end
$installer$;

-- Approvers who are notified of a proposal since the rules changed (notifications.rules); null for those of its
-- `timeout_rule`. Called once, after install_changeset_votes.
create or replace function platform.install_changeset_notified(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format('alter table %1$s.changesets add column notified jsonb', service);
end
$installer$;

-- Counts of what each hand executes in a day under approval rules with a limit (rules.per-day). Called once. `unit` is
-- operations, or a currency.
create or replace function platform.install_rule_counts(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create table %1$s.rule_counts (
      team_id uuid not null,
      rule_id uuid not null,
      -- A grant, a member, or a sign-in of a token.
      hand text not null,
      -- In the zone of the team.
      day date not null,
      unit text not null,
      value bigint not null,
      primary key (team_id, rule_id, hand, day, unit)
    )$sql$, service);
  perform platform.isolate_teams(format('%s.rule_counts', service)::regclass);
end
$installer$;

-- Sets: many changesets that people see and undo as one (trust.sets). The row of a set counts its members; a member names its
-- set and its place in it. Called once, after install_changesets.
create or replace function platform.install_changeset_sets(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    alter table %1$s.changesets
      add column kind text,
      add column set_id uuid,
      add column place integer,
      add column member_count integer,
      -- A set and its members have it.
      add column operation_count integer,
      -- Kinds of the records that a set has changed.
      add column resources text[],
      add column progress_done integer,
      add column progress_total integer,
      add constraint changesets_set check (case when kind is null
        then num_nonnulls(member_count, resources, progress_done, progress_total) = 0
        else kind = 'set' and num_nulls(member_count, operation_count, resources, progress_done, progress_total) = 0 end),
      add constraint changesets_member check (num_nonnulls(set_id, place) in (0, 2))$sql$, service);
  execute format($sql$
    create unique index changesets_members on %1$s.changesets (team_id, set_id, place) where set_id is not null$sql$,
    service);
  -- Records that the undo of a set left as they are.
  execute format($sql$
    create table %1$s.changeset_left (
      team_id uuid not null,
      undo_id uuid not null,
      resource text not null,
      resource_id uuid not null,
      fields text[] not null,
      reason text,
      primary key (team_id, undo_id, resource, resource_id)
    )$sql$, service);
  perform platform.isolate_teams(format('%s.changeset_left', service)::regclass);
  execute format('revoke update, delete on %1$s.changeset_left from %1$s', service);
end
$installer$;

-- The queue of undos of sets, of the shape that libs/jobs reads: a worker of role <service>_worker goes on where a process
-- ended. Called once, by a service that makes sets, after install_changeset_sets.
create or replace function platform.install_changeset_undos(service regnamespace) returns void
  language plpgsql set search_path = pg_catalog as $installer$
begin
  execute format($sql$
    create table %1$s.changeset_undos (
      team_id uuid not null,
      undo_id uuid not null,
      -- How the set is undone, and what is to be known of the team.
      options jsonb not null,
      state text not null default 'ready',
      due_at timestamptz not null,
      attempts integer not null default 0,
      lease uuid,
      is_asleep boolean not null generated always as (state <> 'ready') stored,
      primary key (team_id, undo_id),
      constraint changeset_undos_state check (state in ('ready', 'waiting', 'under_way')),
      constraint changeset_undos_lease check ((state = 'under_way') = (lease is not null))
    )$sql$, service);
  perform platform.isolate_teams(format('%s.changeset_undos', service)::regclass);
  execute format('create index on %1$s.changeset_undos (team_id, due_at) where state = %2$L', service, 'ready');
  execute format('create index on %1$s.changeset_undos (due_at) where is_asleep', service);
  execute format('create index on %1$s.changeset_undos (team_id, due_at) where state = %2$L', service, 'under_way');
  execute format('create policy worker on %1$s.changeset_undos to %1$s_worker using (true) with check (true)', service);
  execute format('grant select, insert, update, delete on %1$s.changeset_undos to %1$s_worker', service);
end
$installer$;
