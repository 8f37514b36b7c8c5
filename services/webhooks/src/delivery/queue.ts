import type { Row, SystemDatabase } from "@jst/db";
import { Outcomes } from "./outcomes.ts";

/** A delivery whose next attempt this worker makes, with what it needs to make it. */
export interface Claimed extends Row {
  team_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  type: string;
  payload: string;
  traceparent: string | null;
  /** Number of this attempt, from 1. */
  attempt: number;
  lease: string;
  url: string;
  /** Sealed, in base64. */
  secret: string;
  /** The former secret while it still signs. */
  previous_secret: string | null;
  is_deleted: boolean;
}

/** How an attempt ended. */
export interface Outcome {
  status: "success" | "pending" | "failed";
  /** HTTP status; null when there was no answer. */
  statusCode: number | null;
  /** False when no POST was made, which then does not count as an attempt. */
  isAttempt: boolean;
  /** Until the next attempt; only when pending. */
  retryAfterMs?: number;
}

/** Who may have how much. */
export interface ClaimLimits {
  /** Deliveries to claim at most. */
  count: number;
  /** Attempts under way per endpoint, over all workers (delivery D3). */
  perEndpoint: number;
  /** After this long an attempt whose worker said nothing is given up and made again. */
  leaseMs: number;
  /** Shifts the clock; only tests give it. */
  clockShiftMs: number;
}

/** The workers' side of table deliveries. */
export class Queue {
  readonly #database: SystemDatabase;
  readonly #outcomes: Outcomes;

  constructor(database: SystemDatabase) {
    this.#database = database;
    this.#outcomes = new Outcomes(database);
  }

  /** Claims what is due, oldest first, no endpoint more than its share. Two workers never claim the same. */
  claim({ count, perEndpoint, leaseMs, clockShiftMs }: ClaimLimits): Promise<Claimed[]> {
    return this.#database.transaction((tx) => {
      // One claim at a time: a statement that began before another's commit would count its attempts as idle.
      tx.precede({ name: "claim_turn", text: "select pg_advisory_xact_lock(4776101)", values: [] });
      return tx.last<Claimed>({
        name: "claim",
        text: claimDue,
        values: [clockShiftMs / 1_000, perEndpoint, count, leaseMs / 1_000],
      });
    });
  }

  /** Records an outcome, unless the attempt was given up meanwhile; then it answers false. */
  record(claimed: Claimed, outcome: Outcome, clockShiftMs: number): Promise<boolean> {
    return this.#outcomes.record(claimed, outcome, clockShiftMs);
  }
}

// Walks from one endpoint with pending deliveries to the next along the index, so that the backlog of one does not
// hide the others. The clock is read once: compared with a value that does not change, both indexes are read from one
// time to the other, past neither what waits for later nor what has ended. Rows are updated where they were locked.
const claimDue = `with recursive clock as materialized (
    select clock_timestamp() + make_interval(secs => $1::float8) as at
  ), waiting (endpoint_id) as (
    (select d.endpoint_id from deliveries d where d.status = 'pending' order by d.endpoint_id limit 1)
    union all
    select (
      select d.endpoint_id from deliveries d
      where d.status = 'pending' and d.endpoint_id > w.endpoint_id
      order by d.endpoint_id limit 1
    )
    from waiting w where w.endpoint_id is not null
  ), due as (
    select d.place
    from waiting w
    cross join lateral (
      select q.ctid as place, q.next_attempt_at
      from deliveries q
      where q.status = 'pending' and q.endpoint_id = w.endpoint_id and q.next_attempt_at <= (select at from clock)
        and exists (
          select from endpoints e
          where e.team_id = q.team_id and e.id = q.endpoint_id and (e.enabled or e.deleted_at is not null)
        )
      order by q.next_attempt_at
      limit greatest(0, $2::int - (
        select count(*) from (
          select from deliveries b
          where b.lease is not null and b.endpoint_id = w.endpoint_id and b.next_attempt_at > (select at from clock)
          limit $2::int
        ) b
      ))
    ) d
    where w.endpoint_id is not null
    order by d.next_attempt_at
    limit $3
  ), locked as (
    select d.ctid as place from due join deliveries d on d.ctid = due.place for update of d skip locked
  )
  update deliveries d
  set attempts = d.attempts + 1, lease = uuidv7(), next_attempt_at = c.at + make_interval(secs => $4::float8)
  from locked l
  cross join clock c
  join endpoints e on true
  where d.ctid = l.place and e.team_id = d.team_id and e.id = d.endpoint_id
  returning d.team_id, d.id, d.endpoint_id, d.event_id, d.type, d.payload::text as payload, d.traceparent,
    d.attempts as attempt, d.lease, e.url, encode(e.secret, 'base64') as secret,
    case when e.previous_secret_until > c.at then encode(e.previous_secret, 'base64') end as previous_secret,
    e.deleted_at is not null as is_deleted`;
