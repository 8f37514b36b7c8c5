-- A table that grows is copied beside its writes, in rounds, and moved under a short lock (ADR 13): only what was written
-- since the last round is carried over while writes of the table wait.

-- Makes the copy as the shared table has the rows now; answers how many rows it lacked or had otherwise. Runs with the
-- rights of who calls it. PostgreSQL knows nothing of a table that new; without nested loops both meet in one pass.
create function catch_up_copy(team uuid, promoted uuid) returns bigint
  language plpgsql set search_path = pg_catalog set enable_nestloop = off as $$
declare
  relation constant text := 'rows_' || replace(promoted::text, '-', '');
  stale bigint;
  fresh bigint;
begin
  execute format(
    'delete from data.%I n where not exists (
       select from only data.rows r where r.team_id = $1 and r.table_id = $2 and r.id = n.id and r is not distinct from n)',
    relation) using team, promoted;
  get diagnostics stale = row_count;
  execute format(
    'insert into data.%1$I select r.* from only data.rows r
     where r.team_id = $1 and r.table_id = $2
       and not exists (select from data.%1$I n where n.team_id = $1 and n.table_id = $2 and n.id = r.id)',
    relation) using team, promoted;
  get diagnostics fresh = row_count;
  return greatest(stale, fresh);
end
$$;

-- One round: no lock that a write waits for. `anew` throws away what a killed keeper left. Nobody sees the copy: it inherits
-- from nothing and is in no one's storages. Null when nothing is to be moved.
create function copy_table(team uuid, promoted uuid, anew boolean) returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  relation constant text := 'rows_' || replace(promoted::text, '-', '');
begin
  perform set_config('app.team_id', team::text, true);
  if exists (select from data.storages s where s.team_id = team and s.table_id = promoted)
     or not exists (select from data.tables t where t.team_id = team and t.id = promoted) then
    return null;
  end if;
  if anew then
    execute format('drop table if exists data.%I', relation);
    execute format(
      'create table data.%I (like data.rows including all, constraint %I check (team_id = %L and table_id = %L))',
      relation, relation || '_only', team, promoted);
    perform platform.isolate_teams(format('data.%I', relation)::regclass);
  end if;
  return data.catch_up_copy(team, promoted);
end
$$;

-- The last round, under the table's schema lock, and the move itself: the shared rows go, the copy is the table's.
create or replace function promote_table(team uuid, promoted uuid) returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  relation constant text := 'rows_' || replace(promoted::text, '-', '');
  moved bigint;
  copied bigint;
  trigger_text text;
begin
  perform set_config('app.team_id', team::text, true);
  perform pg_advisory_xact_lock(data.schema_lock(promoted));
  if data.copy_table(team, promoted, to_regclass('data.' || relation) is null) is null then
    return null;
  end if;
  delete from only data.rows r where r.team_id = team and r.table_id = promoted;
  get diagnostics moved = row_count;
  execute format('select count(*) from data.%I', relation) into copied;
  if copied <> moved then
    raise exception 'the copy has % rows where % are to be moved', copied, moved;
  end if;
  for trigger_text in
    select replace(pg_get_triggerdef(t.oid), ' ON data.rows ', format(' ON data.%I ', relation))
    from pg_trigger t where t.tgrelid = 'data.rows'::regclass and not t.tgisinternal
  loop
    execute trigger_text;
  end loop;
  execute format('alter table data.%I inherit data.rows', relation);
  insert into data.storages (team_id, table_id, relation, row_count) values (team, promoted, relation, moved);
  update data.tables t set schema_version = t.schema_version + 1 where t.team_id = team and t.id = promoted;
  execute format('alter table data.%I owner to data_worker', relation);
  return moved;
end
$$;
revoke execute on function catch_up_copy(uuid, uuid) from public;
revoke execute on function copy_table(uuid, uuid, boolean) from public;
grant execute on function copy_table(uuid, uuid, boolean) to data_worker;
