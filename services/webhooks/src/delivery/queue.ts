import type { Row, SystemDatabase } from "@jst/db";
import { claimDue, claimTurn, wakeAsleep, wokenMax } from "./claim-statements.ts";
import { dueSignal } from "./due-signal.ts";
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
  /** Attempts under way per endpoint, over all workers (events.never-disabled). */
  perEndpoint: number;
  /** Attempts under way per team, over all workers: one team's slow endpoints leave room for the others. */
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

/** The workers' side of table queue. */
export class Queue {
  readonly #database: SystemDatabase;
  readonly #outcomes: Outcomes;
  #wokenMs = -Infinity;
  #wholeMs = -Infinity;

  constructor(database: SystemDatabase) {
    this.#database = database;
    this.#outcomes = new Outcomes(database);
  }

  /**
   * Claims what is due, oldest first, no endpoint and no team more than its share. Two workers never claim the same.
   * The attempt is counted here, in the transaction before its POST, so what is claimed must be posted at once.
   */
  async claim({ count, perEndpoint, perTeam, leaseMs, clockShiftMs }: ClaimLimits): Promise<Claimed[]> {
    const nowMs = Date.now() + clockShiftMs;
    const isWaking = Math.abs(nowMs - this.#wokenMs) >= wakeMs;
    const isWhole = Math.abs(nowMs - this.#wholeMs) >= wholeLookMs;
    let woken = 0;
    const claimed = await this.#database.transaction((tx) => {
      tx.precede(claimTurn);
      if (isWaking) {
        const sinceS = isWhole ? Infinity : (nowMs - this.#wokenMs + wakeSlackMs) / 1_000;
        tx.precede(wakeAsleep(clockShiftMs / 1_000, sinceS), ([row]) => {
          woken = Number(row?.["woken"] ?? 0);
        });
      }
      return tx.last<Claimed>({
        name: "claim",
        text: claimDue,
        values: [clockShiftMs / 1_000, perEndpoint, perTeam, count, leaseMs / 1_000],
      });
    });
    if (isWaking) this.#looked(nowMs, isWhole, woken);
    return claimed;
  }

  /** A look that took as many as it may has perhaps not seen all: the next one is the same again, and at once. */
  #looked(nowMs: number, isWhole: boolean, woken: number): void {
    if (woken >= wokenMax) {
      dueSignal.ring();
      return;
    }
    this.#wokenMs = nowMs;
    if (isWhole) this.#wholeMs = nowMs;
  }

  /** Records an outcome, unless the attempt was given up meanwhile; then it answers false. */
  record(claimed: Claimed, outcome: Outcome, clockShiftMs: number): Promise<boolean> {
    return this.#outcomes.record(claimed, outcome, clockShiftMs);
  }
}
