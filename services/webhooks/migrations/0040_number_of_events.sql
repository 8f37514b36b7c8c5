-- The API bounds the list by the number of event types; the database would need a migration for each new one.
alter table webhooks.endpoints drop constraint endpoints_events;
alter table webhooks.endpoints add constraint endpoints_events check (cardinality(events) > 0);
