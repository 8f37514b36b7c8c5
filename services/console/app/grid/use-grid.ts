import { useEffect, type RefObject } from "react";
import type { Place } from "./cursor.ts";
import { useFollowRow } from "./follow-row.ts";
import type { GridOf } from "./grid-of.ts";
import { alwaysDrawn, gutterOf } from "./grid-rows.tsx";
import { useCursor, type Frozen } from "./use-cursor.ts";
import { useGridHeads } from "./use-grid-heads.ts";
import { usePlace } from "./use-place.ts";
import { useWidths } from "./use-widths.ts";
import { ROW_HEIGHTS, useControlHeight, useViewport, type Viewport } from "./viewport.ts";
import { columnsAt, frozenOf, rowsAt, wantedPages, type Span } from "./window.ts";

/** Returns the cursor of a grid, and what it draws at its scroll position. */
export function useGrid(
  of: GridOf,
  grid: RefObject<HTMLDivElement | null>,
  onAnnounce: (text: string) => void,
) {
  const { columns, rowCount, newRowCount, rowAt } = of;
  const viewport = useViewport(grid);
  const { widths, resize } = useWidths(of);
  const { height, scroll, frozen, ...sizes } = useMeasures(of, viewport, widths);
  const shape = {
    rows: rowCount,
    newRows: newRowCount,
    columns: columns.length,
    pageRows: Math.floor(height / sizes.rowHeight) - 1,
    isFilled: (place: Place) => rowAt(place.row)?.isFilled(place.column) ?? true,
  };
  const cursor = useCursor({ grid, shape, scroll, widths, frozen });
  useFollowRow({ of, cursor });
  usePlace(grid, cursor, viewport);
  const { heads, menu } = useGridHeads({ of, grid, cursor, resize, onAnnounce, width: viewport.width });
  const rows = rowsAt(scroll, viewport.top);
  useWanted(of.onWant, wantedPages({ ...rows, last: Math.min(rows.last, rowCount - 1) }, cursor.range));
  const shown = {
    ...{ of, widths, frozen: frozen.count, ...sizes, cursor: cursor.cursor.at, range: cursor.range },
    drawn: drawnAt(viewport, widths, frozen),
    onChoose: chooserOf(of, cursor),
    onChooseAll: () => chooseAll(of, onAnnounce),
  };
  return { cursor, scroll, rows, shown, heads, menu };
}

/** Returns the heights of a grid and its frozen columns. */
function useMeasures(of: GridOf, { height: whole, width }: Viewport, widths: readonly number[]) {
  const { rowCount, newRowCount } = of;
  const control = useControlHeight();
  const rowHeight = Math.max(control, ROW_HEIGHTS[of.rowHeight]);
  const height = Math.max(0, whole - control);
  // Below a new row is room for the next one.
  const rows = rowCount + newRowCount + Math.min(newRowCount, 1);
  const gutter = gutterOf({ of, control });
  const count = frozenOf(of.frozen, widths, gutter, width);
  const frozen = { count, width: widths.slice(0, count).reduce((sum, one) => sum + one, gutter) };
  return { control, rowHeight, height, scroll: { rows, rowHeight, viewport: height }, frozen };
}

/** Returns the columns to draw after those that are always drawn. */
function drawnAt({ left, width }: Viewport, widths: readonly number[], frozen: Frozen): Span {
  const always = alwaysDrawn(frozen.count);
  const scrolled = widths.slice(frozen.count, always).reduce((sum, one) => sum + one, 0);
  return columnsAt(widths.slice(always), Math.max(0, left - scrolled), Math.max(0, width - frozen.width));
}

/** Returns the handler of the box of a row, after which the cursor stands in the row. */
const chooserOf =
  (of: GridOf, { cursor, stand }: ReturnType<typeof useCursor>) =>
  (row: number, isExtended: boolean): void => {
    of.choice?.toggle(row, isExtended);
    stand({ row, column: cursor.at.column });
  };

/** Chooses all rows or none, or announces why not. */
function chooseAll({ choice }: GridOf, onAnnounce: (text: string) => void): void {
  if (choice?.refusal === undefined) choice?.toggleAll();
  else onAnnounce(choice.refusal);
}

/** Calls back when the wanted pages change. */
function useWanted(onWant: GridOf["onWant"], pages: readonly number[]): void {
  const key = pages.join();
  useEffect(() => onWant(key.split(",").map(Number)), [onWant, key]);
}
