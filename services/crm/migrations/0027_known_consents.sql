-- What comms knows of consent, by address (contacts.consent): shown with every contact that has the address.
create table crm.known_consents (
  team_id uuid not null,
  -- As contacts are compared by it: a telephone number, or an e-mail address in lower case.
  address text not null,
  -- {channel: {purpose: status}}.
  consent jsonb not null,
  -- The record that each comes from, by channel and purpose: its time and id. A later one takes its place.
  records jsonb not null,
  primary key (team_id, address)
);
select platform.isolate_teams('crm.known_consents');
