/** Guesses of what the columns of a source are, from all of its rows (imports.guesses). */
import { isOfValue, type Part, type Row } from "../read/source.ts";
import type { ValueContext } from "../values/read-value.ts";
import { ColumnGuess, type ColumnFacts } from "./column-guess.ts";

export type { ColumnFacts, TypeGuess } from "./column-guess.ts";

/** Facts of a part of a source. */
export interface PartFacts {
  /** Number of its rows, those with faults among them. */
  rows: number;
  /** Number of rows that cannot be read. */
  faulty: number;
  columns: ColumnFacts[];
}

/**
 * Reads all rows of a part and guesses the type of each column, in memory that does not grow with the rows. A value
 * with a fault says nothing of its column, and neither does a row with another fault of any. A row is faulty unless its
 * faults are those of columns without a value. It throws as the reader of the rows does.
 */
export async function guessPart(part: Part, context: ValueContext): Promise<PartFacts> {
  const columns = part.columns.map(() => new ColumnGuess(context));
  const faults = new FaultyRows();
  let rows = 0;
  for await (const row of part.rows()) {
    rows += 1;
    if (row.faults.every(isOfValue)) addRow(columns, row);
    faults.add(row);
  }
  const facts = columns.map((column) => column.facts());
  const isUnread = (at: number) => facts[at]?.unread !== undefined;
  return { rows, faulty: faults.count(isUnread), columns: facts };
}

function addRow(columns: readonly ColumnGuess[], { cells, faults }: Row): void {
  const byColumn = new Map(faults.map(({ column, message }) => [column, message]));
  for (const [at, column] of columns.entries()) {
    const fault = byColumn.get(at);
    if (fault === undefined) column.add(cells[at] ?? null);
    else column.addUnread(fault);
  }
}

/** Sets of columns that are remembered: sheets fault in few of them. */
const SETS_MAX = 1_000;

/** Counter of rows by the columns of their faults. */
class FaultyRows {
  readonly #byColumns = new Map<string, { columns: readonly number[]; count: number }>();
  #others = 0;

  add({ faults }: Row): void {
    if (faults.length === 0) return;
    const columns = [...new Set(faults.flatMap(({ column }) => column ?? []))];
    const key = columns.join();
    const known = this.#byColumns.get(key);
    if (!faults.every(isOfValue) || (known === undefined && this.#byColumns.size >= SETS_MAX))
      this.#others += 1;
    else this.#byColumns.set(key, { columns, count: (known?.count ?? 0) + 1 });
  }

  /** Counts the rows that have a fault at another column than these. */
  count(isLeftOut: (column: number) => boolean): number {
    const counted = [...this.#byColumns.values()].filter(({ columns }) => !columns.every(isLeftOut));
    return counted.reduce((sum, { count }) => sum + count, this.#others);
  }
}
