-- Review packets (review.packet): what reviewers are to look through, answer and sign, and what each has answered.
create table crm.packets (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  title text not null,
  description text,
  -- What was set; while it is in review the status follows from the signatures.
  phase text not null,
  status text not null,
  walkthrough_version integer not null,
  -- Lists, each in its order: members, questions, and the last signature of each who has signed.
  reviewers jsonb not null,
  items jsonb not null,
  verdicts jsonb not null,
  due_at timestamptz,
  -- Derived by the service with every write that it depends on.
  readiness jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  -- What `q` looks into.
  search text not null generated always as (crm.lines(title, description)) stored,
  primary key (team_id, id),
  -- No writer gets past these.
  constraint packets_phase check (phase in ('draft', 'in_review', 'closed')),
  constraint packets_status check (
    case phase when 'in_review' then status in ('in_review', 'approved', 'changes_requested') else status = phase end)
);
select platform.isolate_teams('crm.packets');
create trigger packets_recorded after insert or update or delete on crm.packets
  for each row execute function crm.record_change('packets', 'search');

-- The default list: newest first.
create index packets_created on crm.packets (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index packets_updated on crm.packets (team_id, updated_at, id);
create index packets_due on crm.packets (team_id, due_at, id);
create index packets_search on crm.packets using gin (search platform.contains_ops);

create table crm.answer_sheets (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  packet_id uuid not null,
  reviewer_id uuid not null,
  answers jsonb not null,
  updated_at timestamptz not null,
  primary key (team_id, id),
  foreign key (team_id, packet_id) references crm.packets (team_id, id) on delete cascade,
  unique (team_id, packet_id, reviewer_id)
);
select platform.isolate_teams('crm.answer_sheets');
create trigger answer_sheets_recorded after insert or update or delete on crm.answer_sheets
  for each row execute function crm.record_change('answer_sheets');
