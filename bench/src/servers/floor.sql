-- The rows of the service without its triggers: the floor's batches go here. Columns, indexes and row-level security are
-- the same.
create schema floor;
grant usage on schema floor to data;
create table floor.rows (like data.rows including all);
select platform.isolate_teams('floor.rows');
grant select, insert on floor.rows to data;
