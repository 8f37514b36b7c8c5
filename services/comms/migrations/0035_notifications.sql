-- Notices to members of what waits for them or concerns them, and how each member wants them (notifications.notice).
create table comms.notifications (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  member_id uuid not null,
  kind text not null,
  title text not null,
  -- Path of the console.
  path text not null,
  subject_type text not null,
  subject_id text not null,
  actor jsonb not null,
  -- Fact that asked for it.
  fact_id uuid not null,
  -- Channels, as the member had chosen them when it was made.
  in_app boolean not null,
  wants_mail boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  mailed_at timestamptz,
  primary key (team_id, id),
  -- One fact is one notice of a member, however often it comes.
  constraint notifications_once unique (team_id, member_id, fact_id)
);
select platform.isolate_teams('comms.notifications');
-- The list of a member: newest first.
create index notifications_of_member on comms.notifications (team_id, member_id, id) where in_app;
create index notifications_unread on comms.notifications (team_id, member_id, id) where read_at is null;
-- A decision turns the notices of the others read.
create index notifications_subject on comms.notifications (team_id, subject_type, subject_id) where read_at is null;
-- The sweep of what is old.
create index notifications_age on comms.notifications (created_at);

create table comms.notification_preferences (
  team_id uuid not null,
  member_id uuid not null,
  -- By kind; a kind that is absent has its default.
  channels jsonb not null default '{}',
  -- {"from", "to"} of the local clock.
  quiet_hours jsonb,
  -- Null for the team's.
  timezone text,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (team_id, member_id)
);
select platform.isolate_teams('comms.notification_preferences');

-- Facts about notices that took effect: one that comes again has none.
create table comms.notice_facts (
  team_id uuid not null,
  fact_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (team_id, fact_id)
);
select platform.isolate_teams('comms.notice_facts');
create index notice_facts_age on comms.notice_facts (created_at);

-- The worker mails notices and removes old ones, of all teams.
create policy worker on comms.notifications to comms_worker using (true) with check (true);
grant select, update, delete on comms.notifications to comms_worker;
create policy worker on comms.notification_preferences for select to comms_worker using (true);
grant select on comms.notification_preferences to comms_worker;
create policy worker on comms.notice_facts to comms_worker using (true) with check (true);
grant select, delete on comms.notice_facts to comms_worker;
