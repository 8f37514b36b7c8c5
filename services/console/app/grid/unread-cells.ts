import { useState } from "react";
import { cellKey, type Edit } from "../data/refused.ts";
import type { Column, Row } from "../data/tables.ts";
import { GRID } from "../words/grid.ts";
import type { TableGridOf } from "./table-grid-of.ts";

/** A cell whose pasted text cannot be read, and why. */
export interface UnreadCell {
  row: Row;
  /** Index of the row in the grid. */
  index: number;
  column: Column;
  message: string;
}

/** So many cells a refused paste names. */
const NAMED_MAX = 5;

/** Returns the sentence that refuses a paste: which cells, and what is wrong with the first one. */
export function unreadable(cells: readonly UnreadCell[]): string {
  const names = cells
    .slice(0, NAMED_MAX)
    .map(({ index, column }) => GRID.cell(index + 1, column.display_name));
  const [first] = cells;
  return GRID.unreadable(cells.length, names, cells.length - names.length, first?.message ?? "");
}

/** Marks the cells that a refused paste could not read, until the next paste or write, before which `onNext` runs. */
export function useUnreadCells(of: TableGridOf, onNext: () => void) {
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const mark = (cells: readonly UnreadCell[]): void =>
    setUnread(new Set(cells.map(({ row, column }) => cellKey({ row, column: column.name }))));
  const { onWrite } = of;
  const write = (edits: readonly Edit[]): void => {
    mark([]);
    onNext();
    onWrite?.(edits);
  };
  return {
    of: onWrite === undefined ? of : { ...of, onWrite: write },
    mark,
    /** Whether the cell of a key is marked. */
    isUnread: (key: string): boolean => unread.has(key),
  };
}
