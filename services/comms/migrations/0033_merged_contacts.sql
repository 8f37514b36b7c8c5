-- Contacts that are merged into others: what names one of these stands for the contact at the end of the chain
-- (contacts.merged-references). No reference is rewritten.
create table comms.merged_contacts (
  team_id uuid not null,
  contact_id uuid not null,
  -- Null when the merge has ended.
  merged_into uuid,
  -- End of the chain.
  live_id uuid,
  -- Version of the merged contact that the fact told.
  version integer not null,
  primary key (team_id, contact_id)
);
create index merged_contacts_into on comms.merged_contacts (team_id, merged_into) where merged_into is not null;
create index merged_contacts_live on comms.merged_contacts (team_id, live_id) where live_id is not null;
select platform.isolate_teams('comms.merged_contacts');

-- The sender reads messages of every team as their teams read them.
create policy worker on comms.merged_contacts for select to comms_worker using (true);
grant select on comms.merged_contacts to comms_worker;
