-- A member is invited until the first sign-in (tokens.members).
alter table auth.members add column accepted_at timestamptz;
alter table auth.members no force row level security;
alter table auth.sessions no force row level security;
update auth.members m set accepted_at = s.at
from (select team_id, member_id, min(created_at) as at from auth.sessions group by team_id, member_id) s
where s.team_id = m.team_id and s.member_id = m.id and m.removed_at is null;
alter table auth.members force row level security;
alter table auth.sessions force row level security;
