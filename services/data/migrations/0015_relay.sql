-- Decisions on changesets go to the audit log (ADR 20); the outbox stands since 0001.
select platform.install_relay('data');
