-- Every write of this service leaves an undo record and an event, and can be proposed and repeated: so these stand
-- before the first table.
select platform.install_changes('commerce');
select platform.install_outbox('commerce');
select platform.install_relay('commerce');
select platform.install_relay_recovery('commerce');
select platform.install_changesets('commerce');
select platform.install_changeset_expiry('commerce');
select platform.install_idempotency('commerce');
