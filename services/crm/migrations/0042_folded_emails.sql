-- Contacts share an e-mail address however its letters and its domain are written (values.emails, contacts.unique). The key is
-- an ordinary column from now on, as two contacts that share an address since before have different keys.
alter table crm.contacts alter column email_key drop expression;

create function crm.fold_email() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' or new.email is distinct from old.email then
    new.email_key := platform.folded_email(new.email);
  end if;
  return new;
end
$$;
create trigger contacts_folded before insert or update on crm.contacts
  for each row execute function crm.fold_email();

-- Two contacts of one first and last name are a pair too where neither has a company (contacts.duplicates).
create or replace function crm.compared(value text) returns text language sql immutable parallel safe
  return nullif(lower(normalize(btrim(value, E' \t\n\r\f\u000b\u00a0\u3000'), NFC)), '');
create or replace function crm.keys_of(c crm.contacts) returns table (reason text, key uuid) language sql immutable parallel safe
begin atomic
  select distinct 'email', md5(crm.compared(platform.folded_email(e.value)))::uuid from unnest(c.email || c.additional_emails) e(value)
    where crm.compared(e.value) is not null
  union all
  select distinct 'phone', md5(p.value)::uuid from unnest(c.phone || c.additional_phones) p(value)
    where p.value is not null
  union all
  select 'name_company',
    md5(crm.compared(c.first_name) || E'\n' || crm.compared(c.last_name) || E'\n' || coalesce(crm.compared(c.company), ''))::uuid
    where crm.compared(c.first_name) is not null and crm.compared(c.last_name) is not null;
end;

-- Folds the keys of contacts and submissions of every team. If two contacts share an address, one has its former key.
alter table crm.contacts no force row level security;
alter table crm.contact_keys no force row level security;
alter table crm.submissions no force row level security;
do $$
declare
  spelled record;
begin
  for spelled in
    select c.team_id, c.id, platform.folded_email(c.email) as key from crm.contacts c
    where c.email_key is distinct from platform.folded_email(c.email)
    order by c.created_at, c.id
  loop
    begin
      update crm.contacts c set email_key = spelled.key where c.team_id = spelled.team_id and c.id = spelled.id;
    exception when unique_violation then
      null;
    end;
  end loop;
end
$$;
update crm.submissions s set email_key = platform.folded_email(s.email_key)
where s.email_key is distinct from platform.folded_email(s.email_key);
delete from crm.contact_keys;
insert into crm.contact_keys
  select c.team_id, k.reason, k.key, c.created_at, c.id,
    row_number() over (partition by c.team_id, k.reason, k.key order by c.created_at, c.id) = 1
  from crm.contacts c cross join lateral crm.keys_of(c) k
  where c.archived_at is null;
alter table crm.submissions force row level security;
alter table crm.contact_keys force row level security;
alter table crm.contacts force row level security;
