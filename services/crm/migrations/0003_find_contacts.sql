-- Lists of 100,000 contacts from indexes: under row-level security an index answers leakproof operators alone, and
-- neither lower() nor ILIKE nor the array operators are. Generated columns and schema platform's operators are.
create function crm.lines(variadic texts text[]) returns text
  -- array_to_string is stable for the sake of other element types; of texts it is immutable.
  language sql immutable parallel safe return array_to_string(texts, E'\n');
alter table crm.contacts
  add column email_key text generated always as (lower(email)) stored,
  -- What `q` looks into.
  add column search text not null generated always as (
    crm.lines(display_name, first_name, last_name, company, email, crm.lines(variadic additional_emails),
      phone, crm.lines(variadic additional_phones))
  ) stored;
create or replace trigger contacts_recorded after insert or update or delete on crm.contacts
  for each row execute function crm.record_change('contacts', 'email_key', 'search');

drop index crm.contacts_email_key;
create unique index contacts_email_key on crm.contacts (team_id, email_key) where archived_at is null;

create index contacts_search on crm.contacts using gin (search platform.contains_ops);
create index contacts_tags on crm.contacts using gin (tags platform.tags_ops);
-- The alphabetical list; the cut is libs/query's, which keeps cursors short.
create index contacts_named on crm.contacts (team_id, left(display_name, 200), id) where archived_at is null;
