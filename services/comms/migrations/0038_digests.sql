-- Mails with the unread notices of a member (comms.digest): one row for each member whose notices wait for a mail.
alter table comms.notifications add column digest_id uuid;
create index notifications_of_digest on comms.notifications (team_id, digest_id) where read_at is null;
create index notifications_mailed on comms.notifications (team_id, member_id, mailed_at) where mailed_at is not null;

create table comms.digests (
  team_id uuid not null,
  member_id uuid not null,
  -- ready: to be claimed from due_at on; waiting: becomes ready at due_at; under_way: its attempt is given up at due_at.
  state text not null default 'waiting',
  due_at timestamptz not null default clock_timestamp() + interval '60 s',
  attempts integer not null default 0,
  -- Drawn by the worker that makes the attempt; only its holder may make the mail.
  lease uuid,
  is_asleep boolean not null generated always as (state <> 'ready') stored,
  primary key (team_id, member_id),
  constraint digests_state check (state in ('ready', 'waiting', 'under_way')),
  constraint digests_lease check ((state = 'under_way') = (lease is not null))
) with (
  -- Every row dies soon: it is vacuumed by their number, however large the table once was, and without pauses.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);
select platform.isolate_teams('comms.digests');
create index digests_ready on comms.digests (team_id, due_at) where state = 'ready';
create index digests_asleep on comms.digests (due_at) where is_asleep;
create index digests_under_way on comms.digests (team_id, due_at) where state = 'under_way';
create policy worker on comms.digests to comms_worker using (true) with check (true);
grant select, insert, update, delete on comms.digests to comms_worker;

-- A notice that is to be mailed has its digest, in the same statement. A digest that is there is locked: it is not ended
-- before this notice is committed, so no notice is left without one.
create function comms.await_digest() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  insert into comms.digests as d (team_id, member_id)
  select distinct n.team_id, n.member_id from made n
  where n.wants_mail and n.read_at is null
  order by n.team_id, n.member_id
  on conflict (team_id, member_id) do update set due_at = d.due_at;
  return null;
end
$$;
create trigger notifications_digest after insert on comms.notifications
  referencing new table as made
  for each statement execute function comms.await_digest();
