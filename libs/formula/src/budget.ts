import { CellError } from "./value.ts";

/** Steps of one formula in one row: a node is one, so are 1,000 characters or 100 items handled (delivery D21). */
export const STEPS_MAX = 10_000;
/** Time of one row (contract 3). */
export const ROW_MS_MAX = 50;

/** Thrown when a row has used up its steps or time. IFERROR does not stop it: the row would go on without end. */
export class BudgetExceeded extends CellError {
  constructor() {
    super("#NUM!");
  }
}

/** What one formula may still cost in one row. */
export class Budget {
  readonly #deadlineMs: number;
  readonly #clock: () => number;
  #steps = STEPS_MAX;

  /** `deadlineMs` is of the clock, and shared by the formulas of a row. */
  constructor(deadlineMs: number, clock: () => number) {
    this.#deadlineMs = deadlineMs;
    this.#clock = clock;
  }

  /** Takes the steps, or throws. */
  spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0 || this.#clock() > this.#deadlineMs) throw new BudgetExceeded();
  }
}
