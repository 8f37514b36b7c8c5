-- PostgreSQL looks at the copy of a table while nobody sees it, and so knows its rows from its first statement on (ADR 13). A
-- look after the move was lost when the process was killed in between: autovacuum makes it up where rows are written, and forgets
-- what was written when PostgreSQL itself crashes.
create or replace function copy_table(team uuid, promoted uuid, anew boolean) returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  physical constant text := data.physical_name(promoted);
  differing bigint;
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
  differing := data.catch_up_copy(team, promoted);
  if anew then
    execute format('analyze data.%I', physical);
  end if;
  return differing;
end
$$;
