-- Called once per table by the migrations: rows of other teams do not exist for anybody but a superuser. The
-- policy's form is measured (operation.database-roles): the sub-select is evaluated once per statement, and nullif
-- covers a connection whose last transaction had a team. The column is filled from the team of the transaction.
create or replace function platform.isolate_teams(target regclass) returns void
  language plpgsql set search_path = pg_catalog as $$
declare
  team constant text := '(select nullif(current_setting(''app.team_id'', true), '''')::uuid)';
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('alter table %s alter column team_id set default nullif(current_setting(''app.team_id'', true), '''')::uuid', target);
  execute format('create policy team on %s using (team_id = %s) with check (team_id = %s)', target, team, team);
end
$$;
