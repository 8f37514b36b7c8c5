-- Statements of libs/resource for webhooks: the test writes them under WRITE_SQL=1 and compares them otherwise.

-- <item>
(select row_to_json(r) from (select
  t.id,
  t."url",
  t."events",
  t."description",
  t."enabled",
  t."retries",
  t."filter",
  t."when",
  t."changed",
  t."ordering",
  t."batch",
  t."max_per_minute",
  (select coalesce(b.delivery_ids[1], q.delivery_id)
  from webhooks.queue q left join webhooks.batches b on b.team_id = q.team_id and b.id = q.delivery_id
  where q.team_id = t.team_id and q.endpoint_id = t.id and q.state = 'blocked' and t.ordering = 'strict'
  order by q.place, q.delivery_id limit 1) as "blocked_by",
  (select json_build_object(
    'pending', coalesce(sum(s.pending), 0),
    'success', coalesce(sum(s.success), 0),
    'failed', coalesce(sum(s.failed), 0),
    'last_success_at', to_char(max(s.last_success_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'last_failure_at', to_char(max(s.last_failure_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from webhooks.endpoint_counts s where s.team_id = t.team_id and s.endpoint_id = t.id) as "stats",
  to_char(t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
  to_char(t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)

-- find
select t.id, t.version, <item>::text as body
from webhooks.endpoints t
where t.team_id = $1 and t.id = $2 and t.deleted_at is null;

-- findMany
select t.id, t.version, <item>::text as body
from webhooks.endpoints t
where t.team_id = $1 and t.id = any($2::uuid[]) and t.deleted_at is null
order by t.id;

-- lock
select <item> as item, (select row_to_json(h) from (select t."secret", t."previous_secret", t."previous_secret_until", t."former_secrets", t."judged_in") h) as hidden
from webhooks.endpoints t
where t.team_id = $1 and t.id = $2 and t.deleted_at is null
for no key update;

-- insert
insert into webhooks.endpoints as t (team_id, id, "url", "events", "description", "enabled", "retries", "filter", "when", "changed", "ordering", "batch", "max_per_minute", "secret", "previous_secret", "previous_secret_until", "former_secrets", "judged_in", created_by_type, created_by_id)
select $1, coalesce(v.id, uuidv7()), v."url", v."events", v."description", v."enabled", v."retries", v."filter", v."when", v."changed", v."ordering", v."batch", v."max_per_minute", v."secret", v."previous_secret", v."previous_secret_until", v."former_secrets", v."judged_in", $3, $4
from jsonb_populate_record(null::webhooks.endpoints, $2::jsonb) v
returning t.id, t.version, <item>::text as body;

-- update
update webhooks.endpoints t
set ("url", "events", "description", "enabled", "retries", "filter", "when", "changed", "ordering", "batch", "max_per_minute", "secret", "previous_secret", "previous_secret_until", "former_secrets", "judged_in") = (select v."url", v."events", v."description", v."enabled", v."retries", v."filter", v."when", v."changed", v."ordering", v."batch", v."max_per_minute", v."secret", v."previous_secret", v."previous_secret_until", v."former_secrets", v."judged_in" from jsonb_populate_record(null::webhooks.endpoints, $3::jsonb) v),
  updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.id = $2 and t.deleted_at is null
returning t.id, t.version, <item>::text as body;

-- delete
with held as materialized (
  select t.team_id, t.id, <item> as former
  from webhooks.endpoints t where t.team_id = $1 and t.id = $2 for no key update
)
update webhooks.endpoints t
set deleted_at = clock_timestamp(), updated_at = clock_timestamp(), version = t.version + 1
from held
where t.team_id = held.team_id and t.id = held.id and t.deleted_at is null
  and t.version = coalesce($3::bigint, t.version)
returning t.id, t.version, <item>::text as body, to_char(t.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at, held.former;
