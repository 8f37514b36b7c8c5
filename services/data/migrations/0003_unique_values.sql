-- Values that unique columns hold in live rows. A trigger keeps them, so every way of writing a row is bound: create,
-- merge, delete, restore, undo.
create index columns_unique on columns (team_id, table_id) where is_unique;

create table unique_values (
  team_id uuid not null,
  column_id uuid not null,
  -- SHA-256 of the cell's JSON: a text cell may be longer than an index entry.
  value_hash bytea not null,
  row_id uuid not null,
  primary key (team_id, column_id, value_hash)
);
select platform.isolate_teams('unique_values');

-- Raises unique_violation of constraint rows_unique_value with `column` = the column's name and `detail` = the id of the
-- row that holds the value.
create function keep_unique_values() returns trigger language plpgsql set search_path = data, pg_catalog as $$
declare
  col record;
  old_cell jsonb;
  new_cell jsonb;
  holder uuid;
begin
  for col in
    select c.id, c.name from columns c
    where c.team_id = new.team_id and c.table_id = new.table_id and c.is_unique
    order by c.id
  loop
    old_cell := case when tg_op = 'UPDATE' and old.deleted_at is null then old.data -> col.name end;
    new_cell := case when new.deleted_at is null then new.data -> col.name end;
    continue when old_cell is not distinct from new_cell;
    if old_cell is not null then
      delete from unique_values u
      where u.team_id = new.team_id and u.column_id = col.id
        and u.value_hash = sha256(convert_to(old_cell::text, 'UTF8')) and u.row_id = new.id;
    end if;
    if new_cell is not null then
      insert into unique_values (team_id, column_id, value_hash, row_id)
      values (new.team_id, col.id, sha256(convert_to(new_cell::text, 'UTF8')), new.id)
      on conflict do nothing;
      if not found then
        select u.row_id into holder from unique_values u
        where u.team_id = new.team_id and u.column_id = col.id
          and u.value_hash = sha256(convert_to(new_cell::text, 'UTF8'));
        raise unique_violation using message = 'the value of a unique column is taken',
          constraint = 'rows_unique_value', column = col.name, detail = coalesce(holder::text, '');
      end if;
    end if;
  end loop;
  return null;
end
$$;

create trigger rows_unique after insert or update of data, deleted_at on rows
  for each row execute function keep_unique_values();
