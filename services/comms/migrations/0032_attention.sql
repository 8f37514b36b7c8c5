-- Messages that people look at, and the refusals that keep marketing from an address (comms.refusals).
alter table comms.messages add column attention text;
alter table comms.messages add constraint messages_attention check (attention in ('refusal', 'unclear'));
create index messages_attention on comms.messages (team_id, address, channel, created_at) where attention is not null;
