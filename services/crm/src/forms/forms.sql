-- Statements of libs/resource for forms: the test writes them under WRITE_SQL=1 and compares them otherwise.

-- <item>
(select row_to_json(r) from (select
  t.id,
  t."slug",
  t."title",
  t."description",
  t."status",
  t."fields",
  t."settings",
  (select coalesce(sum(n.submissions), 0)::bigint from crm.submission_counts n
    where n.team_id = t.team_id and n.form_id = t.id) as "submission_count",
  to_char(t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
  to_char(t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)

-- find
select t.id, t.version, <item>::text as body
from crm.forms t
where t.team_id = $1 and t.id = $2;

-- findNamed
select t.id, t.version, <item>::text as body
from crm.forms t
where t.team_id = $1 and t.id = coalesce(
  (select i.id from crm.forms i where i.team_id = $1 and i.id = $2::uuid),
  (select s.id from crm.forms s where s.team_id = $1 and s."slug" = $3));

-- findId
select coalesce(
  (select i.id from crm.forms i where i.team_id = $1 and i.id = $2::uuid),
  (select s.id from crm.forms s where s.team_id = $1 and s."slug" = $3)) as id;

-- findMany
select t.id, t.version, <item>::text as body
from crm.forms t
where t.team_id = $1 and t.id = any($2::uuid[])
order by t.id;

-- lock
select <item> as item
from crm.forms t
where t.team_id = $1 and t.id = $2
for no key update;

-- insert
insert into crm.forms as t (team_id, id, "slug", "title", "description", "status", "fields", "settings", created_by_type, created_by_id)
select $1, coalesce(v.id, uuidv7()), v."slug", v."title", v."description", v."status", v."fields", v."settings", $3, $4
from jsonb_populate_record(null::crm.forms, $2::jsonb) v
returning t.id, t.version, <item>::text as body;

-- update
update crm.forms t
set ("slug", "title", "description", "status", "fields", "settings") = (select v."slug", v."title", v."description", v."status", v."fields", v."settings" from jsonb_populate_record(null::crm.forms, $3::jsonb) v),
  updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.id = $2
returning t.id, t.version, <item>::text as body;
