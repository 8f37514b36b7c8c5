-- Teams whose provider of sign-in did not answer when somebody wanted to sign in last (operation.team-status).
create table auth.provider_faults (
  team_id uuid not null primary key references auth.teams (team_id),
  since timestamptz not null default clock_timestamp(),
  failed_at timestamptz not null default clock_timestamp()
);
select platform.isolate_teams('auth.provider_faults');
-- Who signs in is of no team yet.
revoke insert, update, delete on auth.provider_faults from auth;
create policy lookup on auth.provider_faults to auth_lookup using (true) with check (true);
grant select, insert, update, delete on auth.provider_faults to auth_lookup;
