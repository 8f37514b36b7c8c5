-- An endpoint has one of two schedules (events.attempts); a delivery shows how many attempts it has, and when the first one failed.
alter table webhooks.endpoints add column retries text not null default 'standard';
alter table webhooks.endpoints add constraint endpoints_retries check (retries in ('standard', 'long'));
alter table webhooks.deliveries add column attempts_max smallint not null default 5;
alter table webhooks.deliveries add column first_failed_at timestamptz;
