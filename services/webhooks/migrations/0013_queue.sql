-- The queue leaves the feed: a delivery's row is written when it is stored and when it ended; a narrow one moves between.
create table queue (
  team_id uuid not null,
  delivery_id uuid not null,
  endpoint_id uuid not null,
  -- ready: to be claimed from due_at on; waiting: becomes ready at due_at; under_way: its attempt is given up at due_at.
  state text not null default 'ready',
  due_at timestamptz not null,
  -- Those made, with the one under way: counted before its POST, so that no crash adds one.
  attempts integer not null default 0,
  -- Drawn by the worker that makes the attempt; only its holder may record the outcome.
  lease uuid,
  -- A word of its own, so that the index of sleepers is taken for nothing else: an empty queue makes all plans look alike.
  is_asleep boolean not null generated always as (state <> 'ready') stored,
  primary key (team_id, delivery_id),
  constraint queue_state check (state in ('ready', 'waiting', 'under_way')),
  constraint queue_lease check ((state = 'under_way') = (lease is not null))
) with (
  -- Every row dies within the second: it is vacuumed by their number, however large it once was, and without pauses.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);
select platform.isolate_teams('queue');
create index queue_ready on queue (team_id, endpoint_id, due_at) where state = 'ready';
create index queue_asleep on queue (due_at) where is_asleep;
create index queue_under_way on queue (team_id, endpoint_id, due_at) where state = 'under_way';
create policy worker on queue to webhooks_worker using (true) with check (true);
grant select, insert, update, delete on queue to webhooks_worker;

-- No index names what an outcome changes, and each page has room for it: the update writes no index at all. A process of
-- the former version finds no lease, so it can neither claim nor record while the new one takes over.
drop index deliveries_due, deliveries_under_way, deliveries_failed;
alter table deliveries drop column lease;
alter table deliveries set (fillfactor = 50);
create index deliveries_failed on deliveries (team_id, endpoint_id, failed_at) where failed_at is not null;
