-- Bookings whose attendee is not a contact yet (scheduling.contact): crm makes the contact after the commit, so that no
-- booking waits for crm under the lock of its host.
create table scheduling.new_contacts (
  team_id uuid not null,
  booking_id uuid not null,
  -- Id under which crm makes the contact when the team has none with the address.
  contact_id uuid not null,
  -- ready: to be claimed from due_at on; waiting: becomes ready at due_at; under_way: its attempt is given up at due_at.
  state text not null default 'ready',
  due_at timestamptz not null,
  attempts integer not null default 0,
  lease uuid,
  is_asleep boolean not null generated always as (state <> 'ready') stored,
  primary key (team_id, booking_id),
  constraint new_contacts_booking foreign key (team_id, booking_id) references scheduling.bookings (team_id, id),
  constraint new_contacts_state check (state in ('ready', 'waiting', 'under_way')),
  constraint new_contacts_lease check ((state = 'under_way') = (lease is not null))
);
select platform.isolate_teams('scheduling.new_contacts');
create index new_contacts_ready on scheduling.new_contacts (team_id, due_at) where state = 'ready';
create index new_contacts_asleep on scheduling.new_contacts (due_at) where is_asleep;
create index new_contacts_under_way on scheduling.new_contacts (team_id, due_at) where state = 'under_way';
create policy worker on scheduling.new_contacts to scheduling_worker using (true) with check (true);
grant select, insert, update, delete on scheduling.new_contacts to scheduling_worker;

-- The contact of a booking comes without a new version: nobody has changed the booking, so there is nothing to take back.
drop trigger bookings_recorded on scheduling.bookings;
create trigger bookings_recorded after insert or delete on scheduling.bookings
  for each row execute function scheduling.record_change('bookings');
create trigger bookings_changed after update on scheduling.bookings
  for each row when (new.version <> old.version) execute function scheduling.record_change('bookings');
