import { jsonOfValue, type Json } from "./cell.ts";
import { type FormulaReader, formulaReader } from "./formula-reader.ts";
import { inOrder, programOf, type Entry, type Program } from "./program.ts";
import { isOver, RowRun, type Viewpoint } from "./row-run.ts";
import { CellError, cellError, type Value, type ValueType } from "./value.ts";

/** Outcome of a formula in a row: its value or its error value. */
export type Outcome = Value | CellError;

/** A plain column that formulas refer to. */
export interface Input {
  name: string;
  /** False when no formula of this set needs it: any value may stand in its place. */
  isNeeded: boolean;
}

/** Formula columns of a table, laid out once for any number of rows. */
export class FormulaSet {
  /** The formula columns that are evaluated, in their order. */
  readonly names: readonly string[];
  /** Inputs of the row: the cells of these columns, then its id, created_at and updated_at if they are needed. */
  readonly inputs: readonly Input[];
  readonly needsRecord: boolean;
  readonly #program: Program;
  readonly #reader: FormulaReader;
  readonly #entries: readonly Entry[];
  /** Places of the formulas to run: those that are asked for, and before each those it needs. */
  readonly #order: readonly number[];
  readonly #keys: readonly string[];

  private constructor(program: Program, reader: FormulaReader, entries: readonly Entry[]) {
    this.#program = program;
    this.#reader = reader;
    this.#entries = entries;
    this.names = entries.map(({ name }) => name);
    this.#keys = this.names.map((name) => `${JSON.stringify(name)}:`);
    const order = inOrder(program, entries);
    this.#order = order.map(({ place }) => place);
    this.needsRecord = order.some(({ asksRecord }) => asksRecord);
    const needed = new Set(order.flatMap(({ columns }) => columns));
    this.inputs = program.columns.map((name) => ({ name, isNeeded: needed.has(name) }));
  }

  /**
   * The formulas (by column) as they are stored: checked before. A column that is neither formula nor plain is gone.
   */
  static of(
    formulas: ReadonlyMap<string, string>,
    plain: ReadonlyMap<string, ValueType>,
    reader = formulaReader,
  ): FormulaSet {
    const program = programOf(formulas, plain, reader);
    return new FormulaSet(program, reader, [...program.entries.values()]);
  }

  /** Returns the same formulas, of which only these are evaluated; unknown names are left out. */
  only(names: ReadonlySet<string>): FormulaSet {
    const entries = this.#entries.filter(({ name }) => names.has(name));
    return new FormulaSet(this.#program, this.#reader, entries);
  }

  /**
   * Makes the formulas ready for rows, in steps between which others have their turn: it is not part of a row's time.
   */
  prepare(): Generator<undefined, void> {
    const sources = this.#order.map((place) => this.#program.sources[place] ?? "");
    return this.#reader.prepare([...new Set(sources)]);
  }

  /** Evaluates each formula in the row, in the order of `names`; an error affects its column and those that need it. */
  evaluate(inputs: readonly Json[], view: Viewpoint): Outcome[] {
    if (isOver(view)) return this.#entries.map(() => cellError("#NUM!"));
    const row = new RowRun(this.#program.layout, inputs, view);
    const outcomes = row.run(this.#order);
    return this.#entries.map(({ place }) => outcomes[place] ?? null);
  }

  /** The members `computed` and, when there are errors, `computed_errors` of a row, as JSON text without brackets. */
  json(outcomes: readonly Outcome[]): string {
    let values = "";
    let errors = "";
    this.#keys.forEach((key, i) => {
      const outcome = outcomes[i] ?? null;
      const isError = outcome instanceof CellError;
      values += `${i === 0 ? "" : ","}${key}${isError ? "null" : textOf(outcome)}`;
      if (isError) errors += `${errors === "" ? "" : ","}${key}"${outcome.code}"`;
    });
    const computed = `"computed":{${values}}`;
    return errors === "" ? computed : `${computed},"computed_errors":{${errors}}`;
  }
}

function textOf(value: Value): string {
  // A number that is a value is finite.
  if (typeof value === "number") return String(value);
  return JSON.stringify(typeof value === "string" ? value : jsonOfValue(value));
}
