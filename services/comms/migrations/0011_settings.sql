-- What an operator has set for a team's messages (comms.settings); secrets are sealed, and never in `value`.
create table comms.settings (
  team_id uuid not null,
  key text not null,
  value text,
  sealed bytea,
  updated_at timestamptz not null default now(),
  primary key (team_id, key),
  constraint settings_one_form check ((value is null) <> (sealed is null))
);
select platform.isolate_teams('comms.settings');
