-- A member chooses how the console looks and reads (preferences.own). The name of a member stays in auth.members, so a
-- change of it, by whomever, moves the version on (preferences.name).
create table auth.preferences (
  team_id uuid not null,
  member_id uuid not null,
  -- Members that were ever set; the others have their defaults.
  document jsonb not null default '{}',
  version integer not null default 2,
  primary key (team_id, member_id),
  foreign key (team_id, member_id) references auth.members (team_id, id),
  constraint preferences_document check (jsonb_typeof(document) = 'object'),
  constraint preferences_version check (version > 1)
);
select platform.isolate_teams('auth.preferences');

create function auth.move_preferences() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  insert into auth.preferences as p (team_id, member_id) values (new.team_id, new.id)
  on conflict (team_id, member_id) do update set version = p.version + 1;
  return null;
end
$$;
create trigger move_preferences after update of name on auth.members
  for each row when (old.name is distinct from new.name) execute function auth.move_preferences();
