import { CellError } from "./value.ts";

/** Steps of one formula in one row: a node is one, so are 1,000 characters or 100 items handled (delivery D21). */
export const STEPS_MAX = 10_000;
/** Time of one row (contract 3). */
export const ROW_MS_MAX = 50;
/** Nodes between two looks at the clock; no such stretch without a function takes a tenth of a millisecond. */
const STEPS_UNWATCHED = 128;

/** Thrown when a row has used up its steps or time. IFERROR does not stop it: the row would go on without end. */
export class BudgetExceeded extends CellError {}

const exceeded = new BudgetExceeded("#NUM!");

/** What the formulas of one row may still cost. */
export class Budget {
  readonly #deadlineMs: number;
  readonly #clock: () => number;
  #steps = STEPS_MAX;
  #unwatched = 0;

  /** `deadlineMs` is of the clock, and shared by the formulas of a row. */
  constructor(deadlineMs: number, clock: () => number) {
    this.#deadlineMs = deadlineMs;
    this.#clock = clock;
  }

  /** Runs a formula, which has steps of its own, inside another or by itself; throws when the time is over. */
  formula<T>(work: () => T): T {
    const steps = this.#steps;
    this.#steps = STEPS_MAX;
    try {
      this.check();
      return work();
    } finally {
      this.#steps = steps;
    }
  }

  /** Takes the steps, or throws. */
  spend(steps: number): void {
    this.#steps -= steps;
    this.#unwatched += steps;
    if (this.#steps < 0) throw exceeded;
    if (this.#unwatched > STEPS_UNWATCHED) this.check();
  }

  /** Throws when the time is over: before whatever may take long. */
  check(): void {
    this.#unwatched = 0;
    if (this.#clock() > this.#deadlineMs) throw exceeded;
  }
}
