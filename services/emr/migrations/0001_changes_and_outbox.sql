-- Every write of this service leaves an undo record and an event, and can be proposed and repeated: so these stand
-- before the first table.
select platform.install_changes('emr');
select platform.install_outbox('emr');
select platform.install_relay('emr');
select platform.install_relay_recovery('emr');
select platform.install_changesets('emr');
select platform.install_changeset_expiry('emr');
select platform.install_idempotency('emr');
