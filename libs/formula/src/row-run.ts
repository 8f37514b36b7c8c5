import { Budget } from "./budget.ts";
import { valueOfCell, type Json } from "./cell.ts";
import { noiseless } from "./decimals.ts";
import type { FormulaContext } from "./signature.ts";
import { CellError, cellError, isList, type Value, type ValueType } from "./value.ts";

/** Characters that the formulas of a row yield together: as many as its cells may hold (limits.formula). */
export const ROW_CHARS_MAX = 524_288;

/** Where and when rows are looked at. */
export interface Viewpoint {
  /** IANA zone of the team. */
  timezone: string;
  /** The instant of TODAY and NOW, in milliseconds. */
  nowMs: number;
  /** No row is evaluated beyond this time of the clock; absent = each has its own limit only. */
  untilMs?: number;
  /** Monotonic clock of the time limits, in milliseconds. */
  clock?: () => number;
}

const now = () => performance.now();

/** True when the time of all rows is over: one that comes now is not to be run. */
export function isOver({ untilMs = Infinity, clock = now }: Viewpoint): boolean {
  return untilMs < Infinity && clock() > untilMs;
}

/** A formula, ready to be run. */
export type Run = (row: RowRun) => Value;

/** Layout of a set of formulas, by place. */
export interface Layout {
  /** Type of each plain column that is read. */
  types: readonly ValueType[];
  /** Places of these columns. */
  inputs: ReadonlyMap<string, number>;
  /** Places of the formulas. */
  formulas: ReadonlyMap<string, number>;
  /** Returns the runnable formula at a place; undefined for one that cannot be read. */
  runOf: (place: number) => Run | undefined;
}

/** One row under evaluation: its cells, and the outcomes of its formulas so far. */
export class RowRun implements FormulaContext {
  readonly timezone: string;
  readonly nowMs: number;
  readonly budget: Budget;
  readonly #layout: Layout;
  readonly #inputs: readonly Json[];
  readonly #values: (Value | undefined)[] = [];
  readonly #outcomes: (Value | CellError | undefined)[] = [];
  #chars = 0;

  /** `inputs` holds a cell for each type of the layout, then id, created_at and updated_at of the row. */
  constructor(layout: Layout, inputs: readonly Json[], view: Viewpoint) {
    const { clock = now, untilMs = Infinity } = view;
    this.timezone = view.timezone;
    this.nowMs = view.nowMs;
    this.budget = new Budget(untilMs, clock);
    this.#layout = layout;
    this.#inputs = inputs;
  }

  get record(): FormulaContext["record"] {
    const [id, created, updated] = this.#inputs.slice(this.#layout.types.length).map(String);
    return { id: id ?? "", createdMs: Date.parse(created ?? ""), updatedMs: Date.parse(updated ?? "") };
  }

  /** Value of the column for a formula; throws its error value, #REF! for a column that is gone. */
  column(name: string): Value {
    const input = this.#layout.inputs.get(name);
    if (input !== undefined) return this.#cell(input);
    const formula = this.#layout.formulas.get(name);
    if (formula === undefined) throw cellError("#REF!");
    return this.#formula(formula);
  }

  /**
   * Runs the formulas at the places, one after the other and none inside another, so that no chain of them needs a deep
   * stack. Each comes after those it needs. Returns the outcome of each.
   */
  run(order: readonly number[]): readonly (Value | CellError | undefined)[] {
    for (const place of order)
      this.#outcomes[place] = this.#bounded(this.#attempt(this.#layout.runOf(place)));
    return this.#outcomes;
  }

  /** Value of the plain column at the place; throws the error value of a cell that does not fit its type. */
  #cell(place: number): Value {
    const known = this.#values[place];
    if (known !== undefined) return known;
    const value = valueOfCell(this.#layout.types[place] ?? "any", this.#inputs[place]);
    this.#values[place] = value;
    return value;
  }

  /** Value of the formula at the place for another; throws its error value. */
  #formula(place: number): Value {
    const result = this.#outcomes[place];
    // One that comes later needs this one: stored ones cannot need each other, unless columns moved meanwhile.
    if (result === undefined) throw cellError("#REF!");
    if (!(result instanceof CellError)) return result;
    // IFERROR must not catch a lack of time.
    this.budget.check();
    throw result;
  }

  /** The result, or #NUM! when the row has become too large with it. */
  #bounded(result: Value | CellError): Value | CellError {
    const chars = charsOf(result);
    if (this.#chars + chars > ROW_CHARS_MAX) return cellError("#NUM!");
    this.#chars += chars;
    return result;
  }

  #attempt(run: Run | undefined): Value | CellError {
    if (run === undefined) return cellError("#REF!");
    try {
      this.budget.begin();
      const value = run(this);
      return typeof value === "number" ? noiseless(value) : value;
    } catch (error) {
      if (error instanceof CellError) return cellError(error.code);
      // The engine's own limit, such as a call with more arguments than its stack, is an error of one cell.
      if (error instanceof RangeError) return cellError("#NUM!");
      throw error;
    }
  }
}

function charsOf(result: Value | CellError): number {
  if (typeof result === "string") return result.length;
  if (result instanceof CellError || !isList(result)) return 0;
  return result.reduce<number>((chars, item) => chars + 1 + charsOf(item), 0);
}
