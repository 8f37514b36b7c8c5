-- How many deliveries of an endpoint stand how: counted as they change, since counting them when asked reads its whole history.
create table endpoint_counts (
  team_id uuid not null,
  endpoint_id uuid not null,
  -- Whoever counts at the same time counts on another row, so that no worker waits for another one's commit. What an
  -- endpoint has is the sum of its rows; one of them alone may be negative.
  slot smallint not null,
  pending bigint not null,
  success bigint not null,
  failed bigint not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  primary key (team_id, endpoint_id, slot)
) with (
  -- Updated all the time: in its page, and vacuumed by the number of dead rows, however few live ones there are.
  fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000
);
select platform.isolate_teams('endpoint_counts');
create policy worker on endpoint_counts to webhooks_worker using (true) with check (true);
grant select, insert, update on endpoint_counts to webhooks_worker;
revoke delete on endpoint_counts from webhooks;

create function add_to_counts(team uuid, endpoint uuid, more_pending bigint, more_success bigint, more_failed bigint,
  succeeded_at timestamptz, failed_at timestamptz) returns void language plpgsql set search_path = webhooks, pg_catalog as $$
begin
  insert into endpoint_counts as c
    values (team, endpoint, pg_backend_pid() % 16, coalesce(more_pending, 0), coalesce(more_success, 0),
      coalesce(more_failed, 0), succeeded_at, failed_at)
  on conflict (team_id, endpoint_id, slot) do update set
    pending = c.pending + excluded.pending, success = c.success + excluded.success, failed = c.failed + excluded.failed,
    last_success_at = greatest(c.last_success_at, excluded.last_success_at),
    last_failure_at = greatest(c.last_failure_at, excluded.last_failure_at);
end
$$;

-- A statement counts once per endpoint, however many deliveries it touches, at its end and in one order: two that share a
-- slot never wait for each other in a circle. What was counts -1, what is counts +1.
create function count_deliveries() returns trigger language plpgsql set search_path = webhooks, pg_catalog as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_counts(team_id, endpoint_id, count(*) filter (where status = 'pending'),
      count(*) filter (where status = 'success'), count(*) filter (where status = 'failed'), max(succeeded_at), max(failed_at))
    from after_rows group by team_id, endpoint_id order by team_id, endpoint_id;
  else
    perform add_to_counts(team_id, endpoint_id, sum(n) filter (where status = 'pending'),
      sum(n) filter (where status = 'success'), sum(n) filter (where status = 'failed'), max(succeeded_at), max(failed_at))
    from (
      select team_id, endpoint_id, status, succeeded_at, failed_at, 1 as n from after_rows
      union all
      select team_id, endpoint_id, status, null, null, -1 from before_rows
    ) moved
    group by team_id, endpoint_id order by team_id, endpoint_id;
  end if;
  return null;
end
$$;
-- From here to the end of the migration nobody writes deliveries: none is missed, none counted twice.
create trigger deliveries_counted after insert on deliveries referencing new table as after_rows
  for each statement execute function count_deliveries();
create trigger deliveries_recounted after update on deliveries referencing old table as before_rows new table as after_rows
  for each statement execute function count_deliveries();

alter table deliveries no force row level security;
alter table endpoint_counts no force row level security;
insert into endpoint_counts
  select team_id, endpoint_id, 0, count(*) filter (where status = 'pending'), count(*) filter (where status = 'success'),
    count(*) filter (where status = 'failed'), max(succeeded_at), max(failed_at)
  from deliveries group by team_id, endpoint_id;
alter table endpoint_counts force row level security;
alter table deliveries force row level security;
