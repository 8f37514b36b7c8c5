-- History of state columns (tables.history): every state a row came into, and from which. Triggers keep it, so every
-- way of writing rows leaves its entries: create, merge, batch, undo, a column added or emptied. They look once per
-- statement, and a table without state columns pays one look-up. There is no foreign key: entries of a deleted column
-- are not shown, and are there again when it is.
create table row_states (
  team_id uuid not null,
  table_id uuid not null,
  row_id uuid not null,
  -- Newest last: rows are written one after another, and ids of version 7 follow the clock.
  id uuid not null default uuidv7(),
  column_id uuid not null,
  from_state text,
  to_state text,
  changed_at timestamptz not null default clock_timestamp(),
  actor_type text not null,
  actor_id text,
  changeset_id uuid,
  primary key (team_id, table_id, row_id, id)
);
select platform.isolate_teams('row_states');

create index columns_states on columns (team_id, table_id) where type = 'state';

create function record_states() returns trigger language plpgsql set search_path = data, pg_catalog as $$
begin
  -- One statement writes rows of one table.
  if not exists (
    select from columns c
    where (c.team_id, c.table_id) = (select n.team_id, n.table_id from new_rows n limit 1) and c.type = 'state'
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

create trigger rows_states_made after insert on rows referencing new table as new_rows
  for each statement execute function record_states();
create trigger rows_states_moved after update on rows referencing old table as old_rows new table as new_rows
  for each statement execute function record_states();
