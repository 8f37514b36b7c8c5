-- When hosts can be booked (scheduling.schedule); a host without a row has the hours that everybody begins with.
create table scheduling.schedules (
  team_id uuid not null,
  -- The host: a member of the team.
  id uuid not null,
  -- null follows the team's.
  timezone text,
  weekly jsonb not null,
  overrides jsonb not null,
  blocks jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id)
);
select platform.isolate_teams('scheduling.schedules');
create trigger schedules_recorded after insert or update or delete on scheduling.schedules
  for each row execute function scheduling.record_change('schedules');
