-- A session knows how its member signed in, and on which host: its teams follow from both (sessions.switch).
alter table auth.sessions
  -- A process of the release before writes none.
  add column way text,
  -- Host of the browser, where it is mapped to the team; null on the host that all teams share.
  add column host text,
  add constraint sessions_way check (way in ('link', 'mail', 'provider', 'fleet_provider'));
alter table auth.sessions no force row level security;
alter table auth.sign_in_links no force row level security;
-- A link is used in the transaction that begins its session.
update auth.sessions s set way = case
  when s.is_fleets then 'fleet_provider'
  when exists (select from auth.sign_in_links l
    where l.team_id = s.team_id and l.member_id = s.member_id and l.used_at = s.created_at) then 'link'
  else 'provider'
end;
alter table auth.sessions force row level security;
alter table auth.sign_in_links force row level security;
