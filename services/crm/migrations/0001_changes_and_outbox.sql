-- Every write of this service leaves an undo record and an event, so both stand before the first table.
select platform.install_changes('crm');
select platform.install_outbox('crm');
