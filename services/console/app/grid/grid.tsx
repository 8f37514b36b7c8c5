import { useEffect, useId, useImperativeHandle, useRef, useState, type RefObject } from "react";
import { isFilled } from "../data/cells.ts";
import { CHOICE } from "../words/choice.ts";
import { GRID } from "../words/grid.ts";
import { TABLES } from "../words/tables.ts";
import type { Place } from "./cursor.ts";
import type { GridOf } from "./grid-of.ts";
import { GridRow, gutterOf, HeadRow, wholeWidth } from "./grid-rows.tsx";
import { useRowFocus } from "./use-row-focus.ts";
import { useUnreadCells } from "./unread-cells.ts";
import { useCellEditor } from "./use-cell-editor.ts";
import { useClipboard } from "./use-clipboard.ts";
import { useCursor } from "./use-cursor.ts";
import { useFillHandle } from "./use-fill-handle.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useHistory } from "./use-history.ts";
import { useRowHeight, useViewport, type Viewport } from "./viewport.ts";
import { useWidths } from "./widths.ts";
import { columnsAt, heightOf, indexesOf, rowsAt, wantedPages, type Span } from "./window.ts";

/** A grid narrower than this has no frozen first column. */
const NARROW = 560;

/** The rows of a table as a spreadsheet (console.grid). */
export function Grid(of: GridOf) {
  const grid = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const { isNarrow, scroll, rows, shown, resize, announced, handlers } = useGrid(of, grid);
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
        className={`grid${isNarrow ? " narrow" : ""}${of.choice === undefined ? "" : " boxed"}`}
        aria-label={TABLES.grid}
        aria-describedby={helpId}
        aria-multiselectable
        aria-rowcount={of.rowCount + of.newRowCount + 1}
        aria-colcount={of.columns.length + 1}
        tabIndex={isDrawn(shown.cursor, rows) ? -1 : 0}
        {...handlers}
      >
        <HeadRow {...shown} onResize={resize} />
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
    </>
  );
}

/** Returns what a grid draws at its scroll position, and its handlers of keys, pointer and clipboard. */
function useGrid(given: GridOf, grid: RefObject<HTMLDivElement | null>) {
  const [announced, onAnnounce] = useState("");
  const { of, mark: onUnread, isUnread } = useUnreadCells(given, () => onAnnounce(""));
  const { columns, rowCount, newRowCount, rowAt } = of;
  const viewport = useViewport(grid);
  const { widths, resize } = useWidths(of.tableId, columns);
  const { rowHeight, height, scroll, isNarrow, first, frozen } = useMeasures(of, viewport, widths);
  const shape = {
    rows: rowCount,
    newRows: newRowCount,
    columns: columns.length,
    pageRows: Math.floor(height / rowHeight) - 1,
    isFilled: (place: Place) => isFilled(columns[place.column], rowAt(place.row)),
  };
  const cursor = useCursor({ grid, shape, scroll, widths, frozen, before: isNarrow ? first : 0 });
  const editor = useCellEditor({ of, cursor, onAnnounce });
  const history = useHistory({ of, onAnnounce });
  useImperativeHandle(of.history, () => history);
  const onKeyDown = useGridKeys({ of, cursor, editor, history, onAnnounce });
  const clipboard = useClipboard({ of, range: cursor.range, onUnread, onAnnounce });
  const onFill = useFillHandle({ of, grid, cursor, onAnnounce });
  const rows = rowsAt(scroll, viewport.top);
  useWanted(of.onWant, wantedPages({ ...rows, last: Math.min(rows.last, rowCount - 1) }, cursor.range));
  const { at } = cursor.cursor;
  const { editing, edit: onEdit, end: onEnd } = editor;
  useRowFocus({ of, grid, index: at.row, isEditing: editing !== undefined });
  const left = isNarrow ? Math.max(0, viewport.left - first) : viewport.left;
  const drawn = columnsAt(widths.slice(1), left, Math.max(0, viewport.width - frozen));
  return {
    isNarrow,
    scroll,
    rows,
    shown: {
      ...{ of, rowHeight, widths, drawn, cursor: at, range: cursor.range },
      ...{ editing, onEdit, onEnd, onFill, isUnread },
      onChoose: chooserOf(of, cursor),
      onChooseAll: () => chooseAll(of, onAnnounce),
    },
    resize,
    announced,
    handlers: {
      ...{ onKeyDown, onFocus: cursor.onFocus, onBlur: cursor.onBlur, onDoubleClick: () => onEdit(at) },
      ...cursor.pointer,
      ...clipboard,
    },
  };
}

/** Returns the heights of a grid and the width of its frozen columns. */
function useMeasures(of: GridOf, { height: whole, width }: Viewport, widths: readonly number[]) {
  const { rowCount, newRowCount } = of;
  const rowHeight = useRowHeight();
  const height = Math.max(0, whole - rowHeight);
  // Below a new row is room for the next one.
  const rows = rowCount + newRowCount + Math.min(newRowCount, 1);
  // On a narrow grid the first column scrolls with the others.
  const isNarrow = width < NARROW;
  const first = widths[0] ?? 0;
  const gutter = gutterOf({ of, rowHeight });
  const scroll = { rows, rowHeight, viewport: height };
  return { rowHeight, height, scroll, isNarrow, first, frozen: isNarrow ? gutter : gutter + first };
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
