-- The queue of deliveries, which is the feed as well (events.feed).
create table webhooks.feed_heads (
  team_id uuid primary key,
  -- Largest created_at of the team's deliveries; its lock is held to commit, so the feed only ever grows at its end.
  last_created_at timestamptz not null
);
select platform.isolate_teams('webhooks.feed_heads');

create table webhooks.deliveries (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  endpoint_id uuid not null,
  event_id uuid not null,
  type text not null,
  payload json not null, -- json, not jsonb: the bytes are signed as they were stored
  traceparent text,
  status text not null default 'pending',
  attempts integer not null default 0,
  -- When it is due; while an attempt is under way, when that one is given up.
  next_attempt_at timestamptz,
  -- Drawn by the worker that makes the attempt; only its holder may record the outcome.
  lease uuid,
  last_status_code integer,
  created_at timestamptz not null,
  succeeded_at timestamptz,
  failed_at timestamptz, -- of the last attempt that failed
  primary key (team_id, id),
  foreign key (team_id, endpoint_id) references webhooks.endpoints (team_id, id),
  constraint deliveries_once unique (team_id, endpoint_id, event_id),
  constraint deliveries_feed_key unique (team_id, created_at, id),
  constraint deliveries_status check (status in ('pending', 'success', 'failed')),
  constraint deliveries_due check ((status = 'pending') = (next_attempt_at is not null))
);
select platform.isolate_teams('webhooks.deliveries');
create index deliveries_of_endpoint on webhooks.deliveries (team_id, endpoint_id, created_at, id);
create index deliveries_due on webhooks.deliveries (endpoint_id, next_attempt_at) where status = 'pending';
create index deliveries_leased on webhooks.deliveries (endpoint_id) where lease is not null;
revoke delete on webhooks.deliveries from webhooks;

-- The dispatcher belongs to no team: its role sees the queue of all of them, and nothing else of this schema.
create policy worker on webhooks.endpoints for select to webhooks_worker using (true);
create policy worker on webhooks.deliveries to webhooks_worker using (true) with check (true);
create policy worker on webhooks.feed_heads to webhooks_worker using (true) with check (true);
grant select on webhooks.endpoints to webhooks_worker;
grant select, insert, update on webhooks.deliveries, webhooks.feed_heads to webhooks_worker;
revoke insert, update, delete on webhooks.feed_heads from webhooks;
revoke insert on webhooks.deliveries from webhooks;
