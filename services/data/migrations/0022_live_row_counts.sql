-- A table's number of rows is that of those that are not deleted, before its move and after it (ADR 13): what is recorded at
-- the move serves until PostgreSQL has looked at the physical table.

-- The service asks for it from now on: fails before the bootstrap has made it.
select 'platform.live_share(regclass)'::regprocedure;

-- The last round, under the table's schema lock, and the move itself: the shared rows go, the copy is the table's.
create or replace function promote_table(team uuid, promoted uuid) returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  relation constant text := 'rows_' || replace(promoted::text, '-', '');
  moved bigint;
  copied bigint;
  live bigint;
  trigger_text text;
begin
  perform set_config('app.team_id', team::text, true);
  perform pg_advisory_xact_lock(data.schema_lock(promoted));
  if data.copy_table(team, promoted, to_regclass('data.' || relation) is null) is null then
    return null;
  end if;
  delete from only data.rows r where r.team_id = team and r.table_id = promoted;
  get diagnostics moved = row_count;
  execute format('select count(*), count(*) filter (where deleted_at is null) from data.%I', relation) into copied, live;
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
  insert into data.storages (team_id, table_id, relation, row_count) values (team, promoted, relation, live);
  update data.tables t set schema_version = t.schema_version + 1 where t.team_id = team and t.id = promoted;
  execute format('alter table data.%I owner to data_worker', relation);
  return moved;
end
$$;
