-- The newest of a contact is what apps ask for most; a year of a watch is half a million to sort through without it.
create index observations_of_contact on emr.observations (team_id, contact_id, created_at desc, id desc);
