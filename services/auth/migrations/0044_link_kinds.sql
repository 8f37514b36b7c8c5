-- Links come from the operator, from a mail that a visitor asked for, or from an invitation (sessions.mail, sessions.invitation).
alter table auth.sign_in_links
  add column kind text not null default 'link',
  -- The member who invited.
  add column inviter_id uuid,
  add constraint sign_in_links_kind check (kind in ('link', 'sign_in', 'invitation'));
create index sign_in_links_member on auth.sign_in_links (team_id, member_id);
create index sign_in_links_expires on auth.sign_in_links (expires_at);
-- The hourly sweep removes what is long over.
grant delete on auth.sign_in_links to auth_lookup;
