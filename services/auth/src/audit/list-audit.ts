import { AppError } from "@jst/errors";
import {
  fieldsOf,
  listStatement,
  pageJson,
  Params,
  parseLimit,
  parseSort,
  parseTimestamp,
  type ListRow,
} from "@jst/query";
import { isUuid } from "@jst/rpc";
import type { Handler, ListAuditQuery } from "../../gen/rpc.ts";

/** Entries of the largest page (contract 3). */
const limitMax = 200;

const fields = fieldsOf(
  { name: "created_at", kind: "datetime", sql: "a.created_at", notNull: true },
  { name: "id", kind: "uuid", sql: "a.id", notNull: true },
);

/** Absent members are left out, so that an entry says only what there is to say. */
const ENTRY_JSON = `json_strip_nulls(json_build_object(
    'changeset_id', a.changeset_id, 'patient_id', a.patient_id, 'code', a.code, 'reason', a.reason,
    'break_glass', case when a.actor_type = 'break_glass' then true end
  ))`;

const ITEM = `(json_build_object(
    'id', a.id,
    'created_at', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'actor', json_build_object('type', a.actor_type, 'id', a.actor_id),
    'action', a.action, 'resource', a.resource, 'resource_id', a.resource_id, 'outcome', a.outcome,
    'request_id', a.request_id
  )::jsonb || ${ENTRY_JSON}::jsonb || case when a.call is null then '{}' else jsonb_build_object('call', a.call::jsonb) end)`;

/** Columns that a query compares as they are. */
const equals = ["actor_id", "resource", "action", "outcome", "patient_id"] as const;

/** Answers the team's audit log, newest first. */
export const listAudit: Handler<"ListAudit"> = async ({ query }, call) => {
  const { caller, deps } = call;
  const sort = parseSort(undefined, fields, "created_at:desc");
  const { limit, cursor, ...filter } = query;
  const scope = {
    teamId: caller.team_id,
    route: "auth.v1.Audit/ListAudit",
    sort: sort.text,
    filter: JSON.stringify(filter),
  };
  const params = new Params();
  const statement = listStatement(
    {
      from: "auth.audit a",
      where: [`a.team_id = ${params.add(caller.team_id, "uuid")}`, ...conditions(query, params)],
      item: ITEM,
      sort,
      limit: parseLimit(limit, limitMax),
      after: cursor === undefined ? undefined : deps.cursors.decode(scope, cursor, sort.keys.length),
    },
    params,
  );
  const [page] = await call.read<ListRow>(statement, "custom");
  if (page === undefined) throw new Error("A list statement answers one row.");
  return {
    body: pageJson("audit", page, { codec: deps.cursors, scope }),
    headers: { "cache-control": "no-store" },
  };
};

function conditions(query: ListAuditQuery, params: Params): string[] {
  const found: string[] = [];
  for (const name of equals) {
    const value = query[name];
    if (value !== undefined)
      found.push(`a.${name} = ${params.add(isUuid(value) ? value.toLowerCase() : value, "text")}`);
  }
  if (query.from !== undefined) {
    found.push(`a.created_at >= ${params.add(moment("from", query.from), "timestamptz")}`);
  }
  if (query.to !== undefined) {
    found.push(`a.created_at < ${params.add(moment("to", query.to), "timestamptz")}`);
  }
  return found;
}

function moment(field: string, text: string): string {
  const parsed = parseTimestamp(text);
  if (parsed !== undefined) return parsed;
  const message = "A time as RFC 3339 with a zone, such as 2026-01-31T08:00:00Z.";
  throw new AppError("invalid_parameter", `${field} is not a time.`, {
    errors: [{ field, code: "invalid_value", message }],
  });
}
