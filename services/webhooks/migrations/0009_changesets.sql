-- Writes can be proposed, decided on and undone. An image now tells a rotation of the secret, and still no secret.
select platform.install_changesets('webhooks');
create or replace trigger endpoints_recorded after insert or update or delete on webhooks.endpoints
  for each row execute function webhooks.record_change('webhooks', 'secret', 'previous_secret');
