-- Statements of libs/resource for bases: the test writes them under WRITE_SQL=1 and compares them otherwise.

-- <item>
(select row_to_json(r) from (select
  t.id,
  t."name",
  t."description",
  t."block_count",
  to_char(t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
  to_char(t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)

-- find
select t.id, t.version, <item>::text as body
from data.bases t
where t.team_id = $1 and t.id = $2;

-- findMany
select t.id, t.version, <item>::text as body
from data.bases t
where t.team_id = $1 and t.id = any($2::uuid[])
order by t.id;

-- lock
select <item> as item
from data.bases t
where t.team_id = $1 and t.id = $2
for no key update;

-- insert
insert into data.bases as t (team_id, id, "name", "description", created_by_type, created_by_id)
select $1, coalesce(v.id, uuidv7()), v."name", v."description", $3, $4
from jsonb_populate_record(null::data.bases, $2::jsonb) v
returning t.id, t.version, <item>::text as body;

-- update
update data.bases t
set ("name", "description") = (select v."name", v."description" from jsonb_populate_record(null::data.bases, $3::jsonb) v),
  updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.id = $2
returning t.id, t.version, <item>::text as body;
