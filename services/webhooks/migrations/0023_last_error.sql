-- Why the last attempt of a delivery got no answer (events.success); null where there was one.
alter table deliveries add column last_error text;
