-- Messages that come in (comms.inbound): each is stored once, by what its provider calls it.
create unique index messages_received on comms.messages (team_id, provider, provider_id) where direction = 'inbound';
