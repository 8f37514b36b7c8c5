-- What rules want done with mail that came in (comms.rule-actions): each action waits here until it has ended.
create table comms.rule_actions (
  team_id uuid not null,
  -- Names what the action makes, so that it is made once.
  id uuid not null default uuidv7(),
  message_id uuid not null,
  rule_id uuid not null,
  rule_name text not null,
  -- As the rule had it when the mail came.
  action jsonb not null,
  -- What the sender calls himself.
  from_name text not null,
  -- ready: to be claimed from due_at on; waiting: becomes ready at due_at; under_way: its attempt is given up at due_at.
  state text not null default 'ready',
  due_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  -- Drawn by the worker that makes the attempt; only its holder may record the outcome.
  lease uuid,
  is_asleep boolean not null generated always as (state <> 'ready') stored,
  primary key (team_id, id),
  constraint rule_actions_state check (state in ('ready', 'waiting', 'under_way')),
  constraint rule_actions_lease check ((state = 'under_way') = (lease is not null))
) with (
  -- Every row dies soon: it is vacuumed by their number, however large the table once was, and without pauses.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0
);
select platform.isolate_teams('comms.rule_actions');
create index rule_actions_ready on comms.rule_actions (team_id, due_at) where state = 'ready';
create index rule_actions_asleep on comms.rule_actions (due_at) where is_asleep;
create index rule_actions_under_way on comms.rule_actions (team_id, due_at) where state = 'under_way';

-- The worker sees the actions of all teams.
create policy worker on comms.rule_actions to comms_worker using (true) with check (true);
grant select, insert, update, delete on comms.rule_actions to comms_worker;
