-- Rows of each larger table that shares data.rows with others, deleted ones included, as the keeper last counted them: a list
-- of tables shows estimates of them (ADR 0013), as counting 500 tables of some thousand rows anew would take it seconds.
create table row_counts (
  team_id uuid not null,
  table_id uuid not null,
  total bigint not null,
  primary key (team_id, table_id)
);
select platform.isolate_teams('row_counts');
create policy worker on row_counts to data_worker using (true) with check (true);
grant select, insert, update, delete on row_counts to data_worker;
