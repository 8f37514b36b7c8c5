-- A session of the fleet's provider may choose among all teams of its member's address; any other speaks for one team alone.
alter table auth.sessions add column is_fleets boolean not null default false;
