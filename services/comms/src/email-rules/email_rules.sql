-- Statements of libs/resource for email_rules: the test writes them under WRITE_SQL=1 and compares them otherwise.

-- <item>
(select row_to_json(r) from (select
  t.id,
  t."name",
  t."enabled",
  t."priority",
  t."match",
  t."actions",
  t."stop",
  to_char(t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
  to_char(t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)

-- find
select t.id, t.version, <item>::text as body
from comms.email_rules t
where t.team_id = $1 and t.id = $2 and t.deleted_at is null;

-- findMany
select t.id, t.version, <item>::text as body
from comms.email_rules t
where t.team_id = $1 and t.id = any($2::uuid[]) and t.deleted_at is null
order by t.id;

-- lock
select <item> as item
from comms.email_rules t
where t.team_id = $1 and t.id = $2 and t.deleted_at is null
for no key update;

-- insert
insert into comms.email_rules as t (team_id, id, "name", "enabled", "priority", "match", "actions", "stop", created_by_type, created_by_id)
select $1, coalesce(v.id, uuidv7()), v."name", v."enabled", v."priority", v."match", v."actions", v."stop", $3, $4
from jsonb_populate_record(null::comms.email_rules, $2::jsonb) v
returning t.id, t.version, <item>::text as body;

-- update
update comms.email_rules t
set ("name", "enabled", "priority", "match", "actions", "stop") = (select v."name", v."enabled", v."priority", v."match", v."actions", v."stop" from jsonb_populate_record(null::comms.email_rules, $3::jsonb) v),
  updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.id = $2 and t.deleted_at is null
returning t.id, t.version, <item>::text as body;

-- delete
with held as materialized (
  select t.team_id, t.id, <item> as former
  from comms.email_rules t where t.team_id = $1 and t.id = $2 for no key update
)
update comms.email_rules t
set deleted_at = clock_timestamp(), updated_at = clock_timestamp(), version = t.version + 1
from held
where t.team_id = held.team_id and t.id = held.id and t.deleted_at is null
  and t.version = coalesce($3::bigint, t.version)
returning t.id, t.version, <item>::text as body, to_char(t.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at, held.former;
