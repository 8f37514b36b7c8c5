-- Statements of libs/resource for artifacts: the test writes them under WRITE_SQL=1 and compares them otherwise.

-- <item>
(select row_to_json(r) from (select
  t.id,
  t."title",
  t."kind",
  t."content",
  t."language",
  t."summary",
  t."tags",
  t."status",
  t."source",
  t."file_id",
  to_char(t."deleted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "deleted_at",
  to_char(t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
  to_char(t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)

-- find
select t.id, t.version, <item>::text as body
from data.artifacts t
where t.team_id = $1 and t.id = $2;

-- findDeleted
select t.id, t.version, <item>::text as body, to_char(t.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at, to_char((t.deleted_at + interval '30 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as restorable_until
from data.artifacts t
where t.team_id = $1 and t.id = $2 and t.deleted_at is not null;

-- findMany
select t.id, t.version, <item>::text as body
from data.artifacts t
where t.team_id = $1 and t.id = any($2::uuid[])
order by t.id;

-- lock
select <item> as item, (select row_to_json(h) from (select t."given_members") h) as hidden, t.deleted_at > clock_timestamp() - interval '30 days' as "isRestorable"
from data.artifacts t
where t.team_id = $1 and t.id = $2
for no key update;

-- insert
insert into data.artifacts as t (team_id, id, "title", "kind", "content", "language", "summary", "tags", "status", "source", "file_id", "given_members", created_by_type, created_by_id)
select $1, coalesce(v.id, uuidv7()), v."title", v."kind", v."content", v."language", v."summary", v."tags", v."status", v."source", v."file_id", v."given_members", $3, $4
from jsonb_populate_record(null::data.artifacts, $2::jsonb) v
returning t.id, t.version, <item>::text as body;

-- update
update data.artifacts t
set ("title", "kind", "content", "language", "summary", "tags", "status", "source", "file_id", "given_members") = (select v."title", v."kind", v."content", v."language", v."summary", v."tags", v."status", v."source", v."file_id", v."given_members" from jsonb_populate_record(null::data.artifacts, $3::jsonb) v),
  deleted_at = case when $4 then t.deleted_at end,
  updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.id = $2
returning t.id, t.version, <item>::text as body;

-- delete
with held as materialized (
  select t.team_id, t.id, <item> as former
  from data.artifacts t where t.team_id = $1 and t.id = $2 for no key update
)
update data.artifacts t
set deleted_at = clock_timestamp(), updated_at = clock_timestamp(), version = t.version + 1
from held
where t.team_id = held.team_id and t.id = held.id and t.deleted_at is null
  and t.version = coalesce($3::bigint, t.version)
returning t.id, t.version, <item>::text as body, to_char(t.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at, to_char((t.deleted_at + interval '30 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as restorable_until, held.former;
