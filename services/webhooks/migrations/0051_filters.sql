-- An endpoint gets only the events that it asks for (events.filter, events.changed). `judged_in` has the zone and the country by which
-- the filter is read: those of the team when it was written.
alter table webhooks.endpoints add column filter jsonb;
alter table webhooks.endpoints add column "when" text not null default 'matches';
alter table webhooks.endpoints add column changed text[] not null default '{}';
alter table webhooks.endpoints add column judged_in jsonb;
alter table webhooks.endpoints add constraint endpoints_when check ("when" in ('matches', 'enters'));
