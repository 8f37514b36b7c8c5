import { Budget, ROW_MS_MAX } from "./budget.ts";
import { jsonOfValue, valueOfCell, type Json } from "./cell.ts";
import { checkFormula } from "./check.ts";
import { evaluate } from "./evaluate.ts";
import { FormulaInvalid } from "./formula-invalid.ts";
import { parseFormula, type Parsed } from "./parse.ts";
import type { FormulaContext } from "./signature.ts";
import { CellError, type CellErrorCode, type Value, type ValueType } from "./value.ts";

/** Formula columns that need each other: the names from one back to itself. */
export class FormulaCycle extends Error {
  readonly path: readonly string[];

  constructor(path: readonly string[]) {
    super(`The formula needs its own result: ${path.join(" -> ")}.`);
    this.name = "FormulaCycle";
    this.path = path;
  }
}

/** A formula of one column that cannot be stored. */
export interface Refusal {
  column: string;
  fault: FormulaInvalid | FormulaCycle;
}

/** What every formula column yields, or the first that cannot be stored. */
export type Checked = { types: ReadonlyMap<string, ValueType> } | { refusal: Refusal };

/** Checks formulas (by column) against each other and the plain columns, in the order given. */
export function checkFormulas(
  formulas: ReadonlyMap<string, string>,
  plain: ReadonlyMap<string, ValueType>,
): Checked {
  const types = new Map<string, ValueType>();
  const parsed = new Map<string, Parsed>();
  let column = "";
  const typeOf = (name: string, path: readonly string[]): void => {
    const formula = parsed.get(name);
    if (formula === undefined || types.has(name)) return;
    if (path.includes(name)) throw new FormulaCycle([...path.slice(path.indexOf(name)), name]);
    for (const needed of formula.columns) typeOf(needed, [...path, name]);
    column = name;
    types.set(name, checkFormula(formula.root, new Map([...plain, ...types])));
  };
  try {
    for (const [name, source] of formulas) {
      column = name;
      parsed.set(name, parseFormula(source));
    }
    for (const name of parsed.keys()) {
      column = name;
      typeOf(name, []);
    }
    return { types };
  } catch (fault) {
    if (fault instanceof FormulaInvalid || fault instanceof FormulaCycle)
      return { refusal: { column, fault } };
    throw fault;
  }
}

/** A row as a formula sees it. */
export interface FormulaRow {
  id: string;
  created_at: string;
  updated_at: string;
  data: Readonly<Record<string, Json>>;
}

/** What became of the formula columns of a row. A column with an error is null in `computed`. */
export interface Computed {
  computed: Record<string, Json>;
  computed_errors: Record<string, CellErrorCode>;
}

/** Where and when rows are looked at. */
export interface Viewpoint {
  /** IANA zone of the team. */
  timezone: string;
  nowMs: number;
  /** Counts milliseconds; for tests of the time limit. */
  clock?: () => number;
}

/** The formula columns of one table, ready for its rows. Columns that are gone read as #REF!. */
export class FormulaSet {
  readonly #formulas: ReadonlyMap<string, Parsed>;
  readonly #plain: ReadonlyMap<string, ValueType>;

  /** Formulas are those stored: checked before. */
  constructor(formulas: ReadonlyMap<string, string>, plain: ReadonlyMap<string, ValueType>) {
    this.#formulas = new Map([...formulas].map(([name, source]) => [name, parseFormula(source)]));
    this.#plain = plain;
  }

  /** Evaluates every formula column of the row; an error stays in its column and in those that need it. */
  evaluate(row: FormulaRow, { timezone, nowMs, clock = () => performance.now() }: Viewpoint): Computed {
    const deadlineMs = clock() + ROW_MS_MAX;
    const known = new Map<string, Value | CellError>();
    const record = {
      id: row.id,
      createdMs: Date.parse(row.created_at),
      updatedMs: Date.parse(row.updated_at),
    };
    const read = (name: string): Value => {
      const type = this.#plain.get(name);
      if (type !== undefined) return valueOfCell(type, row.data[name]);
      const value = outcome(name);
      if (value instanceof CellError) throw value;
      return value;
    };
    const outcome = (name: string): Value | CellError => {
      const earlier = known.get(name);
      if (earlier !== undefined) return earlier;
      const formula = this.#formulas.get(name);
      // A formula met on its own way would go round for ever; stored ones cannot, unless columns moved meanwhile.
      known.set(name, new CellError("#REF!"));
      const context: FormulaContext = { timezone, nowMs, record, budget: new Budget(deadlineMs, clock) };
      const result =
        formula === undefined ? new CellError("#REF!") : attempt(() => evaluate(formula.root, context, read));
      known.set(name, result);
      return result;
    };
    return shown([...this.#formulas.keys()].map((name) => [name, outcome(name)]));
  }
}

function attempt(work: () => Value): Value | CellError {
  try {
    return work();
  } catch (error) {
    if (error instanceof CellError) return error;
    throw error;
  }
}

function shown(outcomes: readonly (readonly [string, Value | CellError])[]): Computed {
  const errors = outcomes.flatMap(([name, result]) =>
    result instanceof CellError ? [[name, result.code] as const] : [],
  );
  return {
    computed: Object.fromEntries(
      outcomes.map(([name, result]) => [name, result instanceof CellError ? null : jsonOfValue(result)]),
    ),
    computed_errors: Object.fromEntries(errors),
  };
}
