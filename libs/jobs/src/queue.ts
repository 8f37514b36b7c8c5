import type { Signal, SystemDatabase, SystemTx } from "@jst/db";
import { claimDue, lockClaims, prepareClaim, renewLeases, wakeAsleep, wokenMax } from "./claim-statements.ts";
import { Outcomes, type JobOutcome } from "./outcomes.ts";
import { titleOf, type ClaimedJob, type QueueTable } from "./queue-table.ts";

/** Limits of claims. */
export interface ClaimLimits {
  /** Jobs to claim at most. */
  count: number;
  /** Attempts under way per line, over all workers. */
  perLane: number;
  /** Attempts under way per team, over all workers: one team's slow jobs leave room for the others. */
  perTeam: number;
  /** After this long an attempt whose worker said nothing is given up and made again. */
  leaseMs: number;
  /** Shifts the clock; only tests give it. */
  clockShiftMs: number;
}

/** Between two looks for what has waited long enough: retries, and attempts whose worker died. */
const wakeMs = 100;
/** A row falls asleep until later than now; it is committed well within this time. */
const wakeSlackMs = 30_000;
/** A look begins with the oldest that is asleep as often as this, whatever was seen before. */
const wholeLookMs = 60_000;

/** The workers' side of a table of jobs. The time is the database's. */
export class JobQueue<Job extends ClaimedJob, Outcome extends JobOutcome = JobOutcome> {
  readonly #database: SystemDatabase;
  readonly #table: QueueTable<Outcome>;
  readonly #claimDue: string;
  readonly #outcomes: Outcomes<Outcome>;
  /** Rings when something of this process may have made a job due: one was stored, reopened or let go. */
  readonly signal: Signal;
  #alarm: NodeJS.Timeout | undefined;
  #wokenMs = -Infinity;
  #wholeMs = -Infinity;

  /** `database` sees the rows of all teams; name `signal` in every statement that stores a job. */
  constructor(database: SystemDatabase, table: QueueTable<Outcome>, signal: Signal) {
    this.#database = database;
    this.#table = table;
    this.#claimDue = claimDue(table);
    this.#outcomes = new Outcomes(database, table);
    this.signal = signal;
  }

  /**
   * Claims what is due, oldest first, no line and no team more than its share. Two workers never claim the same. The
   * attempt is counted here, in the transaction before its work, so what is claimed must be worked on at once.
   */
  async claim({ count, perLane, perTeam, leaseMs, clockShiftMs }: ClaimLimits): Promise<Job[]> {
    const nowMs = Date.now() + clockShiftMs;
    const isWaking = Math.abs(nowMs - this.#wokenMs) >= wakeMs;
    const isWhole = Math.abs(nowMs - this.#wholeMs) >= wholeLookMs;
    let woken = 0;
    const claimed = await this.#database.transaction((tx) => {
      tx.precede(lockClaims(this.#table));
      if (isWaking) {
        const sinceS = isWhole ? Infinity : (nowMs - this.#wokenMs + wakeSlackMs) / 1_000;
        tx.precede(wakeAsleep(this.#table, clockShiftMs / 1_000, sinceS), ([row]) => {
          woken = Number(row?.["woken"] ?? 0);
        });
      }
      this.#prepare(tx, clockShiftMs);
      return tx.last<Job>({
        name: `${titleOf(this.#table)}_claim`,
        text: this.#claimDue,
        values: [clockShiftMs / 1_000, perLane, perTeam, count, leaseMs / 1_000],
      });
    });
    if (isWaking) this.#looked(nowMs, isWhole, woken);
    return claimed;
  }

  /** Extends the leases by `leaseMs` from now. Answers those that are still held: the others' attempts are given up. */
  async renew(jobs: readonly ClaimedJob[], leaseMs: number, clockShiftMs = 0): Promise<ReadonlySet<string>> {
    const statement = renewLeases(this.#table, jobs, leaseMs / 1_000, clockShiftMs / 1_000);
    const rows = await this.#database.query<{ lease: string }>(statement);
    return new Set(rows.map(({ lease }) => lease));
  }

  /** Records an outcome, unless the attempt was given up meanwhile; then it answers false. */
  record(job: ClaimedJob, outcome: Outcome, clockShiftMs = 0): Promise<boolean> {
    return this.#outcomes.record(job, outcome, clockShiftMs);
  }

  /** Runs what the queue prepares, and rings when that may find more. */
  #prepare(tx: SystemTx, clockShiftMs: number): void {
    const { prepare } = this.#table;
    if (prepare === undefined) return;
    tx.precede(prepareClaim(this.#table, prepare, clockShiftMs / 1_000), ([row]) => {
      if (row?.["again"] === true) this.signal.ring();
      clearTimeout(this.#alarm);
      const waitS = row?.["wait_s"];
      if (typeof waitS !== "number") return;
      this.#alarm = setTimeout(() => this.signal.ring(), Math.max(0, waitS * 1_000)).unref();
    });
  }

  /** A look that took as many as it may has perhaps not seen all: the next one is the same again, and at once. */
  #looked(nowMs: number, isWhole: boolean, woken: number): void {
    if (woken >= wokenMax) {
      this.signal.ring();
      return;
    }
    this.#wokenMs = nowMs;
    if (isWhole) this.#wholeMs = nowMs;
  }
}
