-- Statements of libs/resource for event_types: the test writes them under WRITE_SQL=1 and compares them otherwise.

-- <item>
(select row_to_json(r) from (select
  t.id,
  t."name",
  t."slug",
  t."description",
  t."host_id",
  t."duration_minutes",
  t."location_type",
  t."location_detail",
  t."timezone",
  t."buffer_before_minutes",
  t."buffer_after_minutes",
  t."slot_interval_minutes",
  t."min_notice_minutes",
  t."booking_window_days",
  t."max_per_day",
  t."active",
  t."public",
  t."color",
  t."reminders_minutes",
  t."questions",
  to_char(t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
  to_char(t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)

-- find
select t.id, t.version, <item>::text as body
from scheduling.event_types t
where t.team_id = $1 and t.id = $2;

-- findNamed
select t.id, t.version, <item>::text as body
from scheduling.event_types t
where t.team_id = $1 and t.id = coalesce(
  (select i.id from scheduling.event_types i where i.team_id = $1 and i.id = $2::uuid),
  (select s.id from scheduling.event_types s where s.team_id = $1 and s."slug" = $3));

-- findId
select coalesce(
  (select i.id from scheduling.event_types i where i.team_id = $1 and i.id = $2::uuid),
  (select s.id from scheduling.event_types s where s.team_id = $1 and s."slug" = $3)) as id;

-- findMany
select t.id, t.version, <item>::text as body
from scheduling.event_types t
where t.team_id = $1 and t.id = any($2::uuid[])
order by t.id;

-- lock
select <item> as item
from scheduling.event_types t
where t.team_id = $1 and t.id = $2
for no key update;

-- insert
insert into scheduling.event_types as t (team_id, id, "name", "slug", "description", "host_id", "duration_minutes", "location_type", "location_detail", "timezone", "buffer_before_minutes", "buffer_after_minutes", "slot_interval_minutes", "min_notice_minutes", "booking_window_days", "max_per_day", "active", "public", "color", "reminders_minutes", "questions", created_by_type, created_by_id)
select $1, coalesce(v.id, uuidv7()), v."name", v."slug", v."description", v."host_id", v."duration_minutes", v."location_type", v."location_detail", v."timezone", v."buffer_before_minutes", v."buffer_after_minutes", v."slot_interval_minutes", v."min_notice_minutes", v."booking_window_days", v."max_per_day", v."active", v."public", v."color", v."reminders_minutes", v."questions", $3, $4
from jsonb_populate_record(null::scheduling.event_types, $2::jsonb) v
returning t.id, t.version, <item>::text as body;

-- update
update scheduling.event_types t
set ("name", "slug", "description", "host_id", "duration_minutes", "location_type", "location_detail", "timezone", "buffer_before_minutes", "buffer_after_minutes", "slot_interval_minutes", "min_notice_minutes", "booking_window_days", "max_per_day", "active", "public", "color", "reminders_minutes", "questions") = (select v."name", v."slug", v."description", v."host_id", v."duration_minutes", v."location_type", v."location_detail", v."timezone", v."buffer_before_minutes", v."buffer_after_minutes", v."slot_interval_minutes", v."min_notice_minutes", v."booking_window_days", v."max_per_day", v."active", v."public", v."color", v."reminders_minutes", v."questions" from jsonb_populate_record(null::scheduling.event_types, $3::jsonb) v),
  updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.id = $2
returning t.id, t.version, <item>::text as body;
