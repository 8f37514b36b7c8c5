-- What was noted of one deleted row, or of all, is found without a look at what was noted of every other row of its table.
create index set_aside_of_rows on set_aside (team_id, table_id, row_id);
