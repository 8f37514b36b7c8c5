-- An endpoint has an order, batches and a pace (events.strict, events.batches, events.pace). Rows of the queue for such an endpoint have
-- states of their own, which a process of the release before neither claims nor wakes.
alter table webhooks.endpoints add column ordering text not null default 'none';
alter table webhooks.endpoints add column batch jsonb;
alter table webhooks.endpoints add column max_per_minute integer;
alter table webhooks.endpoints add constraint endpoints_ordering check (ordering in ('none', 'strict'));
create index endpoints_batched on webhooks.endpoints (team_id, id) where batch is not null;

-- gathering: waits for the others of its batch; line_ready, line_waiting, line_under_way: as without the prefix; blocked: has no
-- attempts left and stops a strict endpoint. The row of a batch has the id of the batch as its delivery_id.
alter table webhooks.queue drop constraint queue_state;
alter table webhooks.queue add constraint queue_state check (state in ('ready', 'waiting', 'under_way', 'gathering', 'line_ready',
  'line_waiting', 'line_under_way', 'blocked'));
alter table webhooks.queue drop constraint queue_lease;
alter table webhooks.queue add constraint queue_lease check ((state in ('under_way', 'line_under_way')) = (lease is not null));
alter table webhooks.queue alter column is_asleep set expression as (state in ('waiting', 'under_way'));
-- Its place in the feed, and the bytes of its payload.
alter table webhooks.queue add column place timestamptz;
alter table webhooks.queue add column bytes integer;
create index queue_line on webhooks.queue (team_id, endpoint_id, place, delivery_id)
  where state in ('gathering', 'line_ready', 'line_waiting', 'line_under_way', 'blocked');
create index queue_line_ready on webhooks.queue (team_id, endpoint_id, due_at) where state = 'line_ready';
create index queue_line_under_way on webhooks.queue (team_id, endpoint_id, due_at) where state = 'line_under_way';
create index queue_line_asleep on webhooks.queue (due_at) where state in ('line_waiting', 'line_under_way');
create index queue_blocked on webhooks.queue (team_id, endpoint_id) where state = 'blocked';
create index queue_gathering on webhooks.queue (team_id, endpoint_id, place, delivery_id) where state = 'gathering';

-- Whoever stores or wakes a row of such an endpoint, in this release or the one before, stores it in its line.
create function webhooks.line_up() returns trigger language plpgsql set search_path = webhooks, pg_catalog as $$
declare
  endpoint record;
begin
  select e.batch is not null as is_batched, e.ordering = 'strict' or e.max_per_minute is not null as is_paced into endpoint
  from endpoints e where e.team_id = new.team_id and e.id = new.endpoint_id;
  if not found or not (endpoint.is_batched or endpoint.is_paced) then
    return new;
  end if;
  new.place := coalesce(new.place, new.due_at);
  new.state := case
    when new.state = 'waiting' then 'line_waiting'
    when endpoint.is_batched and new.attempts = 0 then 'gathering'
    else 'line_ready'
  end;
  return new;
end
$$;
create trigger queue_lined before insert or update of state on webhooks.queue
  for each row when (new.state in ('ready', 'waiting')) execute function webhooks.line_up();

-- What waits for an endpoint follows its settings.
create function webhooks.line_up_again() returns trigger language plpgsql set search_path = webhooks, pg_catalog as $$
begin
  update queue q set state = case q.state when 'waiting' then 'waiting' else 'ready' end
  where q.team_id = new.team_id and q.endpoint_id = new.id and q.state in ('ready', 'waiting', 'gathering');
  if new.ordering <> 'strict' then
    delete from queue q where q.team_id = new.team_id and q.endpoint_id = new.id and q.state = 'blocked';
  end if;
  return null;
end
$$;
create trigger endpoints_lined after update on webhooks.endpoints for each row
  when ((old.ordering, old.batch, old.max_per_minute) is distinct from (new.ordering, new.batch, new.max_per_minute))
  execute function webhooks.line_up_again();

-- Deliveries that are posted together, with the bytes of every attempt.
create table webhooks.batches (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  endpoint_id uuid not null,
  delivery_ids uuid[] not null,
  payload json not null,
  created_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, endpoint_id) references webhooks.endpoints (team_id, id)
);
select platform.isolate_teams('webhooks.batches');
create policy worker on webhooks.batches to webhooks_worker using (true) with check (true);
grant select, insert on webhooks.batches to webhooks_worker;
revoke insert, update, delete on webhooks.batches from webhooks;
alter table webhooks.deliveries add column batch_id uuid;

-- POSTs that began for an endpoint with a pace: those of the last minute are counted.
create table webhooks.begun_posts (
  team_id uuid not null,
  endpoint_id uuid not null,
  at timestamptz not null,
  posts integer not null,
  primary key (team_id, endpoint_id, at)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
select platform.isolate_teams('webhooks.begun_posts');
create policy worker on webhooks.begun_posts to webhooks_worker using (true) with check (true);
grant select, insert, update, delete on webhooks.begun_posts to webhooks_worker;
revoke insert, update, delete on webhooks.begun_posts from webhooks;
