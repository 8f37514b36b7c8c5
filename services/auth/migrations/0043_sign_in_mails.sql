-- Sign-in by mail: what visitors and inviters ask for waits here, and each mail to a member is counted (sessions.mail).
create table auth.sign_in_requests (
  -- The team that was named; 00000000-0000-0000-0000-000000000000 where none was.
  team_id uuid not null,
  id uuid not null default uuidv7(),
  -- As the visitor entered it, whether or not a member has it; null where the mails of the request are stored already.
  email text,
  -- Mapped host where it was asked; null on the host that all teams share.
  host text,
  return_to text,
  created_at timestamptz not null default now(),
  -- ready: to be claimed from due_at on; waiting: becomes ready at due_at; under_way: its attempt is given up at due_at.
  state text not null default 'ready',
  due_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  -- Drawn by the worker that makes the attempt; only its holder may record the outcome.
  lease uuid,
  is_asleep boolean not null generated always as (state <> 'ready') stored,
  primary key (team_id, id),
  constraint sign_in_requests_email check (char_length(email) <= 254),
  constraint sign_in_requests_state check (state in ('ready', 'waiting', 'under_way')),
  constraint sign_in_requests_lease check ((state = 'under_way') = (lease is not null))
) with (
  -- Every row dies soon: it is vacuumed by their number, however large the table once was, and without pauses.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);
select platform.isolate_teams('auth.sign_in_requests');
create index sign_in_requests_ready on auth.sign_in_requests (team_id, due_at) where state = 'ready';
create index sign_in_requests_asleep on auth.sign_in_requests (due_at) where is_asleep;
create index sign_in_requests_under_way on auth.sign_in_requests (team_id, due_at) where state = 'under_way';
create policy lookup on auth.sign_in_requests to auth_lookup using (true) with check (true);
grant select, insert, update, delete on auth.sign_in_requests to auth_lookup;

-- A mail to one member, without its link: the link is minted when the mail is sent (sessions.mail).
create table auth.member_mails (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  member_id uuid not null,
  request_id uuid not null,
  kind text not null,
  -- An invitation that was sent once more.
  is_again boolean not null default false,
  -- The member who invited.
  inviter_id uuid,
  host text,
  return_to text,
  created_at timestamptz not null default now(),
  primary key (team_id, id),
  foreign key (team_id, member_id) references auth.members (team_id, id),
  constraint member_mails_request_key unique (team_id, request_id, member_id),
  constraint member_mails_kind check (kind in ('sign_in', 'invitation'))
);
select platform.isolate_teams('auth.member_mails');
create index member_mails_request on auth.member_mails (request_id);
create index member_mails_member on auth.member_mails (team_id, member_id, created_at);
create index member_mails_created on auth.member_mails (created_at);
create policy lookup on auth.member_mails to auth_lookup using (true) with check (true);
grant select, insert, delete on auth.member_mails to auth_lookup;

-- Members of all teams are found by an address.
create index members_email on auth.members (email);
