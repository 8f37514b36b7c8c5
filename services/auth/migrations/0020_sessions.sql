-- Members sign in: a link that opens once, and the session of one browser (sessions.cookie).
create table auth.sign_in_links (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  member_id uuid not null,
  -- SHA-256 of the secret in its address.
  hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (team_id, id),
  foreign key (team_id, member_id) references auth.members (team_id, id),
  constraint sign_in_links_hash_key unique (hash),
  constraint sign_in_links_hash check (octet_length(hash) = 32)
);
select platform.isolate_teams('auth.sign_in_links');

create table auth.sessions (
  team_id uuid not null references auth.teams (team_id),
  id uuid not null default uuidv7(),
  member_id uuid not null,
  -- SHA-256 of the value of its cookie.
  hash bytea not null,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Why it ended before its time: whoever ended it by hand may not have had it in hand any more.
  end_reason text,
  primary key (team_id, id),
  foreign key (team_id, member_id) references auth.members (team_id, id),
  constraint sessions_hash_key unique (hash),
  constraint sessions_hash check (octet_length(hash) = 32),
  constraint sessions_user_agent check (char_length(user_agent) <= 300),
  constraint sessions_end check ((ended_at is null) = (end_reason is null)),
  constraint sessions_end_reason check (end_reason in ('signed_out', 'replaced', 'ended', 'member_removed'))
);
select platform.isolate_teams('auth.sessions');
create index sessions_member on auth.sessions (team_id, member_id, created_at desc);

create policy lookup on auth.sign_in_links to auth_lookup using (true) with check (true);
create policy lookup on auth.sessions to auth_lookup using (true) with check (true);
grant select, insert, update on auth.sign_in_links, auth.sessions to auth_lookup;

-- Who was removed is nobody any more and keeps the id. suspended_at is set with it: a process of the release before
-- knows that alone.
alter table auth.members add column removed_at timestamptz,
  add constraint members_removed check (removed_at is null or suspended_at is not null);

-- A trigger says with an argument that a change concerns one token, or what is remembered by its id like one.
create or replace function auth.announce_change() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('auth_changes', json_build_object(
    'table', tg_table_name,
    'team', changed->>'team_id',
    'token', case when tg_table_name = 'tokens' then changed->>'id' when tg_nargs > 0 then changed->>tg_argv[0] end
  )::text);
  return null;
end
$$;
-- last_used_at is left out: what it moves is read anew within seconds.
create trigger announce_change after delete or update of team_id, member_id, hash, ended_at on auth.sessions
  for each row execute function auth.announce_change('id');
