-- Organizer that calendar entries name (scheduling.organizer). A booking has the one with which it was made: calendars
-- take no change from another organizer. Without one it is the host.
create table scheduling.settings (
  team_id uuid not null,
  -- The team: one row each.
  id uuid not null,
  organizer text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  constraint settings_organizer check (organizer in ('team', 'host')),
  constraint settings_one check (id = team_id)
);
select platform.isolate_teams('scheduling.settings');
create trigger settings_recorded after insert or update or delete on scheduling.settings
  for each row execute function scheduling.record_change('scheduling_settings');

alter table scheduling.bookings add column organizer jsonb;
