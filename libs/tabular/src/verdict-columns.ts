/** Columns in front of the cells of the source, in the file of the rows of an import (imports.rows-file). */
export const VERDICT_COLUMNS = ["row", "line", "verdict", "reasons"] as const;
/** Column before them in the file of a source of several parts. */
export const PART_COLUMN = "part";

/** Counts the first headers that are those of verdicts, which no import takes for data; 0 for another file. */
export function verdictColumns(headers: readonly string[]): number {
  const plain = headers.slice(0, VERDICT_COLUMNS.length + 1).map((header) => header.toLowerCase());
  const before = plain[0] === PART_COLUMN ? 1 : 0;
  const isOfVerdicts = VERDICT_COLUMNS.every((name, at) => plain[before + at] === name);
  return isOfVerdicts ? before + VERDICT_COLUMNS.length : 0;
}
