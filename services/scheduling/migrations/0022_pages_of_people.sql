-- Host and guests have pages of their own (scheduling.manage-page): on a guest's page nobody cancels for all. The table of
-- guests is another one, so that a former release, which knows one kind of page, does not take their secrets for it.
alter table scheduling.booking_secrets add column role text not null default 'attendee',
  add constraint booking_secrets_role check (role in ('attendee', 'host'));
grant select (role) on scheduling.booking_secrets to scheduling_lookup;

create table scheduling.guest_secrets (
  team_id uuid not null,
  booking_id uuid not null,
  -- Address as the booking has it.
  guest text not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (team_id, booking_id, guest, hash),
  constraint guest_secrets_booking foreign key (team_id, booking_id) references scheduling.bookings (team_id, id),
  constraint guest_secrets_hash check (octet_length(hash) = 32)
);
select platform.isolate_teams('scheduling.guest_secrets');
create index guest_secrets_found on scheduling.guest_secrets (hash);
create policy lookup on scheduling.guest_secrets for select to scheduling_lookup using (true);
grant select (team_id, booking_id, guest, hash) on scheduling.guest_secrets to scheduling_lookup;
