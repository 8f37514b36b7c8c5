import { useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from "react";
import {
  cursorAt,
  cursorOver,
  moved,
  rangeOf,
  shifted,
  within,
  type Cursor,
  type Move,
  type Place,
  type Range,
  type Shape,
} from "./cursor.ts";
import { topOf, type RowScroll } from "./window.ts";

interface CursorOf {
  grid: RefObject<HTMLDivElement | null>;
  shape: Shape;
  scroll: RowScroll;
  widths: readonly number[];
  frozen: Frozen;
}

/** The columns that stay in view, and their width with the gutter, which cover what scrolls below them. */
export interface Frozen {
  count: number;
  width: number;
}

/** Returns the cursor of a grid with its moves; the cell of the cursor has the focus and is scrolled into view. */
export function useCursor({ grid, shape, scroll, widths, frozen }: CursorOf) {
  const [held, setCursor] = useState<Cursor>(() => cursorAt({ row: 0, column: 0 }));
  const cursor = within(held, shape);
  // True while the focus belongs to a cell: it stays with the grid when the cell is scrolled out of view.
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null || !hasFocus.current) return;
    const active = document.activeElement;
    // An editor or a dialog has taken the focus.
    if (active !== document.body && active !== element && !isCell(active)) return;
    const cell = cellOf(element, cursor.at);
    (cell ?? element).focus({ preventScroll: true });
  });
  const show = ({ row, column }: Place): void => {
    const element = grid.current;
    if (element === null) return;
    if (row >= 0) element.scrollTop = topOf(scroll, row, element.scrollTop);
    if (column >= frozen.count) showColumn(element, widths, column, frozen);
  };
  const go = (to: Cursor): void => {
    hasFocus.current = true;
    setCursor(to);
    show(to.extent);
  };
  const move = (one: Move): boolean => {
    const to = moved(cursor, one, shape);
    if (to !== undefined) go(to);
    return to !== undefined;
  };
  return {
    cursor,
    range: rangeOf(cursor),
    move,
    goTo: (place: Place) => go(cursorAt(place)),
    /** Puts the cursor on a cell without scrolling. */
    stand: (place: Place) => {
      hasFocus.current = true;
      setCursor(cursorAt(place));
    },
    /** Lets the focus leave the grid, also to a place outside of the page. */
    leave: () => void (hasFocus.current = false),
    /** Puts the cursor where it was, without the focus. */
    restore: (to: Cursor) => setCursor(to),
    /** Moves the cursor with its range by so many rows, without scrolling. */
    shift: (rows: number) => setCursor((from) => shifted(from, rows)),
    /** Selects a range, and shows its last corner; backwards its first one. */
    select: (range: Range, isBackwards = false) => go(cursorOver(range, isBackwards)),
    pointer: pointerOf(move),
    onFocus: () => void (hasFocus.current = true),
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      if (relatedTarget !== null && !grid.current?.contains(relatedTarget as Node)) hasFocus.current = false;
    },
  };
}

/** Returns the handlers by which a pointer chooses a cell, and a range while it is pressed. */
function pointerOf(move: (one: Move) => boolean) {
  const choose = (place: Place | undefined, extended: boolean): void => {
    if (place !== undefined) move({ to: "place", place, extends: extended && place.row >= 0 });
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      // The pressed cell: by now another one may be drawn at the pointer.
      if (event.button === 0 && event.target instanceof Element)
        choose(placeOf(event.target), event.shiftKey);
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.buttons === 1 && event.pointerType === "mouse") choose(placeAt(event), true);
    },
  };
}

/** Returns the place of the cell at a pointer; undefined beside the cells, and in an editor. */
export function placeAt({ clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">): Place | undefined {
  return placeOf(document.elementFromPoint(clientX, clientY));
}

function placeOf(element: Element | null): Place | undefined {
  if (element?.closest("textarea, select, button, .resizer") != null) return undefined;
  const at = element?.closest<HTMLElement>("[data-at]")?.dataset["at"];
  const [row, column] = at?.split(":").map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** Reports whether an element is a cell, or the box of a row, whose focus belongs to the cell of the cursor. */
const isCell = (element: Element | null): boolean =>
  element?.matches("[data-at], .grid-choose > input") === true;

const cellOf = (grid: HTMLElement, { row, column }: Place) =>
  grid.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`);

/** Scrolls sideways until a column is visible beside the frozen ones. */
function showColumn(grid: HTMLElement, widths: readonly number[], column: number, frozen: Frozen): void {
  const left = widths.slice(frozen.count, column).reduce((sum, width) => sum + width, 0);
  const right = left + (widths[column] ?? 0);
  const room = grid.clientWidth - frozen.width;
  if (left < grid.scrollLeft) grid.scrollLeft = left;
  else if (right > grid.scrollLeft + room) grid.scrollLeft = Math.min(left, right - room);
}
