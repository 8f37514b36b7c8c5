import type { Names } from "./names.ts";
import type { Column, Row } from "./tables.ts";

/** A cell and who is named in it. */
export interface CellOf {
  column: Column;
  row: Row;
  names: Names;
}

/** Writes a cell over the row as it was when the cell was opened. */
export interface WritesCell {
  onWrite: (value: unknown, over: Row) => void;
}
