import { AppError } from "@jst/errors";
import { fieldsOf, parseTimestamp, resourcePage, type Params, type ResourceList } from "@jst/query";
import { isUuid } from "@jst/rpc";
import type { Handler, ListAuditQuery } from "../../gen/rpc.ts";

/** Entries of the largest page (limits.page). */
const limitMax = 200;

const fields = fieldsOf(
  { name: "created_at", kind: "datetime", sql: "a.created_at", notNull: true },
  { name: "id", kind: "uuid", sql: "a.id", notNull: true },
);

/** A member of an entry, or nothing where there is nothing to say. */
const member = (name: string, json: string) => `',"${name}":' || ${json}`;

/**
 * One entry. It is put together as text and a stored call stands in it as it came: jsonb refuses escapes that JSON has
 * (a NUL, half a surrogate pair), and one such entry would make every page that holds it fail for good.
 */
const ITEM = `concat(
    left(json_build_object(
      'id', a.id,
      'created_at', to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'actor', json_build_object('type', a.actor_type, 'id', a.actor_id),
      'action', a.action, 'resource', a.resource, 'resource_id', a.resource_id, 'outcome', a.outcome,
      'request_id', a.request_id
    )::text, -1),
    ${["changeset_id", "patient_id", "code", "reason"].map((name) => member(name, `to_json(a.${name})`)).join(", ")},
    ${member("break_glass", "case when a.actor_type = 'break_glass' then 'true' end")},
    ${member("call", "case when a.call is json then a.call else to_json(a.call)::text end")},
    '}')`;

const auditList = (teamId: string): ResourceList<ListAuditQuery> => ({
  plural: "audit",
  route: "auth.v1.Audit/ListAudit",
  from: "auth.audit a",
  item: ITEM,
  fields,
  limitMax,
  where: (params) => [`a.team_id = ${params.add(teamId, "uuid")}`],
  filters: {
    actor_id: equals("actor_id"),
    token_id: equals("token_id"),
    resource: equals("resource"),
    action: equals("action"),
    outcome: equals("outcome"),
    patient_id: equals("patient_id"),
    from: (text, params) => `a.created_at >= ${params.add(moment("from", text), "timestamptz")}`,
    to: (text, params) => `a.created_at < ${params.add(moment("to", text), "timestamptz")}`,
  },
});

/** Answers the team's audit log, newest first. */
export const listAudit: Handler<"ListAudit"> = async ({ query }, call) => ({
  body: await resourcePage(auditList(call.caller.team_id), query, call),
  headers: { "cache-control": "no-store" },
});

/** Columns are compared as they are, ids in lower case. */
function equals(column: string): (value: string, params: Params) => string {
  return (value, params) =>
    `a.${column} = ${params.add(isUuid(value) ? value.toLowerCase() : value, "text")}`;
}

function moment(field: string, text: string): string {
  const parsed = parseTimestamp(text);
  if (parsed !== undefined) return parsed;
  const message = "A time as RFC 3339 with a zone, such as 2026-01-31T08:00:00Z.";
  throw new AppError("invalid_parameter", `${field} is not a time.`, {
    errors: [{ field, code: "invalid_value", message }],
  });
}
