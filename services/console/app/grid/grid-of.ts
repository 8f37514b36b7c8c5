import type { MouseEvent, PointerEvent, ReactNode } from "react";
import type { CellState } from "../data/pending.ts";
import type { Place } from "./cursor.ts";
import type { HeadSection } from "./head-menu.tsx";
import type { ROW_HEIGHTS } from "./viewport.ts";
import type { Widths } from "./widths.ts";
import type { Span } from "./window.ts";

/** A column of a grid. */
export interface GridColumn {
  id: string;
  /** Name in addresses, orders and widths. */
  name: string;
  title: string;
  /** Type of its values, by which a paste knows whether it may use exact ones. */
  type: string;
  /** Width until a person sets another one, in CSS pixels. */
  width: number;
  /** Whether its cells stand at the right, as numbers do. */
  isNumber: boolean;
  /** More about it, for a pointer at its head. */
  hint?: string | undefined;
}

/** A loaded row of a grid, with its cells by the indexes of their columns. */
export interface GridRow {
  id: string;
  isFilled: (column: number) => boolean;
  /** Text of a cell as a person reads it. */
  text: (column: number) => string;
  /** Exact value of a cell, as a copy has it. */
  value: (column: number) => unknown;
  /** Content of a cell; a press of a checkbox in it calls back. */
  draw: (column: number, onToggle: ((event: MouseEvent) => void) | undefined) => ReactNode;
  /** State of a cell that a person has written. */
  stateOf?: (column: number) => CellState | undefined;
  /** Mark at the number of the row: a proposal waits, or it leaves its place when the cursor leaves the row. */
  mark?: "waiting" | "moving" | undefined;
}

/** The chosen rows of a grid, and how a person changes them. */
export interface GridChoice {
  /** How much of the list is chosen. */
  extent: "all" | "some" | "none";
  /** How many rows the box of the head chooses. */
  most: number;
  /** Undefined for a row that cannot be chosen. */
  isChosen: (index: number) => boolean | undefined;
  /** Chooses the row at an index or not; extended with all rows from the last one on. */
  toggle: (index: number, isExtended: boolean) => void;
  toggleSpan: (span: Span) => void;
  toggleAll: () => void;
  /** Why the whole list cannot be chosen; undefined if it can. */
  refusal: string | undefined;
  clear: () => void;
}

/** Properties of a grid: of a table, whose cells are written, or of any other list. */
export interface GridOf {
  /** Name of the grid. */
  label: string;
  /** Keys of the grid, for people who do not see it. */
  help: string;
  columns: readonly GridColumn[];
  /** How many rows the list has, loaded or not. */
  rowCount: number;
  /** How many new rows stand after them, the last of which is blank; 0 where this person may not write. */
  newRowCount: number;
  /** A row by its index, also a new one; undefined until it is loaded. */
  rowAt: (index: number) => GridRow | undefined;
  /** Name of the list that the rows are of: another search, filter or order is another list. */
  list: string;
  /** Called with the pages of rows that the grid shows or has selected. */
  onWant: (pages: readonly number[]) => void;
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
  /** Opens the row at an index. */
  onOpen: (index: number) => void;
  /** Undefined where this person may not choose rows. */
  choice: (GridChoice & { toBar: () => void }) | undefined;
}

/** How cells are written in a grid. */
export interface CellWriting {
  mayWrite: (column: number) => boolean;
  /** Whether a paste into the cell could not be read. */
  isUnread: (row: GridRow, column: number) => boolean;
  /** The editor of a cell, while it is edited. */
  editorIn: (row: GridRow, column: number) => ReactNode;
  onToggle: (place: Place) => void;
  /** Handler of the corner of a range; undefined where this person may not write. */
  onFill: ((event: PointerEvent<HTMLElement>) => void) | undefined;
}
