import type { RefObject } from "react";
import type { Names } from "../data/names.ts";
import type { CellState } from "../data/pending.ts";
import type { Edit } from "../data/refused.ts";
import type { Column, Row } from "../data/tables.ts";
import type { ManyRows } from "./clipboard.ts";
import type { GridOf } from "./grid-of.ts";

/** Undo and redo of the writes of this window. */
export interface GridHistory {
  undo: () => void;
  redo: () => void;
}

/** Properties of the grid of a table, whose cells a person who may write edits. */
export interface TableGridOf extends Omit<GridOf, "label" | "help" | "columns" | "rowAt" | "onOpen"> {
  tableId: string;
  columns: readonly Column[];
  /** A row by its index, also a new one; undefined until it is loaded. */
  rowAt: (index: number) => Row | undefined;
  onOpen: (rowId: string) => void;
  /** A loaded row by its id; undefined if it is not loaded. */
  rowById: (id: string) => Row | undefined;
  names: Names;
  /** Undefined where this person may not write. */
  onWrite: ((edits: readonly Edit[]) => void) | undefined;
  /** Takes a paste of more rows than one request writes; undefined where this person may not write. */
  onPasteMany: ((rows: ManyRows) => void) | undefined;
  /** Returns a new row without cells, which its first write creates. */
  blankRow: () => Row;
  /** Receives the undo and redo of the grid, for keys pressed beside it. */
  history: RefObject<GridHistory | null>;
  /** Discards the last edit that is not sent; returns whether there was one. */
  onDiscard: () => boolean;
  /** Called with the row in which the cursor stands, and without one when the person has left the grid. */
  onRowFocus: (to: Row | undefined, index: number, isEditing: boolean) => void;
  /** Whether the row leaves its place when the cursor leaves the row. */
  isMoving: (row: Row) => boolean;
  /** Whether a proposal that waits would change the row. */
  hasProposal: (row: Row) => boolean;
  stateOf: (row: Row, column: string) => CellState | undefined;
}
