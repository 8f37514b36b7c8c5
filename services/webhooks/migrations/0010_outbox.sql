-- Decisions on changesets go to the audit log (ADR 20).
select platform.install_outbox('webhooks');
select platform.install_relay('webhooks');
