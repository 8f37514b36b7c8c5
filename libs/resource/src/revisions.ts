import { instant, type Statement } from "@jst/db";
import { notFound } from "@jst/errors";
import { fieldsOf, type ResourceList } from "@jst/query";
import type { DeclaredFacts } from "./declaration.ts";
import { endOf, GIVEN } from "./sql.ts";
import type { StoredRow } from "./store.ts";

/** Parameters of a list of revisions. */
export interface RevisionsQuery {
  version?: number;
  limit?: number;
  cursor?: string;
}

/**
 * The revisions of one resource, newest first, from the images of its changes: every write of it leaves one, in the
 * order of its versions.
 */
export function revisionsOf(facts: DeclaredFacts, teamId: string, id: string): ResourceList<RevisionsQuery> {
  const [service = ""] = facts.table.split(".");
  const end = endOf(facts);
  const names = [...facts.members.map(({ name }) => name), ...(end === undefined ? [] : [end])];
  const list = names.map((name) => `'${name}'`).join(", ");
  const changed = `select coalesce(jsonb_agg(a.key order by array_position(array[${list}], a.key)), '[]')
      from jsonb_each(t.after) a join jsonb_each(t.before) b on b.key = a.key
      where a.value <> b.value and a.key = any(array[${list}])`;
  const item = `(select row_to_json(r) from (select
  (t.after ->> 'version')::bigint as version,
  ${instant("t.at")} as changed_at,
  json_build_object('type', t.actor_type, 'id', t.actor_id) as changed_by,
  '${service}_' || t.changeset_id as changeset_id,
  case when t.before is null then t.after -> '${GIVEN}' else (${changed}) end as fields
) r)`;
  return {
    plural: "revisions",
    route: `${facts.list} revisions ${id}`,
    from: `${service}.changes t`,
    item,
    fields: fieldsOf(
      { name: "seq", kind: "number", sql: "t.seq", notNull: true },
      { name: "id", kind: "uuid", sql: "t.changeset_id", notNull: true },
    ),
    order: "seq:desc",
    where: (params) => [
      `t.team_id = ${params.add(teamId, "uuid")}`,
      `t.resource = '${facts.name}'`,
      `t.resource_id = ${params.add(id, "uuid")}`,
    ],
  };
}

/**
 * Reads the resource as it was in one of its versions, as `json` shows a row `t` of its table; not_found where it never
 * had that version.
 */
export async function readVersion(
  { table, name }: DeclaredFacts,
  json: string,
  { teamId, id, version }: { teamId: string; id: string; version: number },
  read: (statement: Statement) => Promise<{ body: string }[]>,
): Promise<StoredRow> {
  const [service = ""] = table.split(".");
  const [former] = await read({
    name: `${table}.version`,
    text: `select ${json}::text as body
from (
  select c.after from ${service}.changes c
  where c.team_id = $1 and c.resource = '${name}' and c.resource_id = $2
  order by c.seq offset $3::bigint - 1 limit 1
) c cross join lateral jsonb_populate_record(null::${table}, c.after) t
where t.version = $3::bigint`,
    values: [teamId, id, version],
  });
  if (former === undefined) throw notFound();
  return { id, version, body: former.body };
}
