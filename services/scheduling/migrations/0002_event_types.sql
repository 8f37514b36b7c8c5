-- What can be booked of a team's hosts (scheduling.event-type).
create table scheduling.event_types (
  team_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  slug text not null,
  description text,
  host_id uuid not null,
  duration_minutes integer not null,
  location_type text not null,
  location_detail text,
  timezone text,
  buffer_before_minutes integer not null,
  buffer_after_minutes integer not null,
  slot_interval_minutes integer,
  min_notice_minutes integer not null,
  booking_window_days integer not null,
  max_per_day integer,
  active boolean not null,
  public boolean not null,
  color text,
  reminders_minutes integer[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Since when it is not active: what an undone creation sets, and what makes a change of it a delete.
  archived_at timestamptz,
  created_by_type text not null,
  created_by_id text not null,
  version integer not null default 1,
  primary key (team_id, id),
  -- The service refuses these first, with a better answer; no other writer gets past.
  constraint event_types_duration check (duration_minutes between 1 and 1440),
  constraint event_types_buffers check (buffer_before_minutes between 0 and 180 and buffer_after_minutes between 0 and 180),
  constraint event_types_active check (active = (archived_at is null))
);
select platform.isolate_teams('scheduling.event_types');

-- One says when it ceased to be active, the other whether it is; whichever is written, both follow.
create function scheduling.note_inactive() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if tg_op = 'UPDATE' and new.archived_at is distinct from old.archived_at then
    new.active := new.archived_at is null;
  else
    new.archived_at := case when not new.active then coalesce(new.archived_at, clock_timestamp()) end;
  end if;
  return new;
end
$$;
create trigger event_types_inactive before insert or update on scheduling.event_types
  for each row execute function scheduling.note_inactive();
create trigger event_types_recorded after insert or update or delete on scheduling.event_types
  for each row execute function scheduling.record_change('event_types');

create unique index event_types_slug_taken on scheduling.event_types (team_id, slug);
-- The default list: newest first.
create index event_types_created on scheduling.event_types (team_id, created_at desc, id desc);
-- Readers that keep up by updated_since.
create index event_types_updated on scheduling.event_types (team_id, updated_at, id);
create index event_types_host on scheduling.event_types (team_id, host_id);
