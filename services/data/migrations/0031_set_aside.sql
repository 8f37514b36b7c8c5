-- Cells of deleted rows that a change of columns left as they were (ADR 0045): the rows of the table deleted until then, and
-- after its entry before, hold under this name cells of `of_column`, as that column was, or none of any column.
create table set_aside (
  team_id uuid not null,
  table_id uuid not null,
  seq bigint generated always as identity,
  name text not null,
  until timestamptz not null,
  -- Image of the column; null for a column that came to be with the change.
  of_column jsonb,
  -- What the change gave to live rows without a cell of the column `filled`.
  filled uuid,
  fill jsonb,
  primary key (team_id, table_id, seq)
);
select platform.isolate_teams('set_aside');

-- What a row held under a column, as that was, when it became active and got something else: an undo that makes the column so
-- again gives it back while the cell is still what it got.
create table revived_cells (
  team_id uuid not null,
  column_id uuid not null,
  row_id uuid not null,
  seq bigint generated always as identity,
  of_column jsonb not null,
  held jsonb not null,
  got jsonb,
  primary key (team_id, column_id, row_id, seq)
);
select platform.isolate_teams('revived_cells');
