-- Contacts (contacts.members): whom a team deals with. Archived, never removed.
create table crm.contacts (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  first_name text,
  last_name text,
  -- Set by hand when is_name_set, else kept in step with the other members by the service.
  display_name text not null,
  is_name_set boolean not null,
  email text,
  additional_emails text[] not null,
  phone text,
  additional_phones text[] not null,
  company text,
  title text,
  address jsonb,
  tags text[] not null,
  lifecycle_stage text,
  owner_id uuid,
  source text,
  external_id text,
  timezone text,
  locale text,
  birth_date date,
  notes text,
  custom jsonb not null,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint contacts_identified check (coalesce(email, phone, first_name, last_name, company) is not null),
  constraint contacts_lifecycle_stage check (lifecycle_stage in ('lead', 'prospect', 'customer', 'former', 'other'))
);
select platform.isolate_teams('crm.contacts');
create trigger contacts_recorded after insert or update or delete on crm.contacts
  for each row execute function crm.record_change('contacts');

-- The service knows a clash by these two names.
create unique index contacts_email_key on crm.contacts (team_id, lower(email)) where archived_at is null;
create unique index contacts_external_id_key on crm.contacts (team_id, external_id);

-- The default list: newest first, archived ones left out.
create index contacts_created on crm.contacts (team_id, created_at desc, id desc) where archived_at is null;
-- Readers that keep up by updated_since, archived ones included.
create index contacts_updated on crm.contacts (team_id, updated_at, id);
create index contacts_phone on crm.contacts (team_id, phone) where phone is not null;
create index contacts_owner on crm.contacts (team_id, owner_id) where owner_id is not null;
