/** Guesses of what the columns of a source are, from all of its rows (imports.guesses). */
import type { Part } from "../read/index.ts";
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
 * Reads all rows of a part and guesses the type of each column, in memory that does not grow with the rows. Cells of a
 * row with a fault say nothing. It throws as the reader of the rows does.
 */
export async function guessPart(part: Part, context: ValueContext): Promise<PartFacts> {
  const columns = part.columns.map(() => new ColumnGuess(context));
  let [rows, faulty] = [0, 0];
  for await (const { cells, faults } of part.rows()) {
    rows += 1;
    if (faults.length > 0) faulty += 1;
    else for (const [at, column] of columns.entries()) column.add(cells[at] ?? null);
  }
  return { rows, faulty, columns: columns.map((column) => column.facts()) };
}
