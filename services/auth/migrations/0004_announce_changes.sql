-- Every change that alters an answer of Check is announced, so that no process answers from an old memory.
-- NOTIFY serialises commits, which these few, rarely written tables can bear.

create function auth.announce_change() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('auth_changes', json_build_object(
    'table', tg_table_name,
    'team', changed->>'team_id',
    'token', case when tg_table_name = 'tokens' then changed->>'id' end
  )::text);
  return null;
end
$$;

create trigger announce_change after update or delete on auth.teams
  for each row execute function auth.announce_change();
create trigger announce_change after insert or update or delete on auth.settings
  for each row execute function auth.announce_change();
create trigger announce_change after insert or update or delete on auth.hosts
  for each row execute function auth.announce_change();
create trigger announce_change after update or delete on auth.members
  for each row execute function auth.announce_change();
-- last_used_at is left out: it changes no answer.
create trigger announce_change
  after delete or update of team_id, type, hash, scopes, member_id, expires_at, revoked_at on auth.tokens
  for each row execute function auth.announce_change();
