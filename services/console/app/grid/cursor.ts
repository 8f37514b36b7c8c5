/** A cell by its indexes; the head of the columns is row -1. */
export interface Place {
  row: number;
  column: number;
}

/** The rectangle of cells between two corners, both included. */
export interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** The cell with focus, and the opposite corner of the selected range. */
export interface Cursor {
  at: Place;
  extent: Place;
}

/** Size of a grid, the rows that a page of it shows, and the cells that have a value. */
export interface Shape {
  rows: number;
  /** Rows after them that are not created yet; only steps, pages and a pointer lead there. */
  newRows: number;
  columns: number;
  pageRows: number;
  /** False for a cell without a value; true for a cell that is not loaded. */
  isFilled: (place: Place) => boolean;
}

type Direction = "up" | "down" | "left" | "right";

/** A change of the cursor (console.grid-keys). */
export type Move =
  | { to: "step" | "edge"; direction: Direction; extends: boolean }
  | { to: "page"; direction: "up" | "down"; extends: boolean }
  | { to: "row-start" | "row-end" | "first" | "last"; extends: boolean }
  | { to: "next" | "previous" }
  | { to: "place"; place: Place; extends: boolean }
  | { to: "all" | "whole-row" | "whole-column" };

/** A key as an event of the keyboard has it. */
export interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** Returns the move that a key asks for; undefined if the key does not move the cursor. */
export function moveOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): Move | undefined {
  if (altKey) return undefined;
  const isControl = ctrlKey || metaKey;
  const direction = ARROWS[key];
  if (direction !== undefined) return { to: isControl ? "edge" : "step", direction, extends: shiftKey };
  if (key === "Home" || key === "End") {
    const [whole, ofRow] =
      key === "Home" ? (["first", "row-start"] as const) : (["last", "row-end"] as const);
    return { to: isControl ? whole : ofRow, extends: shiftKey };
  }
  if (key === " " && isControl !== shiftKey) return { to: isControl ? "whole-column" : "whole-row" };
  if (isControl) return key.toLowerCase() === "a" && !shiftKey ? { to: "all" } : undefined;
  if (key === "PageUp" || key === "PageDown")
    return { to: "page", direction: key === "PageUp" ? "up" : "down", extends: shiftKey };
  if (key === "Tab") return { to: shiftKey ? "previous" : "next" };
  return undefined;
}

/** Returns the selected range; the head alone is a range of row -1. */
export function rangeOf({ at, extent }: Cursor): Range {
  return {
    top: Math.min(at.row, extent.row),
    left: Math.min(at.column, extent.column),
    bottom: Math.max(at.row, extent.row),
    right: Math.max(at.column, extent.column),
  };
}

/** Returns the cursor on one cell. */
export const cursorAt = (place: Place): Cursor => ({ at: place, extent: place });

/** Returns the cursor over a range: from its first corner to its last, or backwards. */
export function cursorOver({ top, left, bottom, right }: Range, isBackwards: boolean): Cursor {
  const [first, last] = [
    { row: top, column: left },
    { row: bottom, column: right },
  ];
  return isBackwards ? { at: last, extent: first } : { at: first, extent: last };
}

/** Returns the cursor with its range so many rows below, or above if they are negative. */
export const shifted = ({ at, extent }: Cursor, rows: number): Cursor => ({
  at: { ...at, row: at.row + rows },
  extent: { ...extent, row: extent.row + rows },
});

/** Returns the cursor within a shape that may have become smaller. */
export function within({ at, extent }: Cursor, shape: Shape): Cursor {
  const inside = ({ row, column }: Place): Place => ({
    row: clamp(row, -1, wholeRows(shape) - 1),
    column: clamp(column, 0, shape.columns - 1),
  });
  return { at: inside(at), extent: inside(extent) };
}

