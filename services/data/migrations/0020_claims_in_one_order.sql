-- Whoever gives several rows values of unique columns claims all values of a statement in one order, and gives former ones
-- up only then: a writer that waits for a value holds none that comes later, so no two wait for each other (ADR 16).

-- What keep_unique_values (migration 0003) did row by row, for all rows that a statement changed.
create function move_unique_values() returns trigger language plpgsql set search_path = data, pg_catalog as $$
declare
  col record;
  former unique_values;
  claims unique_values[];
  leaves unique_values[];
  left_behind unique_values[] := '{}';
  claimed bigint;
  refused record;
begin
  for col in
    select c.id, c.name, c.table_id from columns c
    -- An undo writes rows of several tables at once.
    where (c.team_id, c.table_id) in (select n.team_id, n.table_id from new_rows n) and c.is_unique
    order by c.id
  loop
    -- Most statements change one row, and leave its unique cells as they are.
    continue when (select count(*) from new_rows) = 1 and exists (
      select from new_rows n, old_rows o
      where n.deleted_at is not distinct from o.deleted_at and n.data -> col.name is not distinct from o.data -> col.name
    );
    select array_agg((v.team_id, col.id, v.value_hash, v.id)::unique_values order by v.value_hash, v.id)
        filter (where v.is_new),
      array_agg((v.team_id, col.id, v.value_hash, v.id)::unique_values) filter (where not v.is_new)
    into claims, leaves
    from (
      select w.team_id, w.id, sha256(convert_to(w.cell::text, 'UTF8')) as value_hash, bool_and(w.is_new) as is_new
      from (
        select n.team_id, n.id, n.data -> col.name as cell, true as is_new
        from new_rows n where n.table_id = col.table_id and n.deleted_at is null
        union all
        select o.team_id, o.id, o.data -> col.name, false
        from old_rows o where o.table_id = col.table_id and o.deleted_at is null
      ) w
      where w.cell is not null
      group by 1, 2, 3
      -- What a row had and has is on both sides.
      having count(*) = 1
    ) v;
    left_behind := left_behind || leaves;
    continue when claims is null;
    insert into unique_values select c.* from unnest(claims) c on conflict do nothing;
    get diagnostics claimed = row_count;
    continue when claimed = cardinality(claims);
    -- A value that is held by the row already was claimed before the statement; a holder that is gone by now has no id.
    select c.row_id, u.row_id as holder into refused
    from unnest(claims) c
      left join unique_values u
        on u.team_id = c.team_id and u.column_id = c.column_id and u.value_hash = c.value_hash
    where u.row_id is distinct from c.row_id
    limit 1;
    if found then
      raise unique_violation using message = 'the value of a unique column is taken',
        constraint = 'rows_unique_value', column = col.name, detail = coalesce(refused.holder::text, '');
    end if;
  end loop;
  foreach former in array left_behind loop
    delete from unique_values u
    where u.team_id = former.team_id and u.column_id = former.column_id and u.value_hash = former.value_hash
      and u.row_id = former.row_id;
  end loop;
  return null;
end
$$;

-- As in migration 0014, but for values that the transaction has claimed for the new rows before the statement.
create or replace function claim_unique_values() returns trigger language plpgsql set search_path = data, pg_catalog as $$
declare
  col record;
  claimed bigint;
  refused record;
begin
  for col in
    select c.id, c.name from columns c
    -- One statement inserts rows of one table.
    where (c.team_id, c.table_id) = (select n.team_id, n.table_id from new_rows n limit 1) and c.is_unique
    order by c.id
  loop
    insert into unique_values (team_id, column_id, value_hash, row_id)
    select n.team_id, col.id, sha256(convert_to((n.data -> col.name)::text, 'UTF8')) as value_hash, n.id
    from new_rows n where n.data ? col.name
    order by value_hash, n.id
    on conflict do nothing;
    get diagnostics claimed = row_count;
    continue when claimed = (select count(*) from new_rows n where n.data ? col.name);
    -- The first row whose value another one holds; a holder that is gone by now has no id.
    select n.id, u.row_id as holder into refused
    from (select w.*, row_number() over () as place from new_rows w where w.data ? col.name) n
      left join unique_values u on u.team_id = n.team_id and u.column_id = col.id
        and u.value_hash = sha256(convert_to((n.data -> col.name)::text, 'UTF8'))
    where u.row_id is distinct from n.id
    order by n.place
    limit 1;
    if found then
      raise unique_violation using message = 'the value of a unique column is taken',
        constraint = 'rows_unique_value', column = col.name, detail = coalesce(refused.holder::text, '');
    end if;
  end loop;
  return null;
end
$$;

-- The shared table and every table that has a physical table of its own.
do $$
declare
  place text;
begin
  for place in
    select 'data.rows' union all
    select i.inhrelid::regclass::text from pg_inherits i where i.inhparent = 'data.rows'::regclass
  loop
    execute format('drop trigger rows_unique on %s', place);
    execute format(
      'create trigger rows_unique_moved after update on %s
       referencing old table as old_rows new table as new_rows
       for each statement execute function data.move_unique_values()', place);
  end loop;
end
$$;
drop function keep_unique_values();
