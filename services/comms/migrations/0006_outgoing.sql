-- Messages of other services (once per token, about something of theirs, with files of their own), and of a later time.
alter table comms.messages
  add column token text,
  add column source jsonb,
  add column send_at timestamptz,
  -- Bytes of what is attached; the members of an attachment stand beside them.
  add column files jsonb not null default '[]',
  drop column attachments,
  add column attachments jsonb not null default '[]';
create unique index messages_token on comms.messages (team_id, token) where token is not null;
-- What a caller cancels is a write; the worker cancels what was under way.
create trigger messages_canceled after update on comms.messages
  for each row when (old.status in ('queued', 'scheduled') and new.status = 'canceled')
  execute function comms.record_change('messages');
