-- What of each team came in, by day and door: sums for a chart, no audit (operation.audit-summary).
create table auth.request_counts (
  team_id uuid not null references auth.teams (team_id),
  -- In the team's time zone of that time.
  day date not null,
  door text not null,
  requests bigint not null,
  writes bigint not null,
  denied bigint not null,
  primary key (team_id, day, door)
);
select platform.isolate_teams('auth.request_counts');
-- Requests of teams read theirs; the way in counts, before a team's transaction.
revoke insert, update, delete on auth.request_counts from auth;
create policy lookup on auth.request_counts to auth_lookup using (true) with check (true);
grant select, insert, update on auth.request_counts to auth_lookup;
