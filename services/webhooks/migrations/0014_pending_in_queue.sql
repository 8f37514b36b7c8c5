-- What was pending joins the queue. Attempts under way then are made again once their lease is over.
alter table deliveries no force row level security;
alter table queue no force row level security;
insert into queue (team_id, delivery_id, endpoint_id, state, due_at, attempts)
  select team_id, id, endpoint_id, 'waiting', next_attempt_at, attempts from deliveries where status = 'pending'
  on conflict do nothing;
alter table queue force row level security;
alter table deliveries force row level security;

-- The former version names this key and puts nothing into the queue: its intake fails until it is replaced, and the broker
-- keeps what it would have stored.
alter table deliveries rename constraint deliveries_once to deliveries_event_once;
