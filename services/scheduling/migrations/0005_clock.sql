-- The clock completes what has ended (scheduling.completed). It sees of all teams which bookings are due and nothing else of
-- them; it completes them as the service, within their team.
create index bookings_due on scheduling.bookings ("end") where status = 'booked';
create policy worker on scheduling.bookings for select to scheduling_worker using (status = 'booked');
grant select (team_id, status, "end") on scheduling.bookings to scheduling_worker;

-- A completed booking keeps the buffer after it.
alter table scheduling.bookings drop constraint bookings_apart;
alter table scheduling.bookings add constraint bookings_apart exclude using gist (
  team_id with =, host_id with =, tstzrange(held_from, held_to) with &&
) where (status in ('booked', 'completed'));
