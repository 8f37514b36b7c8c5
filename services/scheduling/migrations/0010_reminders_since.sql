-- Since when an event type reminds at the times it has: a reminder whose time was past when it was added is not sent
-- (scheduling.reminders).
alter table scheduling.event_types add column reminders_since timestamptz not null default '-infinity';
create function scheduling.note_reminders() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  new.reminders_since := clock_timestamp();
  return new;
end
$$;
create trigger event_types_reminders before update on scheduling.event_types
  for each row when (old.reminders_minutes is distinct from new.reminders_minutes)
  execute function scheduling.note_reminders();
grant select (reminders_since) on scheduling.event_types to scheduling_worker;
