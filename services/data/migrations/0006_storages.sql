-- A table that grows moves to a physical table of its own, of the same shape (ADR 0013). It inherits from data.rows, so
-- `from data.rows` still finds every row of every table, and a later column of rows reaches it too; statements that know
-- where the rows are say `only data.rows` or name the table.
create table storages (
  team_id uuid not null,
  table_id uuid not null,
  -- The physical table, in schema data; `only data.rows` without a row here.
  relation text not null,
  row_count bigint not null,
  created_at timestamptz not null default now(),
  primary key (team_id, table_id)
);
select platform.isolate_teams('storages');
revoke insert, update, delete on storages from data;

-- What the owner does to rows and tables is housekeeping: it changes nothing that a caller sees.
drop trigger rows_recorded on rows;
create trigger rows_recorded after insert or update or delete on rows
  for each row when (current_user <> 'data_owner') execute function record_change('rows');
drop trigger tables_recorded on tables;
create trigger tables_recorded after insert or update or delete on tables
  for each row when (current_user <> 'data_owner') execute function record_change('tables');

-- Moves a table's rows to a physical table of their own and answers how many there were; null when they are there
-- already. One transaction: whatever ends it in the middle, all rows are where they were. It holds the table's schema
-- lock, so no row is written meanwhile; DELETE RETURNING hands over each row as it is, not as an older snapshot has it.
-- It runs with its owner's rights, and nobody but the worker may call it: the service itself can create no table.
create function promote_table(team uuid, promoted uuid) returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  relation constant text := 'rows_' || replace(promoted::text, '-', '');
  moved bigint;
  trigger_text text;
begin
  perform set_config('app.team_id', team::text, true);
  perform pg_advisory_xact_lock(data.schema_lock(promoted));
  if exists (select from data.storages s where s.team_id = team and s.table_id = promoted)
     or not exists (select from data.tables t where t.team_id = team and t.id = promoted) then
    return null;
  end if;
  execute format(
    'create table data.%I (like data.rows including all, constraint %I check (team_id = %L and table_id = %L)) inherits (data.rows)',
    relation, relation || '_only', team, promoted);
  perform platform.isolate_teams(format('data.%I', relation)::regclass);
  execute format(
    'with moved as (delete from only data.rows r where r.team_id = $1 and r.table_id = $2 returning *)
     insert into data.%I select * from moved', relation) using team, promoted;
  get diagnostics moved = row_count;
  for trigger_text in
    select replace(pg_get_triggerdef(t.oid), ' ON data.rows ', format(' ON data.%I ', relation))
    from pg_trigger t where t.tgrelid = 'data.rows'::regclass and not t.tgisinternal
  loop
    execute trigger_text;
  end loop;
  insert into data.storages (team_id, table_id, relation, row_count) values (team, promoted, relation, moved);
  update data.tables t set schema_version = t.schema_version + 1 where t.team_id = team and t.id = promoted;
  execute format('alter table data.%I owner to data_worker', relation);
  return moved;
end
$$;
revoke execute on function promote_table(uuid, uuid) from public;

-- The worker finds tables that have grown, without seeing a cell, and owns the physical tables, whose indexes it makes
-- and drops.
grant execute on function promote_table(uuid, uuid) to data_worker;
grant create on schema data to data_worker;
grant select (team_id, table_id) on rows to data_worker;
create policy worker on rows for select to data_worker using (true);
