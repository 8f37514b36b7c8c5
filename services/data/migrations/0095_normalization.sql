-- Texts that were stored before the doors composed them become NFC (conventions.normalization).
select platform.install_normalization('data');
-- Another spelling of the same text leaves no undo record.
select platform.install_record_change('data');

-- After an update, as in migration 0094. Another spelling of a state does not make a step.
create or replace function keep_changed_rows() returns trigger language plpgsql set search_path = data, pg_catalog as $$
declare
  kept constant columns[] := array(
    select c from columns c
    where c.team_id = (select n.team_id from new_rows n limit 1)
      and c.table_id = any (array(select distinct n.table_id from new_rows n)) and (c.is_unique or c.type = 'state')
    order by c.id
  );
  is_normalizing constant boolean := current_setting('app.normalizing', true) is not distinct from 'on';
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
    if col.type = 'state' and not is_normalizing then
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
      select w.team_id, w.id, w.value_hash, bool_and(w.is_new) as is_new
      from (
        select n.team_id, n.id, claimed_hash(col.type, n.data -> col.name) as value_hash, true as is_new
        from new_rows n where n.table_id = col.table_id and n.deleted_at is null and n.data ? col.name
        union all
        -- A cell in another spelling than NFC may have the claim of that spelling, where another row has the value.
        select o.team_id, o.id,
          case when o.data ->> col.name is nfc normalized or exists (
              select from new_rows n
              where n.id = o.id and n.deleted_at is null and n.data -> col.name = o.data -> col.name
            ) then claimed_hash(col.type, o.data -> col.name)
          else sha256(convert_to((o.data -> col.name)::text, 'UTF8')) end, false
        from old_rows o where o.table_id = col.table_id and o.deleted_at is null and o.data ? col.name
        union all
        -- Or that of the value, which it leaves with the value alone.
        select o.team_id, o.id, claimed_hash(col.type, o.data -> col.name), false
        from old_rows o
        where o.table_id = col.table_id and o.deleted_at is null and o.data ->> col.name is not nfc normalized
          and not exists (
            select from new_rows n
            where n.id = o.id and n.deleted_at is null and n.data ? col.name
              and claimed_hash(col.type, n.data -> col.name) = claimed_hash(col.type, o.data -> col.name)
          )
      ) w
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

-- Blocks are never changed by the service; those of code stay as they were sent.
alter table data.blocks no force row level security;
update data.blocks b set text = platform.nfc(b.text), url = platform.nfc(b.url), metadata = platform.nfc(b.metadata)
where b.type <> 'code' and concat_ws(E'\n', b.text, b.url, b.metadata) is not nfc normalized;
alter table data.blocks force row level security;
