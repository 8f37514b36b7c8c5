-- A lone owner decides on own proposals with a fresh sign-in, and the log says so (trust.second-person).
-- authenticated_at is the time of the proof by which the member signed in; it outlives a switch of the session.
alter table auth.sessions add column authenticated_at timestamptz;
alter table auth.sessions no force row level security;
update auth.sessions set authenticated_at = created_at;
alter table auth.sessions force row level security;
alter table auth.sessions
  alter column authenticated_at set default now(),
  alter column authenticated_at set not null;
-- True where the proposer decided; null in all other entries, whose hash does not cover it.
alter table auth.audit add column self boolean;
