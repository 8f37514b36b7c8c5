-- What a host has in a stretch of time is read by a b-tree: operators of ranges are not leakproof, so under row-level
-- security no index answers them. A bound on the length gives the search both ends.
alter table scheduling.bookings add constraint bookings_length check (held_to - held_from <= interval '30 hours');
create index bookings_held on scheduling.bookings (team_id, host_id, held_from) where status in ('booked', 'completed');
