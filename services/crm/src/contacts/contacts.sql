-- Statements of libs/resource for contacts: the test writes them under WRITE_SQL=1 and compares them otherwise.

-- <item>
(select row_to_json(r) from (select
  t.id,
  t."first_name",
  t."last_name",
  t."display_name",
  t."email",
  t."additional_emails",
  t."phone",
  t."additional_phones",
  t."company",
  t."title",
  t."address",
  t."tags",
  t."lifecycle_stage",
  t."owner_id",
  t."source",
  t."external_id",
  t."timezone",
  t."locale",
  t."birth_date",
  t."notes",
  t."custom",
  (coalesce((select k.consent from crm.known_consents k where k.team_id = t.team_id and k.address = t.email_key), '{}') || coalesce((select k.consent from crm.known_consents k where k.team_id = t.team_id and k.address = t.phone), '{}')) as "consent",
  t."merged_into",
  to_char(t."archived_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "archived_at",
  to_char(t."created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "created_at",
  to_char(t."updated_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updated_at",
  json_build_object('type', t.created_by_type, 'id', nullif(t.created_by_id, '')) as created_by,
  t.version
) r)

-- find
select t.id, t.version, <item>::text as body
from crm.contacts t
where t.team_id = $1 and t.id = $2;

-- findMany
select t.id, t.version, <item>::text as body
from crm.contacts t
where t.team_id = $1 and t.id = any($2::uuid[])
order by t.id;

-- lock
select <item> as item, (select row_to_json(h) from (select t."is_name_set") h) as hidden
from crm.contacts t
where t.team_id = $1 and t.id = $2
for no key update;

-- insert
insert into crm.contacts as t (team_id, id, "first_name", "last_name", "display_name", "email", "additional_emails", "phone", "additional_phones", "company", "title", "address", "tags", "lifecycle_stage", "owner_id", "source", "external_id", "timezone", "locale", "birth_date", "notes", "custom", "is_name_set", created_by_type, created_by_id)
select $1, coalesce(v.id, uuidv7()), v."first_name", v."last_name", v."display_name", v."email", v."additional_emails", v."phone", v."additional_phones", v."company", v."title", v."address", v."tags", v."lifecycle_stage", v."owner_id", v."source", v."external_id", v."timezone", v."locale", v."birth_date", v."notes", v."custom", v."is_name_set", $3, $4
from jsonb_populate_record(null::crm.contacts, $2::jsonb) v
returning t.id, t.version, <item>::text as body;

-- update
update crm.contacts t
set ("first_name", "last_name", "display_name", "email", "additional_emails", "phone", "additional_phones", "company", "title", "address", "tags", "lifecycle_stage", "owner_id", "source", "external_id", "timezone", "locale", "birth_date", "notes", "custom", "is_name_set") = (select v."first_name", v."last_name", v."display_name", v."email", v."additional_emails", v."phone", v."additional_phones", v."company", v."title", v."address", v."tags", v."lifecycle_stage", v."owner_id", v."source", v."external_id", v."timezone", v."locale", v."birth_date", v."notes", v."custom", v."is_name_set" from jsonb_populate_record(null::crm.contacts, $3::jsonb) v),
  archived_at = case when $4 then t.archived_at end,
  updated_at = clock_timestamp(),
  version = t.version + 1
where t.team_id = $1 and t.id = $2
returning t.id, t.version, <item>::text as body;

-- archive
with held as materialized (
  select t.team_id, t.id, <item> as former
  from crm.contacts t where t.team_id = $1 and t.id = $2 for no key update
)
update crm.contacts t
set archived_at = clock_timestamp(), updated_at = clock_timestamp(), version = t.version + 1
from held
where t.team_id = held.team_id and t.id = held.id and t.archived_at is null
  and t.version = coalesce($3::bigint, t.version)
returning t.id, t.version, <item>::text as body, to_char(t.archived_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as archived_at, held.former;
