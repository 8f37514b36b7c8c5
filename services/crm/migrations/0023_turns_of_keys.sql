-- Contacts that come to share a key at once, such as the number of an office, take turns: each held a row that the others
-- wanted, and all but one were refused as deadlocked.
create function crm.take_turns(team uuid, wanted crm.contact_keys[]) returns void language plpgsql
  set search_path = pg_catalog as $$
declare
  turn bigint;
begin
  -- In one order for everybody.
  for turn in
    select distinct hashtextextended('contact keys ' || team || w.reason || w.key, 0) from unnest(wanted) w order by 1
  loop
    perform pg_advisory_xact_lock(turn);
  end loop;
end
$$;

create or replace function crm.keep_keys() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  was crm.contact_keys[];
  is_now crm.contact_keys[];
  kept integer;
  changed record;
begin
  if tg_op <> 'INSERT' and old.archived_at is null then
    was := array(select (old.team_id, k.reason, k.key, old.created_at, old.id, false)::crm.contact_keys from crm.keys_of(old) k);
  end if;
  if tg_op <> 'DELETE' and new.archived_at is null then
    is_now := array(select (new.team_id, k.reason, k.key, new.created_at, new.id, false)::crm.contact_keys from crm.keys_of(new) k);
  end if;
  perform crm.take_turns(coalesce(new.team_id, old.team_id), array(
    (select w from unnest(was) w except all select n from unnest(is_now) n)
    union all
    (select n from unnest(is_now) n except all select w from unnest(was) w)));
  if tg_op = 'INSERT' then
    if is_now is null then
      return null;
    end if;
    -- The usual contact has nothing in common with another.
    insert into crm.contact_keys
      select k.team_id, k.reason, k.key, k.created_at, k.contact_id, true from unnest(is_now) k order by 2, 3
      on conflict do nothing;
    get diagnostics kept = row_count;
    if kept = cardinality(is_now) then
      return null;
    end if;
    for changed in
      select k.reason, k.key from unnest(is_now) k
      where not exists (
        select from crm.contact_keys o
        where o.team_id = k.team_id and o.reason = k.reason and o.key = k.key
          and o.created_at = k.created_at and o.contact_id = k.contact_id)
      order by k.reason, k.key
    loop
      perform crm.share_key(new, changed.reason, changed.key);
    end loop;
    return null;
  end if;
  for changed in
    select w.reason, w.key from unnest(was) w except select n.reason, n.key from unnest(is_now) n order by 1, 2
  loop
    perform crm.leave_key(old, changed.reason, changed.key);
  end loop;
  if tg_op = 'UPDATE' then
    for changed in
      select n.reason, n.key from unnest(is_now) n except select w.reason, w.key from unnest(was) w order by 1, 2
    loop
      perform crm.share_key(new, changed.reason, changed.key);
    end loop;
  end if;
  return null;
end
$$;
