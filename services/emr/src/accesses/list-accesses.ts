import { Params } from "@jst/query";
import type { InternalHandler, ListedAccess } from "../../gen/rpc.ts";

const filtered = [
  "actor_id",
  "token_id",
  "resource",
  "action",
  "outcome",
  "patient_id",
  "contact_id",
] as const;
const TIME = (digits: string) =>
  `to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${digits}"Z"')`;

/** A member that stands only where there is something to say. */
const optional = (...names: string[]) =>
  `jsonb_strip_nulls(jsonb_build_object(${names.map((name) => `'${name}', a.${name}`).join(", ")}))`;

/** An entry as GET /api/v1/audit shows it. */
const ENTRY = `jsonb_build_object('id', a.id, 'created_at', ${TIME("MS")}, 'recorded_at', ${TIME("MS")},
  'actor', jsonb_build_object('type', a.actor_type, 'id', a.actor_id), 'action', a.action, 'resource', a.resource,
  'resource_id', a.resource_id, 'outcome', a.outcome, 'request_id', a.request_id, 'route', a.route,
  'status', a.status, 'ip', a.ip, 'user_agent', a.user_agent, 'prev_hash', encode(a.prev_hash, 'hex'),
  'hash', encode(a.hash, 'hex'))
  || ${optional("patient_id", "contact_id", "code", "purpose_of_use")}
  || case when a.actor_type = 'break_glass' then '{"break_glass":true}'::jsonb else '{}'::jsonb end`;

/** Answers who looked at health data, newest first, for auth's list (operation.audit-list). */
export const listAccesses: InternalHandler<"ListAccesses"> = async (asked, { deps }) => {
  const params = new Params();
  const where = [`a.team_id = ${params.add(asked.team_id, "uuid")}`];
  for (const name of filtered)
    if (asked[name] !== undefined) where.push(`a.${name} = ${params.add(asked[name], "text")}`);
  if (asked.from !== undefined) where.push(`a.created_at >= ${params.addInstant(asked.from)}`);
  if (asked.to !== undefined) where.push(`a.created_at < ${params.addInstant(asked.to)}`);
  if (asked.before !== undefined) {
    const { at, id } = asked.before;
    where.push(`(a.created_at, a.id) < (${params.addInstant(at)}, ${params.add(id, "uuid")})`);
  }
  const text = `select ${TIME("US")} as at, a.id, ${ENTRY} as entry from emr.audit a
where ${where.join(" and ")}
order by a.created_at desc, a.id desc
limit ${asked.limit}`;
  const entries = await deps.audit.query<ListedAccess & Record<string, unknown>>({
    text,
    values: params.values,
  });
  return { body: { entries } };
};
