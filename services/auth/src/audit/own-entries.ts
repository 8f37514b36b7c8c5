import { instant } from "@jst/db";
import { Params } from "@jst/query";
import type { Call } from "@jst/rpc";
import type { AccountDeps } from "../deps.ts";
import type { ListAuditQuery } from "../../gen/rpc.ts";

/** When an entry was made, in UTC to the microsecond, and its id: the order of the log. */
export interface Place {
  at: string;
  id: string;
}

/** Entry as JSON, with its place in the log. */
export interface ListedEntry extends Place {
  item: string;
}

/** Builds the SQL of a member of an entry; the member is left out if it has no value. */
const member = (name: string, json: string) => `',"${name}":' || ${json}`;

/**
 * One entry, built as text so that a stored call stays byte for byte. jsonb refuses some valid JSON escapes (a NUL,
 * half a surrogate pair), and one such entry would break every page that includes it.
 */
const ITEM = `concat(
    left(json_build_object(
      'id', a.id,
      'created_at', ${instant("a.created_at")},
      'actor', json_build_object('type', a.actor_type, 'id', a.actor_id),
      'action', a.action, 'resource', a.resource, 'resource_id', a.resource_id, 'outcome', a.outcome,
      'request_id', a.request_id
    )::text, -1),
    ${["changeset_id", "patient_id", "code", "reason", "sponsor_id"].map((name) => member(name, `to_json(a.${name})`)).join(", ")},
    ${member("break_glass", "case when a.actor_type = 'break_glass' then 'true' end")},
    ${member("self", "case when a.self then 'true' end")},
    ${member("call", "case when a.call is json then a.call else to_json(a.call)::text end")},
    '}')`;

const AT = `to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const columns = ["actor_id", "token_id", "resource", "action", "outcome", "patient_id"] as const;

/** auth's own entries before a place, newest first; none of them is about a contact. */
export async function own(
  call: Call<AccountDeps>,
  query: ListAuditQuery,
  before: Place | undefined,
  limit: number,
): Promise<ListedEntry[]> {
  if (query.contact_id !== undefined) return [];
  const params = new Params();
  const where = [`a.team_id = ${params.add(call.caller.team_id, "uuid")}`];
  for (const name of columns)
    if (query[name] !== undefined) where.push(`a.${name} = ${params.add(query[name], "text")}`);
  if (query.from !== undefined) where.push(`a.created_at >= ${params.addInstant(query.from)}`);
  if (query.to !== undefined) where.push(`a.created_at < ${params.addInstant(query.to)}`);
  if (before !== undefined)
    where.push(`(a.created_at, a.id) < (${params.addInstant(before.at)}, ${params.add(before.id, "uuid")})`);
  const text = `select ${AT} as at, a.id, (${ITEM})::text as item
from auth.audit a
where ${where.join("\n  and ")}
order by a.created_at desc, a.id desc
limit ${limit}`;
  return call.read<ListedEntry & Record<string, unknown>>({ text, values: params.values }, "custom");
}
