-- Where the recipient of a marketing mail opts out (comms.unsubscribe). The address ends in a secret, of which the
-- message keeps the hash; the whole address is sealed in the queue, and gone with the last attempt.
alter table comms.messages
  add column unsubscribe_hash bytea,
  add constraint messages_unsubscribe check (octet_length(unsubscribe_hash) = 32);
create index messages_unsubscribed on comms.messages (unsubscribe_hash) where unsubscribe_hash is not null;
alter table comms.queue add column unsubscribe_url bytea;

-- Who opens the address belongs to no team yet: the role comms_lookup finds out whose message it is of, and sees nothing else.
create policy lookup on comms.messages for select to comms_lookup using (unsubscribe_hash is not null);
grant select (team_id, id, address, unsubscribe_hash) on comms.messages to comms_lookup;
grant usage on schema comms to comms_lookup;
