-- An undo gives a cell to one deleted row that has missed changes of columns: from then on its cell of this name is one of
-- `of_column`, whatever the entries before say. Null for an entry that is of all rows deleted until then.
alter table set_aside add column row_id uuid;
