import type { SystemDatabase } from "@jst/db";
import { JobQueue, type ClaimedJob, type JobOutcome, type QueueTable } from "@jst/jobs";
import type { AttemptFault } from "./attempt-fault.ts";
import { BATCH_TYPE, closeBatches } from "./batches.ts";
import { dueSignal, lineSignal } from "./due-signal.ts";
import type { Retries } from "./schedule.ts";
import { PACE_SECONDS } from "./schedule.ts";

/** A delivery whose next attempt this worker makes, with what it needs to make it. */
export interface Claimed extends ClaimedJob {
  endpoint_id: string;
  event_id: string;
  type: string;
  payload: string;
  traceparent: string | null;
  url: string;
  /** Sealed, in base64. */
  secret: string;
  /** The former secrets that still sign, newest first; sealed, in base64. */
  former_secrets: string[];
  retries: Retries;
  /** Attempts by the schedule at the last failure of the delivery, or at its creation if it has not failed. */
  attempts_max: number;
  /** True for an endpoint whose POSTs are counted (events.pace). */
  is_paced: boolean;
  is_deleted: boolean;
}

/** Result of an attempt. */
export interface Outcome extends JobOutcome {
  /** With `pending`, `retryAfterMs` is the wait before the next attempt. */
  status: "success" | "pending" | "failed";
  /** HTTP status; null when there was no answer. */
  statusCode: number | null;
  /** Cause of a missing answer; null if there was an answer. */
  fault: AttemptFault | null;
  /** False when no POST was made, which then does not count as an attempt. */
  isAttempt: boolean;
  /** Attempts by the present schedule of the endpoint; only with `pending`. */
  attemptsMax?: number;
}

/** SQL that joins endpoints whose deliveries may be posted, or end because they are removed. */
const OPEN = `join endpoints e on e.team_id = l.team_id and e.id = l.endpoint_id and (e.enabled or e.deleted_at is not null)`;

/** SQL of the secrets and settings of the endpoint `e` at the time of the claim `c`. */
const OF_ENDPOINT = `e.url, encode(e.secret, 'base64') as secret,
    array_remove(array[case when e.previous_secret_until > c.at then encode(e.previous_secret, 'base64') end], null)
      || array(select f.value ->> 'secret' from jsonb_array_elements(coalesce(e.former_secrets, '[]')) with ordinality f (value, n)
        where (f.value ->> 'until')::timestamptz > c.at order by f.n) as former_secrets,
    e.retries, d.attempts_max, e.max_per_minute is not null as is_paced, e.deleted_at is not null as is_deleted`;

const outcome: NonNullable<QueueTable<Outcome>["outcome"]> = [
  { name: "status", type: "text", valueOf: ({ status }) => status },
  { name: "code", type: "int", valueOf: ({ statusCode }) => statusCode },
  { name: "fault", type: "text", valueOf: ({ fault }) => fault },
  { name: "attempts_max", type: "int", valueOf: ({ attemptsMax }) => attemptsMax ?? null },
  { name: "is_attempt", type: "boolean", valueOf: ({ isAttempt }) => isAttempt },
];

/** SQL that stores the outcomes `o` in the rows of the feed that `where` selects. */
const record = (where: string): string => `update deliveries d
  set status = o.status, attempts = o.attempts - (not o.is_attempt)::int, next_attempt_at = o.next_attempt_at,
    last_status_code = case when o.is_attempt then o.code else d.last_status_code end,
    last_error = case when o.is_attempt then o.fault else d.last_error end,
    attempts_max = coalesce(o.attempts_max, d.attempts_max),
    first_failed_at = case when o.status = 'pending' and o.is_attempt then coalesce(d.first_failed_at, o.at)
      else d.first_failed_at end,
    succeeded_at = case when o.status = 'success' then o.at else d.succeeded_at end,
    failed_at = case when o.status = 'success' or not o.is_attempt then d.failed_at else o.at end
  ${where}
  returning o.lease`;

