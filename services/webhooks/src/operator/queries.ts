import { one, instant, type LeasedSession, type Row } from "@jst/db";
import type { Instant } from "@jst/query";
import { reopened } from "../delivery/reopened.ts";
import { attemptsMaxOf } from "../delivery/schedule.ts";
import type { Backlog, EndpointBacklog } from "../../gen/rpc.ts";

/** Over a connection of role webhooks_worker, which sees the rows of all teams. */
export type QueueSession = Pick<LeasedSession, "query">;

/** Endpoints that one answer names. */
const endpointsMax = 200;
/** Deliveries that are taken up again by one statement. */
export const redeliveriesMax = 2_000;
/** Endpoints whose secrets one call looks at. */
export const secretsMax = 500;

/** Counts all waiting deliveries, and finds the oldest. */
export async function findTotals(
  session: QueueSession,
): Promise<Pick<Backlog, "pending" | "due" | "oldest_due_age">> {
  const [totals] = await session.query<Row & Pick<Backlog, "pending" | "due" | "oldest_due_age">>({
    text: `select coalesce(sum(w.pending), 0)::int as pending, coalesce(sum(w.due), 0)::int as due,
        coalesce(max(w.oldest_due_age), 0)::float8 as oldest_due_age
      from (${waiting}) w`,
    values: [],
  });
  return totals ?? { pending: 0, due: 0, oldest_due_age: 0 };
}

/** Endpoints that somebody should look at, the dead ones first, then those for which most waits. */
export function findEndpoints(session: QueueSession): Promise<(Row & EndpointBacklog)[]> {
  return session.query({ text: unwell, values: [endpointsMax] });
}

// An attempt under way is given up at due_at, so it is not due.
const isDue =
  "e.enabled and q.state not in ('under_way', 'line_under_way', 'blocked') and q.due_at <= clock_timestamp()";
const waiting = `select q.team_id, q.endpoint_id, (count(*) filter (where q.state <> 'blocked'))::int as pending, (count(*) filter (where ${isDue}))::int as due,
    extract(epoch from clock_timestamp() - min(q.due_at) filter (where ${isDue})) as oldest_due_age
  from queue q join endpoints e on e.team_id = q.team_id and e.id = q.endpoint_id
  group by q.team_id, q.endpoint_id`;

const unwell = `select e.team_id, e.id as endpoint_id, e.enabled,
    (e.enabled and f.failed > 0 and not r.has_success) as dead,
    coalesce(w.pending, 0) as pending, coalesce(w.due, 0) as due, f.failed,
    ${instant("f.last_failed_at")} as last_failed_at, l.last_status_code
  from endpoints e
  left join (${waiting}) w on w.team_id = e.team_id and w.endpoint_id = e.id
  cross join lateral (
    select count(*)::int as failed, max(q.failed_at) as last_failed_at from deliveries q
    where q.team_id = e.team_id and q.endpoint_id = e.id and q.status = 'failed'
      and q.failed_at >= now() - interval '24 hours'
  ) f
  left join lateral (
    select q.last_status_code from deliveries q
    where q.team_id = e.team_id and q.endpoint_id = e.id and q.status = 'failed' and q.failed_at = f.last_failed_at
    limit 1
  ) l on true
  cross join lateral (
    select coalesce(bool_or(q.status = 'success'), false) as has_success from (
      select status from deliveries
      where f.failed > 0 and team_id = e.team_id and endpoint_id = e.id and status <> 'pending'
      order by created_at desc, id desc limit 10
    ) q
  ) r
  where e.deleted_at is null and (w.pending > 0 or f.failed > 0)
  order by dead desc, pending desc, e.team_id, e.id
  limit $1`;

/** Which failed deliveries: of a team, an endpoint, or both. */
export interface Failed {
  teamId: string | null;
  endpointId: string | null;
  since: Instant;
  before: Instant | null;
}

/** Makes some of them pending at once and answers how many, and before when they had failed. */
export async function reopenFailed(
  session: QueueSession,
  { teamId, endpointId, since, before }: Failed,
): Promise<{ redelivered: number; failed_before: string }> {
  const row = one(
    await session.query<Row & { redelivered: number; failed_before: string }>({
      text: `with bound as materialized (
        select coalesce($4::timestamptz, date_trunc('milliseconds', clock_timestamp()) + interval '1 ms') as at
      ), chosen as (
        select d.team_id, d.id, d.batch_id
        from endpoints e
        join deliveries d on d.team_id = e.team_id and d.endpoint_id = e.id
        where ($1::uuid is null or e.team_id = $1) and ($2::uuid is null or e.id = $2) and e.deleted_at is null
          and d.status = 'failed' and d.failed_at >= $3::timestamptz and d.failed_at < (select at from bound)
        limit $5
        for update of d skip locked
      ), ${reopened("", `(select ${attemptsMaxOf("e")} from endpoints e where e.team_id = d.team_id and e.id = d.endpoint_id)`)}
      select (select count(*)::int from reopened) as redelivered, ${instant("b.at")} as failed_before from bound b`,
      values: [teamId, endpointId, since, before, redeliveriesMax],
    }),
  );
  return row;
}

/** An endpoint's secrets as they are stored, in base64. */
export interface Sealed extends Row {
  team_id: string;
  id: string;
  secret: string;
  previous_secret: string | null;
  /** The former ones that still sign, newest first. */
  former_secrets: { secret: string; until: string }[];
}

/** The next endpoints in the order of their ids. */
export function findSealed(session: QueueSession, after: string | undefined): Promise<Sealed[]> {
  return session.query<Sealed>({
    text: `select e.team_id, e.id, encode(e.secret, 'base64') as secret,
        encode(case when e.previous_secret_until > now() then e.previous_secret end, 'base64') as previous_secret,
        coalesce((select jsonb_agg(f.value order by f.n)
          from jsonb_array_elements(coalesce(e.former_secrets, '[]')) with ordinality f (value, n)
          where (f.value ->> 'until')::timestamptz > now()), '[]') as former_secrets
      from endpoints e
      where ($1::uuid is null or e.id > $1) and e.deleted_at is null
      order by e.id limit $2`,
    values: [after ?? null, secretsMax],
  });
}

/** Stores secrets that were sealed again, unless the owner has rotated them meanwhile; expired ones are dropped. */
export async function storeSealed(session: QueueSession, former: Sealed, secrets: Sealed): Promise<boolean> {
  const stored = await session.query({
    text: `update endpoints e
      set secret = decode($4, 'base64'), previous_secret = decode($5, 'base64'), former_secrets = $6::jsonb
      where e.team_id = $1 and e.id = $2 and e.secret = decode($3, 'base64')
      returning e.id`,
    values: [
      ...[former.team_id, former.id, former.secret, secrets.secret, secrets.previous_secret],
      JSON.stringify(secrets.former_secrets),
    ],
  });
  return stored.length > 0;
}
