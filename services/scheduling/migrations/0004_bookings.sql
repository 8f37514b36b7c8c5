-- What was booked (scheduling.booking): of one host nothing that is booked overlaps, with the buffers of both sides.
create table scheduling.bookings (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  -- What calendars know the booking by.
  uid text not null default gen_random_uuid()::text,
  event_type_id uuid not null,
  host_id uuid not null,
  contact_id uuid,
  status text not null,
  start timestamptz not null,
  "end" timestamptz not null,
  -- What is kept from others: the time of the booking with the buffers that it was made with.
  held_from timestamptz not null,
  held_to timestamptz not null,
  timezone text not null,
  duration_minutes integer not null,
  attendee jsonb not null,
  guests text[] not null,
  location jsonb not null,
  answers jsonb not null,
  notes text,
  ical_sequence integer not null default 0,
  source text not null,
  rescheduled_from timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  cancelled_by jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- As cancelled_at: what an undone creation sets, and what makes a cancellation a delete.
  archived_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  constraint bookings_event_type foreign key (team_id, event_type_id) references scheduling.event_types (team_id, id),
  constraint bookings_status check (status in ('booked', 'cancelled', 'completed', 'no_show')),
  constraint bookings_times check (held_from <= start and start < "end" and "end" <= held_to),
  -- Whoever writes, by whatever way: a slot is sold once.
  constraint bookings_apart exclude using gist (
    team_id with =, host_id with =, tstzrange(held_from, held_to) with &&
  ) where (status = 'booked')
);
select platform.isolate_teams('scheduling.bookings');

-- A cancellation is known by its status and by its time: whichever is written, both follow. Calendars order messages by
-- ical_sequence, which only grows: with each move, cancellation and return, an undo's too.
create function scheduling.note_booking() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if new.archived_at is not null and old.archived_at is null then
    new.status := 'cancelled';
  end if;
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    new.cancelled_at := coalesce(new.cancelled_at, clock_timestamp());
    new.cancelled_by := coalesce(new.cancelled_by, jsonb_build_object(
      'type', current_setting('app.actor_type'), 'id', nullif(current_setting('app.actor_id'), '')));
    new.archived_at := new.cancelled_at;
  elsif new.status <> 'cancelled' then
    new.cancelled_at := null;
    new.cancel_reason := null;
    new.cancelled_by := null;
    new.archived_at := null;
  end if;
  new.ical_sequence := old.ical_sequence
    + (new.start <> old.start or (new.status = 'cancelled') <> (old.status = 'cancelled'))::integer;
  return new;
end
$$;
create trigger bookings_noted before update on scheduling.bookings
  for each row execute function scheduling.note_booking();
create trigger bookings_recorded after insert or update or delete on scheduling.bookings
  for each row execute function scheduling.record_change('bookings');

-- What a host has in a stretch of time, and what an event type has on a date.
create index bookings_host on scheduling.bookings (team_id, host_id, start);
create index bookings_event_type on scheduling.bookings (team_id, event_type_id, start);
-- The default list: newest first; and the one by time.
create index bookings_created on scheduling.bookings (team_id, created_at desc, id desc);
create index bookings_start on scheduling.bookings (team_id, start, id);
-- Readers that keep up by updated_since.
create index bookings_updated on scheduling.bookings (team_id, updated_at, id);
create index bookings_contact on scheduling.bookings (team_id, contact_id) where contact_id is not null;
create index bookings_attendee on scheduling.bookings (team_id, lower(attendee ->> 'email'));
