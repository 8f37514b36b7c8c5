-- What a statement that writes rows costs (ADR 22): one trigger a statement, which asks once for the columns that are kept
-- elsewhere too (unique values, states), where three of an insert and two of an update asked for theirs each.

-- The name of a lock does not depend on the search path: without one, PostgreSQL takes the expression for the function.
create or replace function schema_lock(table_id uuid) returns bigint language sql immutable
  return hashtextextended('data.schema ' || table_id::text, 0);

-- As in migration 0004. A lock taken in a condition is an expression, where PERFORM would be a statement.
create or replace function holds_columns(team uuid, checked_table uuid, checked_version integer) returns boolean
  language plpgsql volatile set search_path = data, pg_catalog as $$
begin
  if pg_advisory_xact_lock_shared(schema_lock(checked_table)) is null then
    return null;
  end if;
  perform from tables t where t.team_id = team and t.id = checked_table and t.schema_version = checked_version;
  return found;
end
$$;

-- After an insert: the undo records in the order of the rows (migration 0014), the values of unique columns, claimed in one
-- order for everybody (migration 0020), and the states that the rows begin with (migration 0010).
create function keep_new_rows() returns trigger language plpgsql set search_path = data, pg_catalog as $$
declare
  changeset constant uuid := nullif(current_setting('app.changeset_id', true), '')::uuid;
  -- The owner acts for nobody.
  actor_type constant text := current_setting('app.actor_type', true);
  actor_id constant text := current_setting('app.actor_id', true);
  token_id constant text := current_setting('app.token_id', true);
  request_id constant text := current_setting('app.request_id', true);
  door constant text := nullif(current_setting('app.door', true), '');
  kept columns[];
  col columns;
  claimed bigint;
  refused record;
begin
  with recorded as (
    insert into changes (team_id, changeset_id, resource, resource_id, op, after,
                         actor_type, actor_id, token_id, request_id, door)
    select n.team_id, changeset, 'rows', n.id, 'create', to_jsonb(n), actor_type, actor_id, token_id, request_id, door
    from new_rows n
    -- What the owner does to rows is housekeeping (migration 0006).
    where current_user <> 'data_owner'
  )
  select array(
    select c from columns c
    -- One statement inserts rows of one table.
    where (c.team_id, c.table_id) = (select n.team_id, n.table_id from new_rows n limit 1)
      and (c.is_unique or c.type = 'state')
    order by c.id
  ) into kept;
  foreach col in array kept loop
    if col.type = 'state' then
      insert into row_states (team_id, table_id, row_id, column_id, to_state, actor_type, actor_id, changeset_id)
      select n.team_id, n.table_id, n.id, col.id, n.data ->> col.name, actor_type, nullif(actor_id, ''), changeset
      from new_rows n where n.data ? col.name;
    end if;
    continue when not col.is_unique;
    insert into unique_values (team_id, column_id, value_hash, row_id)
    select n.team_id, col.id, sha256(convert_to((n.data -> col.name)::text, 'UTF8')) as value_hash, n.id
    from new_rows n where n.data ? col.name
    order by value_hash, n.id
    on conflict do nothing;
    get diagnostics claimed = row_count;
    continue when claimed = (select count(*) from new_rows n where n.data ? col.name);
    -- The first row whose value another one holds; a value that the transaction has claimed for its row before the statement
    -- is the row's own, and a holder that is gone by now has no id.
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

-- After an update, of rows of one table or of several, as an undo writes them: the states that the rows came into, and the
-- values of unique columns that they came to have and have no longer (migration 0020). Undo records are made row by row.
create function keep_changed_rows() returns trigger language plpgsql set search_path = data, pg_catalog as $$
declare
  kept constant columns[] := array(
    select c from columns c
    where c.team_id = (select n.team_id from new_rows n limit 1)
      and c.table_id = any (array(select distinct n.table_id from new_rows n)) and (c.is_unique or c.type = 'state')
    order by c.id
  );
  col columns;
  former unique_values;
  claims unique_values[];
  leaves unique_values[];
  left_behind unique_values[] := '{}';
  claimed bigint;
  refused record;
begin
  foreach col in array kept loop
    -- Most statements change one row, and leave these cells as they are.
    continue when (select count(*) from new_rows) = 1 and exists (
      select from new_rows n, old_rows o
      where n.deleted_at is not distinct from o.deleted_at and n.data -> col.name is not distinct from o.data -> col.name
    );
    if col.type = 'state' then
      -- Old and new rows are grouped, not joined: in a time that grows with their number alone, whatever plan is kept.
      insert into row_states (team_id, table_id, row_id, column_id, from_state, to_state, actor_type, actor_id,
                              changeset_id)
      select w.team_id, col.table_id, w.id, col.id, min(w.state) filter (where not w.is_new),
        min(w.state) filter (where w.is_new), current_setting('app.actor_type'),
        nullif(current_setting('app.actor_id'), ''), nullif(current_setting('app.changeset_id', true), '')::uuid
      from (
        select n.team_id, n.id, n.data ->> col.name as state, true as is_new
        from new_rows n where n.table_id = col.table_id
        union all
        select o.team_id, o.id, o.data ->> col.name, false
        from old_rows o where o.table_id = col.table_id
      ) w
      group by w.team_id, w.id
      having min(w.state) filter (where not w.is_new) is distinct from min(w.state) filter (where w.is_new);
    end if;
    continue when not col.is_unique;
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

-- The shared table and every table that has a physical table of its own: none comes to be once they are locked.
lock table rows in access exclusive mode;
do $$
declare
  place text;
  former text;
begin
  for place in
    select 'data.rows' union all
    select i.inhrelid::regclass::text from pg_inherits i where i.inhparent = 'data.rows'::regclass
  loop
    foreach former in array array[
      'rows_recorded_made', 'rows_states_made', 'rows_states_moved', 'rows_unique_made', 'rows_unique_moved'
    ] loop
      execute format('drop trigger %I on %s', former, place);
    end loop;
    execute format(
      'create trigger rows_kept_made after insert on %s referencing new table as new_rows
       for each statement execute function data.keep_new_rows()', place);
    execute format(
      'create trigger rows_kept_moved after update on %s referencing old table as old_rows new table as new_rows
       for each statement execute function data.keep_changed_rows()', place);
  end loop;
end
$$;
drop function record_new_rows();
drop function record_states();
drop function claim_unique_values();
drop function move_unique_values();
