import type { RefObject } from "react";
import type { Names } from "../data/names.ts";
import type { CellState } from "../data/pending.ts";
import type { Edit } from "../data/refused.ts";
import type { Column, Row } from "../data/tables.ts";
import type { HeadSection } from "./head-menu.tsx";
import type { ROW_HEIGHTS } from "./viewport.ts";
import type { Widths } from "./widths.ts";
import type { Span } from "./window.ts";

/** The chosen rows of a grid, and how a person changes them. */
export interface GridChoice {
  /** How much of the list is chosen. */
  extent: "all" | "some" | "none";
  /** How many rows the box of the head chooses. */
  most: number;
  /** Undefined for a row that cannot be chosen. */
  isChosen: (row: Row) => boolean | undefined;
  /** Chooses the row at an index or not; extended with all rows from the last one on. */
  toggle: (index: number, isExtended: boolean) => void;
  toggleSpan: (span: Span) => void;
  toggleAll: () => void;
  /** Why the whole list cannot be chosen; undefined if it can. */
  refusal: string | undefined;
  clear: () => void;
}

/** Undo and redo of the writes of this window. */
export interface GridHistory {
  undo: () => void;
  redo: () => void;
}

/** Properties of a grid. */
export interface GridOf {
  tableId: string;
  columns: readonly Column[];
  /** How many rows the list has, loaded or not. */
  rowCount: number;
  /** How many new rows stand after them, the last of which is blank; 0 where this person may not write. */
  newRowCount: number;
  /** A row by its index, also a new one; undefined until it is loaded. */
  rowAt: (index: number) => Row | undefined;
  /** Name of the list that the rows are of: another search, filter or order is another list. */
  list: string;
  /** A loaded row by its id; undefined if it is not loaded. */
  rowById: (id: string) => Row | undefined;
  /** Called with the pages of rows that the grid shows or has selected. */
  onWant: (pages: readonly number[]) => void;
  names: Names;
  /** As the API takes it: amount:desc,name:asc. */
  sort: string;
  /** Widths of columns by name, of those that do not have the width of their type. */
  widths: Widths;
  onWidths: (widths: Widths) => void;
  /** How many of the first columns stay in view, where there is room. */
  frozen: number;
  rowHeight: keyof typeof ROW_HEIGHTS;
  /** Moves the column at an index to another one. */
  onMoveColumn: (from: number, to: number) => void;
  /** Lists what the menu of a head does; a narrow grid has no frozen columns. */
  menuOf: (index: number, isNarrow: boolean) => readonly HeadSection[];
  onOpen: (rowId: string) => void;
  /** Undefined where this person may not write. */
  onWrite: ((edits: readonly Edit[]) => void) | undefined;
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
  /** Undefined where this person may not choose rows. */
  choice: (GridChoice & { toBar: () => void }) | undefined;
}
