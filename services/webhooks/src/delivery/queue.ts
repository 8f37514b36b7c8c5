import type { SystemDatabase } from "@jst/db";
import { JobQueue, type ClaimedJob, type JobOutcome, type QueueTable } from "@jst/jobs";
import type { AttemptFault } from "./attempt-fault.ts";
import { dueSignal } from "./due-signal.ts";
import type { Retries } from "./schedule.ts";

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

/** SQL of the queue. An ended delivery leaves it, and `record` updates the row of the feed once (a HOT update). */
const deliveries: QueueTable<Outcome> = {
  name: "queue",
  id: "delivery_id",
  lane: "endpoint_id",
  claimLock: 4_776_101,
  open: `join endpoints e on e.team_id = l.team_id and e.id = l.endpoint_id and (e.enabled or e.deleted_at is not null)`,
  read: `select c.team_id, c.delivery_id as id, c.endpoint_id, d.event_id, d.type, d.payload::text as payload, d.traceparent,
    c.attempts as attempt, c.lease, e.url, encode(e.secret, 'base64') as secret,
    array_remove(array[case when e.previous_secret_until > c.at then encode(e.previous_secret, 'base64') end], null)
      || array(select f.value ->> 'secret' from jsonb_array_elements(coalesce(e.former_secrets, '[]')) with ordinality f (value, n)
        where (f.value ->> 'until')::timestamptz > c.at order by f.n) as former_secrets,
    e.retries, d.attempts_max,
    e.deleted_at is not null as is_deleted
  from claimed c
  join deliveries d on d.team_id = c.team_id and d.id = c.delivery_id
  join endpoints e on e.team_id = c.team_id and e.id = c.endpoint_id`,
  outcome: [
    { name: "status", type: "text", valueOf: ({ status }) => status },
    { name: "code", type: "int", valueOf: ({ statusCode }) => statusCode },
    { name: "fault", type: "text", valueOf: ({ fault }) => fault },
    { name: "attempts_max", type: "int", valueOf: ({ attemptsMax }) => attemptsMax ?? null },
    { name: "is_attempt", type: "boolean", valueOf: ({ isAttempt }) => isAttempt },
  ],
  record: `update deliveries d
  set status = o.status, attempts = o.attempts - (not o.is_attempt)::int, next_attempt_at = o.next_attempt_at,
    last_status_code = case when o.is_attempt then o.code else d.last_status_code end,
    last_error = case when o.is_attempt then o.fault else d.last_error end,
    attempts_max = coalesce(o.attempts_max, d.attempts_max),
    first_failed_at = case when o.status = 'pending' and o.is_attempt then coalesce(d.first_failed_at, o.at)
      else d.first_failed_at end,
    succeeded_at = case when o.status = 'success' then o.at else d.succeeded_at end,
    failed_at = case when o.status = 'success' or not o.is_attempt then d.failed_at else o.at end
  from settled o
  where d.team_id = o.team_id and d.id = o.id
  returning o.lease`,
};

/** The workers' side of table queue. */
export class Queue extends JobQueue<Claimed, Outcome> {
  constructor(database: SystemDatabase) {
    super(database, deliveries, dueSignal);
  }
}
