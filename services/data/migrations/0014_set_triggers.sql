-- The undo records and the unique values of new rows, kept once per statement and not once per row: a batch of 500
-- rows pays one look-up and one insert of each.

-- What record_change does for a row, for all new rows of a statement, in the order in which they were written.
create function record_new_rows() returns trigger language plpgsql set search_path = data, pg_catalog as $$
declare
  changeset constant uuid := nullif(current_setting('app.changeset_id', true), '')::uuid;
  actor_type constant text := current_setting('app.actor_type');
  actor_id constant text := current_setting('app.actor_id');
  token_id constant text := current_setting('app.token_id');
  request_id constant text := current_setting('app.request_id');
  door constant text := nullif(current_setting('app.door', true), '');
begin
  insert into changes (team_id, changeset_id, resource, resource_id, op, after,
                       actor_type, actor_id, token_id, request_id, door)
  select n.team_id, changeset, 'rows', n.id, 'create', to_jsonb(n), actor_type, actor_id, token_id, request_id, door
  from new_rows n;
  return null;
end
$$;

-- What keep_unique_values (migration 0003) does for a changed row, for all new rows of a statement. Values are claimed in
-- one order for everybody, so that two batches of the same values wait for each other and do not block each other.
create function claim_unique_values() returns trigger language plpgsql set search_path = data, pg_catalog as $$
declare
  col record;
  claimed bigint;
  holder uuid;
begin
  for col in
    select c.id, c.name from columns c
    -- One statement writes rows of one table.
    where (c.team_id, c.table_id) = (select n.team_id, n.table_id from new_rows n limit 1) and c.is_unique
    order by c.id
  loop
    insert into unique_values (team_id, column_id, value_hash, row_id)
    select n.team_id, col.id, sha256(convert_to((n.data -> col.name)::text, 'UTF8')) as value_hash, n.id
    from new_rows n where n.data ? col.name
    order by value_hash, n.id
    on conflict do nothing;
    get diagnostics claimed = row_count;
    if claimed < (select count(*) from new_rows n where n.data ? col.name) then
      -- The first row whose value another one holds; a holder that is gone by now has no id.
      select u.row_id into holder
      from (select w.*, row_number() over () as place from new_rows w where w.data ? col.name) n
        left join unique_values u on u.team_id = n.team_id and u.column_id = col.id
          and u.value_hash = sha256(convert_to((n.data -> col.name)::text, 'UTF8'))
      where u.row_id is distinct from n.id
      order by n.place
      limit 1;
      raise unique_violation using message = 'the value of a unique column is taken',
        constraint = 'rows_unique_value', column = col.name, detail = coalesce(holder::text, '');
    end if;
  end loop;
  return null;
end
$$;

-- Plans are kept for the next statement, which may write many rows where this one writes one: without nested loops, old and
-- new rows meet in a time that grows with their number alone.
alter function record_states() set enable_nestloop = off;

drop trigger rows_recorded on rows;
drop trigger rows_unique on rows;
-- What the owner does to rows is housekeeping (migration 0006).
create trigger rows_recorded_made after insert on rows referencing new table as new_rows
  for each statement when (current_user <> 'data_owner') execute function record_new_rows();
create trigger rows_unique_made after insert on rows referencing new table as new_rows
  for each statement execute function claim_unique_values();
-- Most changes are of one row, and for one row its own trigger is cheaper.
create trigger rows_recorded after update or delete on rows
  for each row when (current_user <> 'data_owner') execute function record_change('rows');
create trigger rows_unique after update of data, deleted_at on rows
  for each row execute function keep_unique_values();

-- The same for every table that has a physical table of its own.
do $$
declare
  promoted text;
  trigger_text text;
begin
  for promoted in select i.inhrelid::regclass::text from pg_inherits i where i.inhparent = 'data.rows'::regclass loop
    execute format('drop trigger if exists rows_recorded on %s', promoted);
    execute format('drop trigger if exists rows_unique on %s', promoted);
    for trigger_text in
      select replace(replace(pg_get_triggerdef(t.oid), ' ON data.rows ', format(' ON %s ', promoted)),
        'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER')
      from pg_trigger t where t.tgrelid = 'data.rows'::regclass and not t.tgisinternal
    loop
      execute trigger_text;
    end loop;
  end loop;
end
$$;
