-- A rotation leaves each former secret the day that it was promised, however many follow (events.rotation). `former_secrets` are those
-- before previous_secret, newest first: [{secret: sealed, in base64, until: RFC 3339}]. No image has them.
alter table webhooks.endpoints add column former_secrets jsonb;
create or replace trigger endpoints_recorded after insert or update or delete on webhooks.endpoints
  for each row execute function webhooks.record_change('webhooks', 'secret', 'previous_secret', 'former_secrets');
grant update (former_secrets) on webhooks.endpoints to webhooks_worker;
