-- What two contacts have in common (contacts.duplicates): each live contact's keys, of which all but a key's first row are
-- in an index of their own. That index is the list of duplicates, however many contacts have none.
create table crm.contact_keys (
  team_id uuid not null,
  -- email, phone or name_company.
  reason text not null,
  -- Digest of the value as it is compared.
  key uuid not null,
  -- Of the contact; the older one comes first.
  created_at timestamptz not null,
  contact_id uuid not null,
  is_first boolean not null,
  primary key (team_id, reason, key, created_at, contact_id)
);
select platform.isolate_teams('crm.contact_keys');
create unique index contact_keys_first on crm.contact_keys (team_id, reason, key) where is_first;
create index contact_keys_shared on crm.contact_keys (team_id, reason, created_at, contact_id) where not is_first;

-- A text as it is compared: whatever its case, without blanks around it; null when nothing is left.
create function crm.compared(value text) returns text language sql immutable parallel safe
  return nullif(lower(btrim(value, E' \t\n\r\f\u000b\u00a0\u3000')), '');

-- What a contact has in common with another that has the same.
create function crm.keys_of(c crm.contacts) returns table (reason text, key uuid) language sql immutable parallel safe
begin atomic
  select distinct 'email', md5(crm.compared(e.value))::uuid from unnest(c.email || c.additional_emails) e(value)
    where crm.compared(e.value) is not null
  union all
  select distinct 'phone', md5(p.value)::uuid from unnest(c.phone || c.additional_phones) p(value)
    where p.value is not null
  union all
  select 'name_company', md5(crm.compared(c.first_name) || E'\n' || crm.compared(c.last_name) || E'\n' || crm.compared(c.company))::uuid
    where crm.compared(c.first_name) is not null and crm.compared(c.last_name) is not null
      and crm.compared(c.company) is not null;
end;

-- One key of a live contact comes to be shared, or is the first of its kind. Whoever takes the first row away meanwhile is
-- waited for, and waits.
create function crm.share_key(c crm.contacts, shared_reason text, shared_key uuid) returns void language plpgsql
  set search_path = pg_catalog as $$
declare
  first crm.contact_keys;
begin
  loop
    insert into crm.contact_keys values (c.team_id, shared_reason, shared_key, c.created_at, c.id, true)
      on conflict do nothing;
    exit when found;
    select k.* into first from crm.contact_keys k
      where k.team_id = c.team_id and k.reason = shared_reason and k.key = shared_key and k.is_first for share;
    continue when not found;
    if (first.created_at, first.contact_id) > (c.created_at, c.id) then
      update crm.contact_keys k set is_first = false
        where k.team_id = c.team_id and k.reason = shared_reason and k.key = shared_key and k.is_first;
      insert into crm.contact_keys values (c.team_id, shared_reason, shared_key, c.created_at, c.id, true);
    else
      insert into crm.contact_keys values (c.team_id, shared_reason, shared_key, c.created_at, c.id, false);
    end if;
    exit;
  end loop;
end
$$;

-- One key of a contact is no more; where it was the first row, the oldest of the others is.
create function crm.leave_key(c crm.contacts, shared_reason text, shared_key uuid) returns void language plpgsql
  set search_path = pg_catalog as $$
declare
  was_first boolean;
begin
  delete from crm.contact_keys k
    where k.team_id = c.team_id and k.reason = shared_reason and k.key = shared_key
      and k.created_at = c.created_at and k.contact_id = c.id
    returning k.is_first into was_first;
  while was_first loop
    update crm.contact_keys k set is_first = true
      where (k.team_id, k.reason, k.key, k.created_at, k.contact_id) = (
        select o.team_id, o.reason, o.key, o.created_at, o.contact_id from crm.contact_keys o
        where o.team_id = c.team_id and o.reason = shared_reason and o.key = shared_key
        order by o.created_at, o.contact_id limit 1);
    -- One that was taken away meanwhile is looked for again.
    exit when found or not exists (
      select from crm.contact_keys o
      where o.team_id = c.team_id and o.reason = shared_reason and o.key = shared_key);
  end loop;
end
$$;

create function crm.keep_keys() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  wanted integer;
  kept integer;
  changed record;
begin
  if tg_op = 'INSERT' then
    if new.archived_at is not null then
      return null;
    end if;
    -- The usual contact has nothing in common with another.
    select count(*) into wanted from crm.keys_of(new);
    insert into crm.contact_keys
      select new.team_id, k.reason, k.key, new.created_at, new.id, true from crm.keys_of(new) k order by 2, 3
      on conflict do nothing;
    get diagnostics kept = row_count;
    if kept = wanted then
      return null;
    end if;
    for changed in
      select k.reason, k.key from crm.keys_of(new) k
      where not exists (
        select from crm.contact_keys o
        where o.team_id = new.team_id and o.reason = k.reason and o.key = k.key
          and o.created_at = new.created_at and o.contact_id = new.id)
      order by k.reason, k.key
    loop
      perform crm.share_key(new, changed.reason, changed.key);
    end loop;
    return null;
  end if;
  for changed in
    select k.reason, k.key from crm.keys_of(old) k where old.archived_at is null
    except
    select k.reason, k.key from crm.keys_of(new) k where tg_op = 'UPDATE' and new.archived_at is null
    order by 1, 2
  loop
    perform crm.leave_key(old, changed.reason, changed.key);
  end loop;
  if tg_op = 'UPDATE' then
    for changed in
      select k.reason, k.key from crm.keys_of(new) k where new.archived_at is null
      except
      select k.reason, k.key from crm.keys_of(old) k where old.archived_at is null
      order by 1, 2
    loop
      perform crm.share_key(new, changed.reason, changed.key);
    end loop;
  end if;
  return null;
end
$$;
create trigger contacts_keyed after insert or delete on crm.contacts
  for each row execute function crm.keep_keys();
create trigger contacts_rekeyed after update on crm.contacts
  for each row when (
    (old.archived_at is null) <> (new.archived_at is null)
    or old.email is distinct from new.email or old.additional_emails <> new.additional_emails
    or old.phone is distinct from new.phone or old.additional_phones <> new.additional_phones
    or old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name
    or old.company is distinct from new.company)
  execute function crm.keep_keys();

-- Of the contacts that are there, of every team.
alter table crm.contacts no force row level security;
alter table crm.contact_keys no force row level security;
insert into crm.contact_keys
  select c.team_id, k.reason, k.key, c.created_at, c.id,
    row_number() over (partition by c.team_id, k.reason, k.key order by c.created_at, c.id) = 1
  from crm.contacts c cross join lateral crm.keys_of(c) k
  where c.archived_at is null;
alter table crm.contact_keys force row level security;
alter table crm.contacts force row level security;