/** Moves the cursor; `next` and `previous` are undefined beyond the last or first cell, where Tab leaves the grid. */
export function moved(cursor: Cursor, move: Move, shape: Shape): Cursor | undefined {
  const last = { row: shape.rows - 1, column: shape.columns - 1 };
  switch (move.to) {
    case "next":
    case "previous":
      return neighbour(cursor.at, move.to === "next" ? 1 : -1, shape);
    case "all":
      return { at: { row: Math.min(0, last.row), column: 0 }, extent: last };
    case "whole-row":
      return {
        at: { row: cursor.at.row, column: 0 },
        extent: { row: cursor.extent.row, column: last.column },
      };
    case "whole-column":
      return {
        at: { row: Math.min(0, last.row), column: cursor.at.column },
        extent: { row: last.row, column: cursor.extent.column },
      };
    default: {
      const to = target(move.extends ? cursor.extent : cursor.at, move, shape);
      // A range never includes the head.
      if (move.extends && cursor.at.row >= 0)
        return { at: cursor.at, extent: { ...to, row: Math.max(to.row, 0) } };
      return cursorAt(to);
    }
  }
}

type Targeted = Extract<Move, { extends: boolean }>;

function target(from: Place, move: Targeted, shape: Shape): Place {
  const lastRow = wholeRows(shape) - 1;
  const lastColumn = shape.columns - 1;
  switch (move.to) {
    case "place":
      return { row: clamp(move.place.row, -1, lastRow), column: clamp(move.place.column, 0, lastColumn) };
    case "row-start":
      return { row: from.row, column: 0 };
    case "row-end":
      return { row: from.row, column: lastColumn };
    case "first":
      return { row: Math.min(0, lastRow), column: 0 };
    case "last":
      return { row: shape.rows - 1, column: lastColumn };
    case "page": {
      const by = Math.max(1, shape.pageRows) * (move.direction === "up" ? -1 : 1);
      return { row: clamp(from.row + by, Math.min(0, lastRow), lastRow), column: from.column };
    }
    case "step":
      return step(from, move.direction, shape) ?? from;
    case "edge":
      return edge(from, move.direction, shape);
  }
}

const STEPS: Readonly<Record<Direction, Place>> = {
  up: { row: -1, column: 0 },
  down: { row: 1, column: 0 },
  left: { row: 0, column: -1 },
  right: { row: 0, column: 1 },
};

/** Returns the next cell in a direction; undefined beyond the grid. */
function step({ row, column }: Place, direction: Direction, shape: Shape): Place | undefined {
  const by = STEPS[direction];
  const to = { row: row + by.row, column: column + by.column };
  const isInside = to.row >= -1 && to.row < wholeRows(shape) && to.column >= 0 && to.column < shape.columns;
  return isInside ? to : undefined;
}

/**
 * Returns where Ctrl and an arrow lead. Within filled cells it is the last one of them, otherwise the next filled cell
 * or the last cell of the grid. Above the first row is the head.
 */
function edge(from: Place, direction: Direction, shape: Shape): Place {
  if (from.row < 0 && direction !== "down") return sideways(from, direction, shape);
  let at = step(from, direction, shape);
  if (at === undefined) return from;
  if (at.row < 0) return at;
  const runs = from.row >= 0 && shape.isFilled(from) && shape.isFilled(at);
  for (let next = step(at, direction, shape); next !== undefined; next = step(at, direction, shape)) {
    if (next.row < 0) return at;
    if (runs ? !shape.isFilled(next) : shape.isFilled(at)) return at;
    at = next;
  }
  return at;
}

function sideways(from: Place, direction: Direction, shape: Shape): Place {
  if (direction === "up") return from;
  return { row: from.row, column: direction === "left" ? 0 : shape.columns - 1 };
}

function neighbour({ row, column }: Place, by: 1 | -1, shape: Shape): Cursor | undefined {
  const { columns } = shape;
  const index = row * columns + column + by;
  if (index < -columns || index >= wholeRows(shape) * columns) return undefined;
  return cursorAt({ row: Math.floor(index / columns), column: ((index % columns) + columns) % columns });
}

const wholeRows = ({ rows, newRows }: Shape): number => rows + newRows;

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, Math.max(least, most)));
