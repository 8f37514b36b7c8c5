-- A message has the secrets of pages hidden, and its whole content sealed until it has left (comms.secrets).
alter table comms.messages add column sealed bytea;
create index messages_sealed on comms.messages (team_id, id) where sealed is not null;

-- No image of a change has what is sealed: it outlives the message's way out.
drop trigger messages_recorded on comms.messages;
create trigger messages_recorded after insert on comms.messages
  for each row execute function comms.record_change('messages', 'sealed');
drop trigger messages_canceled on comms.messages;
create trigger messages_canceled after update on comms.messages
  for each row when (old.status in ('queued', 'scheduled') and new.status = 'canceled')
  execute function comms.record_change('messages', 'sealed');
