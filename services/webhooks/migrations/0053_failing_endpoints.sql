-- A team learns once that an endpoint fails, and once that it works again (events.failing).
create table webhooks.failing_endpoints (
  team_id uuid not null,
  endpoint_id uuid not null,
  found_at timestamptz not null default clock_timestamp(),
  primary key (team_id, endpoint_id),
  foreign key (team_id, endpoint_id) references webhooks.endpoints (team_id, id)
);
select platform.isolate_teams('webhooks.failing_endpoints');
create policy worker on webhooks.failing_endpoints for select to webhooks_worker using (true);
grant select on webhooks.failing_endpoints to webhooks_worker;
revoke update on webhooks.failing_endpoints from webhooks;

