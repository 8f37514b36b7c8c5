-- Messages of a team, and the queue of those that are to be sent (comms.message).
create table comms.messages (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  direction text not null default 'outbound',
  kind text not null default 'message',
  status text not null default 'queued',
  channel text not null,
  "from" text,
  "to" text not null,
  -- Whom it is to, or who sent it: folded, what consent is looked up by.
  address text not null,
  contact_id uuid,
  purpose text not null default 'transactional',
  subject text,
  template_id uuid,
  reply_to text,
  attachments uuid[] not null default '{}',
  metadata jsonb not null default '{}',
  consent jsonb,
  provider text,
  provider_id text,
  test boolean not null default false,
  error jsonb,
  sent_at timestamptz,
  delivered_at timestamptz,
  next_attempt_at timestamptz,
  text text,
  html text,
  variables jsonb not null default '{}',
  headers jsonb not null default '{}',
  attempts jsonb not null default '[]',
  -- What its event names: the changeset and the trace of the request.
  changeset text,
  traceparent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint messages_direction check (direction in ('inbound', 'outbound')),
  constraint messages_channel check (channel in ('email', 'sms', 'whatsapp', 'in_app')),
  constraint messages_purpose check (purpose in ('transactional', 'marketing')),
  constraint messages_status check (status in ('queued', 'scheduled', 'sending', 'sent', 'delivered', 'undelivered',
    'failed', 'canceled', 'captured', 'received'))
);
select platform.isolate_teams('comms.messages');
-- What becomes of a message is nobody's write: its making alone is recorded.
create trigger messages_recorded after insert on comms.messages
  for each row execute function comms.record_change('messages');

-- The default list: newest first.
create index messages_created on comms.messages (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index messages_updated on comms.messages (team_id, updated_at, id);
create index messages_address on comms.messages (team_id, address, created_at desc, id desc);
create index messages_contact on comms.messages (team_id, contact_id, created_at desc, id desc) where contact_id is not null;

create table comms.queue (
  team_id uuid not null,
  message_id uuid not null,
  -- ready: to be claimed from due_at on; waiting: becomes ready at due_at; under_way: its attempt is given up at due_at.
  state text not null default 'ready',
  due_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  -- Drawn by the worker that makes the attempt; only its holder may record the outcome.
  lease uuid,
  is_asleep boolean not null generated always as (state <> 'ready') stored,
  primary key (team_id, message_id),
  constraint queue_state check (state in ('ready', 'waiting', 'under_way')),
  constraint queue_lease check ((state = 'under_way') = (lease is not null))
) with (
  -- Every row dies soon: it is vacuumed by their number, however large the table once was, and without pauses.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);
select platform.isolate_teams('comms.queue');
create index queue_ready on comms.queue (team_id, due_at) where state = 'ready';
create index queue_asleep on comms.queue (due_at) where is_asleep;
create index queue_under_way on comms.queue (team_id, due_at) where state = 'under_way';

-- The worker sees the queue and the messages of all teams, and what it must know before it sends.
create policy worker on comms.queue to comms_worker using (true) with check (true);
grant select, insert, update, delete on comms.queue to comms_worker;
create policy worker on comms.messages to comms_worker using (true) with check (true);
grant select, update on comms.messages to comms_worker;
create policy worker on comms.consents for select to comms_worker using (true);
grant select on comms.consents to comms_worker;
create policy worker on comms.suppressions for select to comms_worker using (true);
grant select on comms.suppressions to comms_worker;
-- message.sent stands with the acceptance (comms.sent-once).
create policy worker on comms.outbox for insert to comms_worker with check (true);
grant insert on comms.outbox to comms_worker;
