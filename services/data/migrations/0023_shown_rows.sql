-- Where schema platform is not leakproof (ADR 44), no index of an expression answers under row-level security. There a table that
-- grows is shown by a view: it has the name that statements say, and the team's condition in it, beside which theirs may be
-- answered in any order, by any index. Nobody of the service reaches the table below it otherwise.

-- The migration takes it: fails before the bootstrap has made it.
select 'platform.is_leakproof()'::regprocedure;

-- Of the table below the view; null where `relation` is the table itself.
alter table data.storages add column physical text;
grant select (physical) on data.storages to data_worker;

-- The table that holds a moved table's rows, in schema data.
create function physical_name(promoted uuid) returns text
  language sql stable
  return case when platform.is_leakproof() then 'rows_' else 'kept_' end || replace(promoted::text, '-', '');

-- Makes the view, or makes it anew after a migration has added a column to data.rows. The condition is that of the table's
-- own policy, for what is read and for what is written.
create function show_rows(relation text, physical text) returns void
  language plpgsql set search_path = pg_catalog as $$
declare
  condition text;
begin
  select pg_get_expr(p.polqual, p.polrelid) into strict condition
  from pg_policy p where p.polrelid = format('data.%I', physical)::regclass and p.polname = 'team';
  execute format(
    'create or replace view data.%I as select * from data.%I where %s with check option', relation, physical, condition);
end
$$;

create or replace function catch_up_copy(team uuid, promoted uuid) returns bigint
  language plpgsql set search_path = pg_catalog set enable_nestloop = off as $$
declare
  physical constant text := data.physical_name(promoted);
  stale bigint;
  fresh bigint;
begin
  execute format(
    'delete from data.%I n where not exists (
       select from only data.rows r where r.team_id = $1 and r.table_id = $2 and r.id = n.id and r is not distinct from n)',
    physical) using team, promoted;
  get diagnostics stale = row_count;
  execute format(
    'insert into data.%1$I select r.* from only data.rows r
     where r.team_id = $1 and r.table_id = $2
       and not exists (select from data.%1$I n where n.team_id = $1 and n.table_id = $2 and n.id = r.id)',
    physical) using team, promoted;
  get diagnostics fresh = row_count;
  return greatest(stale, fresh);
end
$$;

create or replace function copy_table(team uuid, promoted uuid, anew boolean) returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  physical constant text := data.physical_name(promoted);
begin
  perform set_config('app.team_id', team::text, true);
  if exists (select from data.storages s where s.team_id = team and s.table_id = promoted)
     or not exists (select from data.tables t where t.team_id = team and t.id = promoted) then
    return null;
  end if;
  if anew then
    execute format('drop table if exists data.%I', physical);
    execute format(
      'create table data.%I (like data.rows including all, constraint %I check (team_id = %L and table_id = %L))',
      physical, physical || '_only', team, promoted);
    perform platform.isolate_teams(format('data.%I', physical)::regclass);
    if not platform.is_leakproof() then
      execute format('revoke all on data.%I from data', physical);
      -- The view reads with the rights of its owner, who is bound by its condition alone.
      execute format('alter table data.%I no force row level security', physical);
    end if;
  end if;
  return data.catch_up_copy(team, promoted);
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
