-- What every write and every list of rows pays for: a leaner undo trigger, and a hint to the planner that a table belongs
-- to one team, without which it takes the rows of a table for far fewer than they are.
select platform.install_record_change('data');

create statistics rows_of_table (dependencies) on team_id, table_id from rows;
