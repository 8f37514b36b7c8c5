-- The relay goes back when the broker has lost what it had acknowledged, and removes events after a week (ADR 23).
select platform.install_relay_recovery('crm');
