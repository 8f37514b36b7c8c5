-- Whether anybody was told of a booking, and since when it has its start: who was told is reminded, and a start that a
-- booking got too late for a reminder has none (scheduling.reminders).
alter table scheduling.bookings
  add column told boolean not null default true,
  add column placed_at timestamptz not null default now();
-- Old code says nothing of it; what it makes is told of.
create function scheduling.note_placed() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if new.start <> old.start or (old.status = 'cancelled' and new.status = 'booked') then
    new.placed_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger bookings_placed before update on scheduling.bookings
  for each row execute function scheduling.note_placed();

-- Reminders that were sent, by the time at which they were due: each once.
create table scheduling.reminders (
  team_id uuid not null,
  booking_id uuid not null,
  due_at timestamptz not null,
  primary key (team_id, booking_id, due_at),
  constraint reminders_booking foreign key (team_id, booking_id) references scheduling.bookings (team_id, id)
);
select platform.isolate_teams('scheduling.reminders');

-- The clock finds out which teams have some to send, and sees nothing else.
create index bookings_ahead on scheduling.bookings (start) where status = 'booked' and told;
create policy worker on scheduling.reminders for select to scheduling_worker using (true);
create policy worker on scheduling.event_types for select to scheduling_worker using (reminders_minutes <> '{}');
grant select (team_id, id, start, told, placed_at, event_type_id) on scheduling.bookings to scheduling_worker;
grant select (team_id, id, reminders_minutes) on scheduling.event_types to scheduling_worker;
grant select on scheduling.reminders to scheduling_worker;
