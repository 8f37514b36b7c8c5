import { CellError } from "./value.ts";

/** Steps of one formula in one row: a node is one, so are 1,000 characters or 100 items handled (limits.formula). */
export const STEPS_MAX = 10_000;
/** Time of one row (limits.formula). */
export const ROW_MS_MAX = 50;
/** Steps between two looks at the clock. A step takes a fraction of a microsecond, the dearest ones ten or twenty. */
const STEPS_UNWATCHED = 128;

/** Thrown when a row has used up its steps or time. IFERROR does not stop it: the row would go on without end. */
export class BudgetExceeded extends CellError {}

const exceeded = new BudgetExceeded("#NUM!");

/** Budget left for the formulas of one row. */
export class Budget {
  readonly #untilMs: number;
  readonly #clock: () => number;
  #deadlineMs: number | undefined;
  #isLate = false;
  #steps = STEPS_MAX;
  #unwatched = 0;

  /** Nothing goes on beyond `untilMs` of the clock, whenever the row began. */
  constructor(untilMs: number, clock: () => number) {
    this.#untilMs = untilMs;
    this.#clock = clock;
  }

  /** Begins a formula, which has steps of its own, or throws. */
  begin(): void {
    // Most rows never need a look at the clock.
    if (this.#deadlineMs !== undefined) this.check();
    this.#steps = STEPS_MAX;
    this.spend(1);
  }

  /** Takes the steps, or throws. */
  spend(steps: number): void {
    this.#steps -= steps;
    this.#unwatched += steps;
    if (this.#steps < 0) throw exceeded;
    if (this.#unwatched > STEPS_UNWATCHED) this.check();
  }

  /** Throws when the time of the row is over, as it then stays. It begins with the first look. */
  check(): void {
    this.#unwatched = 0;
    if (!this.#isLate) {
      const now = this.#clock();
      this.#deadlineMs ??= Math.min(now + ROW_MS_MAX, this.#untilMs);
      this.#isLate = now > this.#deadlineMs;
    }
    if (this.#isLate) throw exceeded;
  }
}