/** SQL of the queue. An ended delivery leaves it, and `record` updates the row of the feed once (a HOT update). */
const deliveries: QueueTable<Outcome> = {
  name: "queue",
  id: "delivery_id",
  lane: "endpoint_id",
  claimLock: 4_776_101,
  busy: ["line_under_way"],
  open: OPEN,
  read: `select c.team_id, c.delivery_id as id, c.endpoint_id, d.event_id, d.type, d.payload::text as payload, d.traceparent,
    c.attempts as attempt, c.lease, ${OF_ENDPOINT}
  from claimed c
  join deliveries d on d.team_id = c.team_id and d.id = c.delivery_id
  join endpoints e on e.team_id = c.team_id and e.id = c.endpoint_id`,
  outcome,
  record: record("from settled o where d.team_id = o.team_id and d.id = o.id"),
};

/** SQL of the deliveries of endpoints with an order, batches or a pace, and of their batches. */
const lines: QueueTable<Outcome> = {
  name: "queue",
  title: "lines",
  id: "delivery_id",
  lane: "endpoint_id",
  claimLock: 4_776_102,
  states: { ready: "line_ready", waiting: "line_waiting", underWay: "line_under_way" },
  busy: ["under_way"],
  asleep: "q.state in ('line_waiting', 'line_under_way')",
  open: OPEN,
  prepare: closeBatches,
  lines: {
    room: "case e.ordering when 'strict' then 1 else $2::int end",
    pace: `case when e.max_per_minute is null then $2::int else e.max_per_minute - (
        select coalesce(sum(p.posts), 0)::int from begun_posts p
        where p.team_id = l.team_id and p.endpoint_id = l.endpoint_id
          and p.at > (select at from clock) - interval '${PACE_SECONDS} seconds'
      ) end`,
    isOrdered: "e.ordering = 'strict'",
    standing: ["gathering", "line_ready", "line_waiting", "line_under_way", "blocked"],
    place: ["place", "delivery_id"],
  },
  began: `noted as (
    insert into begun_posts (team_id, endpoint_id, at, posts)
    select c.team_id, c.endpoint_id, c.at, count(*)::int
    from claimed c join endpoints e on e.team_id = c.team_id and e.id = c.endpoint_id
    where e.max_per_minute is not null
    group by c.team_id, c.endpoint_id, c.at
    on conflict (team_id, endpoint_id, at) do update set posts = begun_posts.posts + excluded.posts
  ), forgotten as (
    delete from begun_posts p using (select distinct c.team_id, c.endpoint_id, c.at from claimed c) c
    where p.team_id = c.team_id and p.endpoint_id = c.endpoint_id and p.at < c.at - interval '5 minutes'
  )`,
  read: `select c.team_id, c.delivery_id as id, c.endpoint_id, coalesce(b.id, d.event_id) as event_id,
    case when b.id is null then d.type else '${BATCH_TYPE}' end as type, coalesce(b.payload, d.payload)::text as payload,
    d.traceparent, c.attempts as attempt, c.lease, ${OF_ENDPOINT}
  from claimed c
  left join batches b on b.team_id = c.team_id and b.id = c.delivery_id
  join deliveries d on d.team_id = c.team_id and d.id = coalesce(b.delivery_ids[1], c.delivery_id)
  join endpoints e on e.team_id = c.team_id and e.id = c.endpoint_id`,
  outcome,
  stops: {
    state: "blocked",
    when: `o.status = 'failed' and exists (
      select from endpoints e
      where e.team_id = q.team_id and e.id = q.endpoint_id and e.ordering = 'strict' and e.deleted_at is null)`,
  },
  record: record(`from settled o left join batches b on b.team_id = o.team_id and b.id = o.id
  where d.team_id = o.team_id and d.id = any (coalesce(b.delivery_ids, array[o.id]))`),
};

/** The workers' side of table queue. */
export class Queue extends JobQueue<Claimed, Outcome> {
  constructor(database: SystemDatabase) {
    super(database, deliveries, dueSignal);
  }
}

/** The workers' side of the lines in table queue. */
export class LineQueue extends JobQueue<Claimed, Outcome> {
  constructor(database: SystemDatabase) {
    super(database, lines, lineSignal);
  }
}
