import type { SystemDatabase } from "@jst/db";
import { Batcher } from "../batcher.ts";
import type { Claimed, Outcome } from "./queue.ts";

interface Ended {
  claimed: Claimed;
  outcome: Outcome;
  shiftS: number;
}

/** Attempts that were claimed together end at about the same time; until they are recorded their places are taken. */
const lingerMs = 3;

/** Records how attempts ended, together where several end at once. */
export class Outcomes {
  readonly #database: SystemDatabase;
  readonly #batcher = new Batcher<Ended, boolean>((ended) => this.#store(ended), {
    weightMax: 1_000,
    weightOf: () => 1,
    lingerMs,
  });

  constructor(database: SystemDatabase) {
    this.#database = database;
  }

  /** Records one outcome, unless its attempt was given up meanwhile; then it answers false. */
  record(claimed: Claimed, outcome: Outcome, clockShiftMs: number): Promise<boolean> {
    return this.#batcher.add({ claimed, outcome, shiftS: clockShiftMs / 1_000 });
  }

  async #store(batch: readonly Ended[]): Promise<boolean[]> {
    const column = (pick: (ended: Ended) => unknown) => batch.map(pick);
    const rows = await this.#database.query<{ lease: string }>({
      name: "record_outcomes",
      text: recordOutcomes,
      values: [
        column(({ claimed }) => claimed.team_id),
        column(({ claimed }) => claimed.id),
        column(({ claimed }) => claimed.lease),
        column(({ outcome }) => outcome.status),
        column(({ outcome }) => outcome.statusCode),
        column(({ outcome }) => outcome.isAttempt),
        column(({ outcome }) => (outcome.retryAfterMs ?? 0) / 1_000),
        column(({ shiftS }) => shiftS),
      ],
    });
    const recorded = new Set(rows.map(({ lease }) => lease));
    return batch.map(({ claimed }) => recorded.has(claimed.lease));
  }
}

// What has ended leaves the queue; the delivery's row is updated once, in its page. Rows are found one by one, by their
// key: a join would be planned by statistics, which are those of an empty queue.
const recordOutcomes = `with outcome as materialized (
    select *, clock_timestamp() + make_interval(secs => shift_s) as at
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::boolean[], $7::float8[], $8::float8[])
      as each_one (team_id, id, lease, status, code, is_attempt, retry_after_s, shift_s)
  ), held as materialized (
    select o.*, h.place, h.held, h.attempts
    from outcome o cross join lateral (
      select q.ctid as place, q.lease as held, q.attempts from queue q
      where q.team_id = o.team_id and q.delivery_id = o.id and q.lease = o.lease
      limit 1
    ) h
  ), ended as (
    delete from queue q using held o
    where q.ctid = o.place and q.lease = o.held and o.status <> 'pending'
    returning o.*, null::timestamptz as next_attempt_at
  ), again as (
    update queue q
    set state = 'waiting', lease = null, due_at = o.at + make_interval(secs => o.retry_after_s)
    from held o
    where q.ctid = o.place and q.lease = o.held and o.status = 'pending'
    returning o.*, q.due_at
  )
  update deliveries d
  set status = o.status, attempts = o.attempts - (not o.is_attempt)::int, next_attempt_at = o.next_attempt_at,
    last_status_code = case when o.is_attempt then o.code else d.last_status_code end,
    succeeded_at = case when o.status = 'success' then o.at else d.succeeded_at end,
    failed_at = case when o.status = 'success' or not o.is_attempt then d.failed_at else o.at end
  from (table ended union all table again) o
  where d.team_id = o.team_id and d.id = o.id
  returning o.lease`;
