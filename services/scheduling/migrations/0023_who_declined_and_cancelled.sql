-- Guests decline for themselves alone (scheduling.guests), and a booking says in which part somebody cancelled it
-- (scheduling.cancelled-by).
alter table scheduling.bookings
  -- By the addresses of guests who have declined, when they did, RFC 3339.
  add column declined_guests jsonb not null default '{}',
  add column cancelled_by_role text,
  add constraint bookings_cancelled_by_role check (cancelled_by_role in ('attendee', 'host', 'team', 'system'));

create or replace function scheduling.note_booking() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if new.archived_at is not null and old.archived_at is null then
    new.status := 'cancelled';
  end if;
  if new.status = 'cancelled' and old.status <> 'cancelled' then
    new.cancelled_at := coalesce(new.cancelled_at, clock_timestamp());
    new.cancelled_by := coalesce(new.cancelled_by, jsonb_build_object(
      'type', current_setting('app.actor_type'), 'id', nullif(current_setting('app.actor_id'), '')));
    new.cancelled_by_role := coalesce(new.cancelled_by_role, case
      when new.cancelled_by ->> 'type' = 'system' then 'system'
      when new.cancelled_by ->> 'id' = new.host_id::text then 'host'
      else 'team' end);
    new.archived_at := new.cancelled_at;
  elsif new.status <> 'cancelled' then
    new.cancelled_at := null;
    new.cancel_reason := null;
    new.cancelled_by := null;
    new.cancelled_by_role := null;
    new.archived_at := null;
  end if;
  new.ical_sequence := old.ical_sequence
    + (new.start <> old.start or (new.status = 'cancelled') <> (old.status = 'cancelled'))::integer;
  return new;
end
$$;
