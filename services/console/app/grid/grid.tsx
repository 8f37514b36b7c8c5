import { useEffect, useId, useImperativeHandle, useRef, useState, type RefObject } from "react";
import { isFilled } from "../data/cells.ts";
import { CHOICE } from "../words/choice.ts";
import { GRID } from "../words/grid.ts";
import { TABLES } from "../words/tables.ts";
import type { Place } from "./cursor.ts";
import { useFollowRow } from "./follow-row.ts";
import type { GridOf } from "./grid-of.ts";
import { alwaysDrawn, GridRow, gutterOf, HeadRow, wholeWidth } from "./grid-rows.tsx";
import { HeadMenu } from "./head-menu.tsx";
import { useRowFocus } from "./use-row-focus.ts";
import { useUnreadCells } from "./unread-cells.ts";
import { useCellEditor } from "./use-cell-editor.ts";
import { useClipboard } from "./use-clipboard.ts";
import { useCursor, type Frozen } from "./use-cursor.ts";
import { useFillHandle } from "./use-fill-handle.ts";
import { useGridHeads } from "./use-grid-heads.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useHistory } from "./use-history.ts";
import { useWidths } from "./use-widths.ts";
import { ROW_HEIGHTS, useControlHeight, useViewport, type Viewport } from "./viewport.ts";
import { columnsAt, frozenOf, heightOf, indexesOf, rowsAt, wantedPages, type Span } from "./window.ts";

/** The rows of a table as a spreadsheet (console.grid). */
export function Grid(of: GridOf) {
  const grid = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const { scroll, rows, shown, announced, handlers, heads, menu } = useGrid(of, grid);
  return (
    <>
      <p id={helpId} className="unseen">
        {GRID.help} {of.choice !== undefined && CHOICE.help}
      </p>
      <div className="grid-says">
        <p>{GRID.rows(of.rowCount)}</p>
        <p role="status">{announced}</p>
      </div>
      <div
        ref={grid}
        role="grid"
        className={`grid ${of.rowHeight}`}
        aria-label={TABLES.grid}
        aria-describedby={helpId}
        aria-multiselectable
        aria-rowcount={of.rowCount + of.newRowCount + 1}
        aria-colcount={of.columns.length + 1}
        tabIndex={isDrawn(shown.cursor, rows) ? -1 : 0}
        {...handlers}
      >
        <HeadRow {...shown} {...heads} />
        <div
          role="rowgroup"
          className="grid-body"
          style={{ height: heightOf(scroll), width: wholeWidth(shown) }}
        >
          <div style={{ transform: `translateY(${rows.offset}px)` }}>
            {indexesOf({ ...rows, last: Math.min(rows.last, of.rowCount + of.newRowCount - 1) }).map(
              (index) => (
                <GridRow key={of.rowAt(index)?.id ?? index} index={index} {...shown} />
              ),
            )}
          </div>
        </div>
      </div>
      {menu !== undefined && <HeadMenu {...menu} />}
    </>
  );
}

/** Returns what a grid draws at its scroll position, and its handlers of keys, pointer and clipboard. */
function useGrid(given: GridOf, grid: RefObject<HTMLDivElement | null>) {
  const [announced, onAnnounce] = useState("");
  const { of, mark: onUnread, isUnread } = useUnreadCells(given, () => onAnnounce(""));
  const { columns, rowCount, newRowCount, rowAt } = of;
  const viewport = useViewport(grid);
  const { widths, resize } = useWidths(of);
  const { height, scroll, frozen, ...sizes } = useMeasures(of, viewport, widths);
  const shape = {
    rows: rowCount,
    newRows: newRowCount,
    columns: columns.length,
    pageRows: Math.floor(height / sizes.rowHeight) - 1,
    isFilled: (place: Place) => isFilled(columns[place.column], rowAt(place.row)),
  };
  const cursor = useCursor({ grid, shape, scroll, widths, frozen });
  useFollowRow({ of, cursor });
  const editor = useCellEditor({ of, cursor, onAnnounce });
  const history = useHistory({ of, onAnnounce });
  useImperativeHandle(of.history, () => history);
  const onKeyDown = useGridKeys({ of, cursor, editor, history, onAnnounce });
  const clipboard = useClipboard({ of, range: cursor.range, onUnread, onAnnounce });
  const onFill = useFillHandle({ of, grid, cursor, onAnnounce });
  const { heads, menu } = useGridHeads({ of, grid, cursor, resize, onAnnounce, width: viewport.width });
  const rows = rowsAt(scroll, viewport.top);
  useWanted(of.onWant, wantedPages({ ...rows, last: Math.min(rows.last, rowCount - 1) }, cursor.range));
  const { at } = cursor.cursor;
  const { editing, edit: onEdit, end: onEnd } = editor;
  useRowFocus({ of, grid, index: at.row, isEditing: editing !== undefined });
  return {
    scroll,
    rows,
    shown: {
      ...{ of, widths, frozen: frozen.count, ...sizes, cursor: at, range: cursor.range },
      ...{ editing, onEdit, onEnd, onFill, isUnread },
      drawn: drawnAt(viewport, widths, frozen),
      onChoose: chooserOf(of, cursor),
      onChooseAll: () => chooseAll(of, onAnnounce),
    },
    heads,
    menu,
    announced,
    handlers: {
      ...{ onKeyDown, onFocus: cursor.onFocus, onBlur: cursor.onBlur, onDoubleClick: () => onEdit(at) },
      ...cursor.pointer,
      ...clipboard,
    },
  };
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

const isDrawn = ({ row }: Place, { first, last }: Span): boolean => row < 0 || (row >= first && row <= last);
