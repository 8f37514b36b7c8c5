-- Periods are counted on the calendar of a time zone. Subscriptions of before were counted in UTC, and stay so.
alter table commerce.subscriptions add column timezone text not null default 'UTC';
