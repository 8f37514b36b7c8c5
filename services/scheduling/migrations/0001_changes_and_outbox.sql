-- Every write of this service leaves an undo record and an event, and can be proposed and repeated: so these stand
-- before the first table.
select platform.install_changes('scheduling');
select platform.install_outbox('scheduling');
select platform.install_relay('scheduling');
select platform.install_relay_recovery('scheduling');
select platform.install_changesets('scheduling');
select platform.install_changeset_expiry('scheduling');
select platform.install_idempotency('scheduling');
