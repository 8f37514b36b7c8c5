-- People of a team and what each may do at most.
create table auth.members (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  -- Lower case: an address is one person however it is spelled.
  email text not null,
  role text not null,
  created_at timestamptz not null default now(),
  suspended_at timestamptz,
  primary key (team_id, id),
  constraint members_email_key unique (team_id, email),
  constraint members_email check (email = lower(email) and char_length(email) <= 254),
  constraint members_role check (role in ('owner', 'admin', 'member', 'viewer'))
);
select platform.isolate_teams('auth.members');

create policy lookup on auth.members to auth_lookup using (true) with check (true);
grant select, insert, update on auth.members to auth_lookup;
