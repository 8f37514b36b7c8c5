-- What people have agreed to hear (comms.consent), and addresses that nothing is sent to (comms.suppression).
create table comms.consents (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  -- Folded: what is compared.
  address text not null,
  contact_id uuid,
  channel text not null,
  purpose text not null,
  status text not null,
  basis text,
  source text not null,
  evidence jsonb not null,
  at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint consents_channel check (channel in ('email', 'sms', 'whatsapp', 'in_app')),
  constraint consents_purpose check (purpose in ('transactional', 'marketing')),
  constraint consents_status check (status in ('unknown', 'opted_in', 'opted_out'))
);
select platform.isolate_teams('comms.consents');
create trigger consents_recorded after insert or update or delete on comms.consents
  for each row execute function comms.record_change('consents');

-- The one that stands is the last of its address, channel and purpose.
create index consents_standing on comms.consents (team_id, address, channel, purpose, at desc, id desc);
-- The default list: newest first.
create index consents_created on comms.consents (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index consents_updated on comms.consents (team_id, updated_at, id);

create table comms.suppressions (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  -- Folded: what is compared.
  address text not null,
  channel text not null,
  reason text not null,
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  constraint suppressions_channel check (channel in ('email', 'sms', 'whatsapp')),
  constraint suppressions_reason check (reason in ('manual', 'hard_bounce', 'spam_complaint'))
);
select platform.isolate_teams('comms.suppressions');
create trigger suppressions_recorded after insert or update or delete on comms.suppressions
  for each row execute function comms.record_change('suppressions');

create unique index suppressions_standing on comms.suppressions (team_id, address, channel) where deleted_at is null;
create index suppressions_created on comms.suppressions (team_id, created_at desc, id desc);
create index suppressions_updated on comms.suppressions (team_id, updated_at, id);
