-- People of a team and what each may do at most.

create table auth.members (
  id uuid primary key default uuidv7(),
  team_id uuid not null references auth.teams (id),
  -- Lower case: an address is one person however it is spelled.
  email text not null check (email = lower(email) and char_length(email) <= 254),
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz not null default now(),
  suspended_at timestamptz,
  unique (team_id, id),
  unique (team_id, email)
);

alter table auth.members enable row level security;
alter table auth.members force row level security;

create policy team on auth.members to auth
  using (team_id = (select nullif(current_setting('app.team_id', true), '')::uuid))
  with check (team_id = (select nullif(current_setting('app.team_id', true), '')::uuid));
create policy lookup on auth.members to auth_lookup using (true) with check (true);

grant select, insert, update on auth.members to auth_lookup;
