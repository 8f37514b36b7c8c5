-- Every write of this service leaves an undo record and an event, and can be proposed and repeated: so these stand
-- before the first table.
select platform.install_changes('comms');
select platform.install_outbox('comms');
select platform.install_relay('comms');
select platform.install_relay_recovery('comms');
select platform.install_changesets('comms');
select platform.install_changeset_expiry('comms');
select platform.install_idempotency('comms');
