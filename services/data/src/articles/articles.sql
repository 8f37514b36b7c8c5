-- Statements of libs/resource for articles: the test writes them under WRITE_SQL=1 and compares them otherwise.

-- <item>
(select row_to_json(r) from (select
  t.id,
  t."title",
  t."slug",
  t."body",
  t."excerpt",
  t."cover_file_id",
  t."tags",
  t."author_id",
  t."status",
  to_char(t."published_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "published_at",
  t."seo",
  to_char(t."deleted_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "deleted_at",
  to_char(t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
  to_char(t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)

-- find
select t.id, t.version, <item>::text as body
from data.articles t
where t.team_id = $1 and t.id = $2;

-- findNamed
select t.id, t.version, <item>::text as body
from data.articles t
where t.team_id = $1 and t.id = coalesce(
  (select i.id from data.articles i where i.team_id = $1 and i.id = $2::uuid),
  (select s.id from data.articles s where s.team_id = $1 and s."slug" = $3 and s.deleted_at is null));

-- findId
select coalesce(
  (select i.id from data.articles i where i.team_id = $1 and i.id = $2::uuid),
  (select s.id from data.articles s where s.team_id = $1 and s."slug" = $3 and s.deleted_at is null)) as id;

-- findDeleted
select t.id, t.version, <item>::text as body, to_char(t.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at, to_char((t.deleted_at + interval '30 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as restorable_until
from data.articles t
where t.team_id = $1 and t.id = $2 and t.deleted_at is not null;

-- findMany
select t.id, t.version, <item>::text as body
from data.articles t
where t.team_id = $1 and t.id = any($2::uuid[])
order by t.id;

-- lock
select <item> as item, (select row_to_json(h) from (select t."given_members") h) as hidden, t.deleted_at > clock_timestamp() - interval '30 days' as "isRestorable"
from data.articles t
where t.team_id = $1 and t.id = $2
for no key update;

-- insert
insert into data.articles as t (team_id, id, "title", "slug", "body", "excerpt", "cover_file_id", "tags", "author_id", "status", "seo", "given_members", created_by_type, created_by_id)
select $1, coalesce(v.id, uuidv7()), v."title", v."slug", v."body", v."excerpt", v."cover_file_id", v."tags", v."author_id", v."status", v."seo", v."given_members", $3, $4
from jsonb_populate_record(null::data.articles, $2::jsonb) v
returning t.id, t.version, <item>::text as body;

-- update
update data.articles t
set ("title", "slug", "body", "excerpt", "cover_file_id", "tags", "author_id", "status", "seo", "given_members") = (select v."title", v."slug", v."body", v."excerpt", v."cover_file_id", v."tags", v."author_id", v."status", v."seo", v."given_members" from jsonb_populate_record(null::data.articles, $3::jsonb) v),
  deleted_at = case when $4 then t.deleted_at end,
  updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.id = $2
returning t.id, t.version, <item>::text as body;

-- delete
with held as materialized (
  select t.team_id, t.id, <item> as former
  from data.articles t where t.team_id = $1 and t.id = $2 for no key update
)
update data.articles t
set deleted_at = clock_timestamp(), updated_at = clock_timestamp(), version = t.version + 1
from held
where t.team_id = held.team_id and t.id = held.id and t.deleted_at is null
  and t.version = coalesce($3::bigint, t.version)
returning t.id, t.version, <item>::text as body, to_char(t.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at, to_char((t.deleted_at + interval '30 days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as restorable_until, held.former;
