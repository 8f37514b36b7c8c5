-- Teams whose provider of payments opened no page when somebody wanted to pay last (operation.team-status).
create table commerce.provider_faults (
  team_id uuid not null primary key,
  since timestamptz not null default clock_timestamp(),
  failed_at timestamptz not null default clock_timestamp()
);
select platform.isolate_teams('commerce.provider_faults');
