-- A round of copying compares what may have been written since the round before, no longer all cells of both tables (ADR 13): of
-- 4,000 rows of 190 kB that took 10 s, in the last round too, which writes of the table wait for.

-- Makes the copy as the shared table has the rows now; answers how many rows it lacked or had otherwise. Runs with the rights of
-- who calls it. PostgreSQL knows nothing of a table that new; without nested loops both meet in one pass. The comment of the copy
-- is the transaction before which all others had ended when the last round began: a row as one of those left it is in the copy,
-- since that round saw it. A savepoint has its number after its transaction's, and so is none of them while that goes on. A row
-- so old that its number is in use once more is compared. A condition on whole rows alone would have all of their cells read.
create or replace function catch_up_copy(team uuid, promoted uuid) returns bigint
  language plpgsql set search_path = pg_catalog set enable_nestloop = off as $$
declare
  physical constant text := data.physical_name(promoted);
  settled constant xid8 := pg_snapshot_xmin(pg_current_snapshot());
  settled_before constant xid8 := obj_description(format('data.%I', physical)::regclass, 'pg_class');
  unsettled uuid[];
  stale bigint;
  fresh bigint;
begin
  execute format(
    'select array(
       select n.id from data.%I n where not exists (
         select from only data.rows r
         where r.team_id = $1 and r.table_id = $2 and r.id = n.id and age(r.xmin) > age($3)))',
    physical) into unsettled using team, promoted, settled_before::xid;
  execute format(
    'delete from data.%I n where n.id = any ($3) and not exists (
       select from only data.rows r
       where r.team_id = $1 and r.table_id = $2 and r.id = any ($3) and r.id = n.id and r is not distinct from n)',
    physical) using team, promoted, unsettled;
  get diagnostics stale = row_count;
  execute format(
    'insert into data.%1$I select r.* from only data.rows r
     where r.team_id = $1 and r.table_id = $2
       and not exists (select from data.%1$I n where n.team_id = $1 and n.table_id = $2 and n.id = r.id)',
    physical) using team, promoted;
  get diagnostics fresh = row_count;
  execute format('comment on table data.%I is %L', physical, settled);
  return greatest(stale, fresh);
end
$$;

create or replace function promote_table(team uuid, promoted uuid) returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  relation constant text := 'rows_' || replace(promoted::text, '-', '');
  physical constant text := data.physical_name(promoted);
  moved bigint;
  copied bigint;
  live bigint;
  trigger_text text;
begin
  perform set_config('app.team_id', team::text, true);
  perform pg_advisory_xact_lock(data.schema_lock(promoted));
  if data.copy_table(team, promoted, to_regclass('data.' || physical) is null) is null then
    return null;
  end if;
  delete from only data.rows r where r.team_id = team and r.table_id = promoted;
  get diagnostics moved = row_count;
  execute format('select count(*), count(*) filter (where deleted_at is null) from data.%I', physical) into copied, live;
  if copied <> moved then
    raise exception 'the copy has % rows where % are to be moved', copied, moved;
  end if;
  for trigger_text in
    select replace(pg_get_triggerdef(t.oid), ' ON data.rows ', format(' ON data.%I ', physical))
    from pg_trigger t where t.tgrelid = 'data.rows'::regclass and not t.tgisinternal
  loop
    execute trigger_text;
  end loop;
  execute format('comment on table data.%I is null', physical);
  execute format('alter table data.%I inherit data.rows', physical);
  execute format('alter table data.%I owner to data_worker', physical);
  if physical <> relation then
    perform data.show_rows(relation, physical);
  end if;
  insert into data.storages (team_id, table_id, relation, physical, row_count)
  values (team, promoted, relation, nullif(physical, relation), live);
  update data.tables t set schema_version = t.schema_version + 1 where t.team_id = team and t.id = promoted;
  return moved;
end
$$;
