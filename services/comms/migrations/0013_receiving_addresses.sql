-- Where teams receive messages (comms.receiving): an address is one team's of the whole fleet, or nobody could say whose a
-- message is.
create table comms.receiving_addresses (
  team_id uuid not null,
  -- Folded: what is compared.
  address text not null,
  primary key (team_id, address),
  constraint receiving_addresses_one_team unique (address)
);
select platform.isolate_teams('comms.receiving_addresses');

-- Who sends a message in belongs to no team yet: the role comms_lookup finds out whose it is.
create policy lookup on comms.receiving_addresses for select to comms_lookup using (true);
grant select on comms.receiving_addresses to comms_lookup;
