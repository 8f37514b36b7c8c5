import type { Names } from "../data/names.ts";
import type { CellState } from "../data/pending.ts";
import type { Edit } from "../data/refused.ts";
import type { Column, Row } from "../data/tables.ts";

/** Properties of a grid. */
export interface GridOf {
  tableId: string;
  columns: readonly Column[];
  /** How many rows there are, loaded or not. */
  rowCount: number;
  /** A row by its index; undefined until it is loaded. */
  rowAt: (index: number) => Row | undefined;
  /** Called with the pages of rows that the grid shows or has selected. */
  onWant: (pages: readonly number[]) => void;
  names: Names;
  sort: string;
  onSort: (sort: string) => void;
  onOpen: (rowId: string) => void;
  /** Undefined where this person may not write. */
  onWrite: ((edits: readonly Edit[]) => void) | undefined;
  stateOf: (row: Row, column: string) => CellState | undefined;
}
