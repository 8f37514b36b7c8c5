-- Contacts that are merged into others: a cell that names one of these reads as the contact at the end of the chain
-- (contacts.merged-references). No cell is rewritten.
create table data.merged_contacts (
  team_id uuid not null,
  contact_id uuid not null,
  -- Null when the merge has ended.
  merged_into uuid,
  -- End of the chain.
  live_id uuid,
  -- Version of the merged contact that the fact told.
  version integer not null,
  primary key (team_id, contact_id)
);
create index merged_contacts_into on data.merged_contacts (team_id, merged_into) where merged_into is not null;
create index merged_contacts_live on data.merged_contacts (team_id, live_id) where live_id is not null;
select platform.isolate_teams('data.merged_contacts');

-- With the first merge of a team, statements upon tables with contacts are others than before.
create function data.announce_merges() returns trigger language plpgsql set search_path = data, pg_catalog as $$
begin
  if (select count(*) from (select from merged_contacts m where m.team_id = new.team_id limit 2) known) = 1 then
    update tables t set schema_version = t.schema_version + 1
    where t.team_id = new.team_id and (
      t.is_system and t.name = 'assets'
      or exists (select from columns c where c.team_id = t.team_id and c.table_id = t.id and c.type = 'contact')
    );
  end if;
  return null;
end
$$;
create trigger announce_merges after insert on data.merged_contacts
  for each row execute function data.announce_merges();

-- The other cells of a column of this type that stand for the same as the cell.
create function data.same_cells(type text, cell jsonb) returns setof jsonb language sql stable as $$
  with asked (id) as (select (case when type = 'contact' then cell #>> '{}' end)::uuid),
    live (id) as (
      select coalesce((select m.live_id from data.merged_contacts m where m.contact_id = asked.id), asked.id) from asked
    )
  select to_jsonb(s.id)
  from (
    select live.id from live
    union all
    select m.contact_id from live join data.merged_contacts m on m.live_id = live.id
  ) s, asked
  where s.id <> asked.id
$$;

-- Refuses cells of rows in a unique column that another row has, spelled as another contact. Writers of one contact wait
-- for each other.
create function data.refuse_same_contacts(col data.columns, ids uuid[], cells jsonb[]) returns void language plpgsql
  set search_path = data, pg_catalog as $$
declare
  refused record;
begin
  perform pg_advisory_xact_lock(hashtextextended(col.id || ' ' || one.live_id, 0))
  from (
    select distinct m.live_id from unnest(cells) c (cell)
    join merged_contacts m on m.team_id = col.team_id and m.live_id is not null
      and (m.contact_id = (c.cell #>> '{}')::uuid or m.live_id = (c.cell #>> '{}')::uuid)
    order by 1
  ) one;
  if not found then
    return;
  end if;
  select c.id, u.row_id as holder into refused
  from unnest(ids, cells) c (id, cell)
    cross join lateral same_cells(col.type, c.cell) s (cell)
    join unique_values u on u.team_id = col.team_id and u.column_id = col.id
      and u.value_hash = claimed_hash(col.type, s.cell)
  where u.row_id <> c.id
  limit 1;
  if found then
    raise unique_violation using message = 'the value of a unique column is taken',
      constraint = 'rows_unique_value', column = col.name, detail = refused.holder::text, hint = refused.id::text;
  end if;
end
$$;

-- After an insert, as in migration 0092, and with what merges have made one contact.
create or replace function keep_new_rows() returns trigger language plpgsql set search_path = data, pg_catalog as $$
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
    -- The owner changes rows for housekeeping alone (migration 0006).
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
    if col.type = 'contact' then
      perform refuse_same_contacts(col, array_agg(n.id), array_agg(n.data -> col.name))
      from new_rows n where n.data ? col.name;
    end if;
    insert into unique_values (team_id, column_id, value_hash, row_id)
    select n.team_id, col.id, claimed_hash(col.type, n.data -> col.name) as value_hash, n.id
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
        and u.value_hash = claimed_hash(col.type, n.data -> col.name)
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

-- After an update, the same.
create or replace function keep_changed_rows() returns trigger language plpgsql set search_path = data, pg_catalog as $$
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
      select w.team_id, w.id, claimed_hash(col.type, w.cell) as value_hash, bool_and(w.is_new) as is_new
      from (
        select n.team_id, n.id, n.data -> col.name as cell, true as is_new
        from new_rows n where n.table_id = col.table_id and n.deleted_at is null
        union all
        select o.team_id, o.id, o.data -> col.name, false
        from old_rows o where o.table_id = col.table_id and o.deleted_at is null
      ) w
      where w.cell is not null
      group by 1, 2, 3
      -- A value that a row had and has is on both sides.
      having count(*) = 1
    ) v;
    left_behind := left_behind || leaves;
    continue when claims is null;
    if col.type = 'contact' then
      perform refuse_same_contacts(col, array_agg(n.id), array_agg(n.data -> col.name))
      from new_rows n where n.id = any (array(select c.row_id from unnest(claims) c));
    end if;
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
        constraint = 'rows_unique_value', column = col.name, detail = coalesce(refused.holder::text, ''),
        hint = refused.row_id::text;
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
