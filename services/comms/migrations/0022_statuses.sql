-- What Twilio tells of messages (comms.twilio-status). A report that comes before the acceptance is recorded waits in
-- `reported` until then.
alter table comms.messages add column reported jsonb;
create index messages_at_twilio on comms.messages (provider_id, team_id)
  where provider = 'twilio' and direction = 'outbound' and provider_id is not null;

-- Who reports belongs to no team yet: the role comms_lookup finds out whose message it is of.
create policy lookup_reported on comms.messages for select to comms_lookup
  using (provider = 'twilio' and direction = 'outbound');
grant select (provider, direction, provider_id) on comms.messages to comms_lookup;
