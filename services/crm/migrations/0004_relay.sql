-- Events go from the outbox to the broker.
select platform.install_relay('crm');
