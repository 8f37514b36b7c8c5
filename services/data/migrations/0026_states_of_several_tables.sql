-- The history of states (migration 0010) of statements that write rows of several tables at once, as an undo does: where the
-- first of the rows was of a table without states, it kept none of the others.
create or replace function record_states() returns trigger language plpgsql
  set search_path = data, pg_catalog set enable_nestloop = off as $$
begin
  if not exists (
    select from columns c
    where c.team_id = (select n.team_id from new_rows n limit 1)
      and c.table_id = any (array(select distinct n.table_id from new_rows n)) and c.type = 'state'
  ) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into row_states (team_id, table_id, row_id, column_id, to_state, actor_type, actor_id, changeset_id)
    select n.team_id, n.table_id, n.id, c.id, n.data ->> c.name, current_setting('app.actor_type'),
      nullif(current_setting('app.actor_id'), ''), nullif(current_setting('app.changeset_id', true), '')::uuid
    from new_rows n
      join columns c on c.team_id = n.team_id and c.table_id = n.table_id and c.type = 'state'
    where n.data ? c.name;
  else
    insert into row_states (team_id, table_id, row_id, column_id, from_state, to_state, actor_type, actor_id,
                            changeset_id)
    select n.team_id, n.table_id, n.id, c.id, o.data ->> c.name, n.data ->> c.name,
      current_setting('app.actor_type'), nullif(current_setting('app.actor_id'), ''),
      nullif(current_setting('app.changeset_id', true), '')::uuid
    from new_rows n
      join old_rows o on o.team_id = n.team_id and o.table_id = n.table_id and o.id = n.id
      join columns c on c.team_id = n.team_id and c.table_id = n.table_id and c.type = 'state'
    where o.data ->> c.name is distinct from n.data ->> c.name;
  end if;
  return null;
end
$$;
