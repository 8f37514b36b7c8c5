import type { SystemDatabase } from "@jst/db";
import { Batcher } from "./batcher.ts";
import { statesOf, titleOf, type ClaimedJob, type QueueTable } from "./queue-table.ts";

/** How a job ended, or this attempt at it. */
export interface JobOutcome {
  /** Until the next attempt; none for what has ended and leaves the queue. */
  retryAfterMs?: number;
}

interface FinishedJob<Outcome> {
  job: ClaimedJob;
  outcome: Outcome;
  shiftS: number;
}

/** Attempts that were claimed together end at about the same time; until they are recorded their places are taken. */
const lingerMs = 3;

/** Records how attempts ended, in one statement where several end at once. */
export class Outcomes<Outcome extends JobOutcome> {
  readonly #database: SystemDatabase;
  readonly #table: QueueTable<Outcome>;
  readonly #text: string;
  readonly #batcher = new Batcher<FinishedJob<Outcome>, boolean>((ended) => this.#store(ended), {
    weightMax: 1_000,
    weightOf: () => 1,
    lingerMs,
  });

  constructor(database: SystemDatabase, table: QueueTable<Outcome>) {
    this.#database = database;
    this.#table = table;
    this.#text = recordOutcomes(table);
  }

  /** Records one outcome, unless its attempt was given up meanwhile; then it answers false. */
  record(job: ClaimedJob, outcome: Outcome, clockShiftMs: number): Promise<boolean> {
    return this.#batcher.add({ job, outcome, shiftS: clockShiftMs / 1_000 });
  }

  async #store(batch: readonly FinishedJob<Outcome>[]): Promise<boolean[]> {
    const column = (pick: (ended: FinishedJob<Outcome>) => unknown) => batch.map(pick);
    const { outcome: own = [] } = this.#table;
    const rows = await this.#database.query<{ lease: string }>({
      name: `${titleOf(this.#table)}_record_outcomes`,
      text: this.#text,
      values: [
        column(({ job }) => job.team_id),
        column(({ job }) => job.id),
        column(({ job }) => job.lease),
        column(({ outcome: { retryAfterMs } }) => (retryAfterMs === undefined ? null : retryAfterMs / 1_000)),
        column(({ shiftS }) => shiftS),
        ...own.map(({ valueOf }) => column(({ outcome }) => valueOf(outcome))),
      ],
    });
    const recorded = new Set(rows.map(({ lease }) => lease));
    return batch.map(({ job }) => recorded.has(job.lease));
  }
}

// Rows are found one by one, by their key: a join would be planned by statistics, which are those of an empty queue.
function recordOutcomes<Outcome>(table: QueueTable<Outcome>): string {
  const { name, id, outcome = [], record, stops } = table;
  const arrays = outcome.map(({ type }, index) => `, $${index + 6}::${type}[]`).join("");
  const columns = outcome.map((column) => `, ${column.name}`).join("");
  return `with outcome as materialized (
    select *, clock_timestamp() + make_interval(secs => shift_s) as at
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::float8[], $5::float8[]${arrays})
      as each_one (team_id, id, lease, retry_after_s, shift_s${columns})
  ), held as materialized (
    select o.*, h.place, h.held, h.attempts
    from outcome o cross join lateral (
      select q.ctid as place, q.lease as held, q.attempts from ${name} q
      where q.team_id = o.team_id and q.${id} = o.id and q.lease = o.lease
      limit 1
    ) h
  ), ended as (
    delete from ${name} q using held o
    where q.ctid = o.place and q.lease = o.held and o.retry_after_s is null${stops === undefined ? "" : ` and not (${stops.when})`}
    returning o.*, null::timestamptz as next_attempt_at
  ), ${stops === undefined ? "" : stopped(name, stops)}again as (
    update ${name} q
    set state = '${statesOf(table).waiting}', lease = null, due_at = o.at + make_interval(secs => o.retry_after_s)
    from held o
    where q.ctid = o.place and q.lease = o.held and o.retry_after_s is not null
    returning o.*, q.due_at
  ), settled as (
    table ended union all table again${stops === undefined ? "" : " union all table stopped"}
  )
  ${record ?? "select o.lease from settled o"}`;
}

/** The jobs that have ended and stop their line. */
function stopped(name: string, { state, when }: NonNullable<QueueTable<never>["stops"]>): string {
  return `stopped as (
    update ${name} q set state = '${state}', lease = null
    from held o
    where q.ctid = o.place and q.lease = o.held and o.retry_after_s is null and (${when})
    returning o.*, null::timestamptz as next_attempt_at
  ), `;
}
