-- Statements of libs/resource for tasks: the test writes them under WRITE_SQL=1 and compares them otherwise.

-- <item>
(select row_to_json(r) from (select
  t.id,
  t."title",
  t."status",
  t."assignee_id",
  to_char(t."due_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "due_at",
  t."priority",
  t."project",
  t."contact_id",
  to_char(t."completed_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "completed_at",
  to_char(t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
  to_char(t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)

-- find
select t.id, t.version, <item>::text as body
from crm.tasks t
where t.team_id = $1 and t.id = $2;

-- findMany
select t.id, t.version, <item>::text as body
from crm.tasks t
where t.team_id = $1 and t.id = any($2::uuid[])
order by t.id;

-- lock
select <item> as item
from crm.tasks t
where t.team_id = $1 and t.id = $2
for no key update;

-- insert
insert into crm.tasks as t (team_id, id, "title", "status", "assignee_id", "due_at", "priority", "project", "contact_id", created_by_type, created_by_id)
select $1, coalesce(v.id, uuidv7()), v."title", v."status", v."assignee_id", v."due_at", v."priority", v."project", v."contact_id", $3, $4
from jsonb_populate_record(null::crm.tasks, $2::jsonb) v
returning t.id, t.version, <item>::text as body;

-- update
update crm.tasks t
set ("title", "status", "assignee_id", "due_at", "priority", "project", "contact_id") = (select v."title", v."status", v."assignee_id", v."due_at", v."priority", v."project", v."contact_id" from jsonb_populate_record(null::crm.tasks, $3::jsonb) v),
  updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.id = $2
returning t.id, t.version, <item>::text as body;
