-- Addresses on which a booking is cancelled and moved by whoever has them (scheduling.manage-page): of a secret its hash is
-- kept. A booking has several where the keys that secrets follow from were exchanged; the former ones stay good.
create table scheduling.booking_secrets (
  team_id uuid not null,
  booking_id uuid not null,
  hash bytea not null,
  -- What the page that made the booking is known by: sent twice, it books once.
  sent_key bytea,
  created_at timestamptz not null default now(),
  primary key (team_id, booking_id, hash),
  constraint booking_secrets_booking foreign key (team_id, booking_id) references scheduling.bookings (team_id, id),
  constraint booking_secrets_hash check (octet_length(hash) = 32)
);
select platform.isolate_teams('scheduling.booking_secrets');
create index booking_secrets_sent on scheduling.booking_secrets (team_id, sent_key) where sent_key is not null;
create index booking_secrets_found on scheduling.booking_secrets (hash);

-- Who opens the address belongs to no team yet: the role scheduling_lookup finds out whose booking it is of, and sees
-- nothing else.
create policy lookup on scheduling.booking_secrets for select to scheduling_lookup using (true);
grant select (team_id, booking_id, hash) on scheduling.booking_secrets to scheduling_lookup;
grant usage on schema scheduling to scheduling_lookup;
