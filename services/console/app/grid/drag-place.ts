import type { Place } from "./cursor.ts";

/** Point of a pointer in the window. */
interface Point {
  clientX: number;
  clientY: number;
}

/**
 * Returns the place of the visible cell nearest to a pointer, and one row or column beyond it if the pointer is beyond
 * the edge of the grid; undefined where the grid shows no cell. What lies over the grid does not count.
 */
export function nearestPlace(grid: HTMLElement, { clientX, clientY }: Point): Place | undefined {
  const { top, left, bottom, right } = visibleCells(grid);
  const [x, y] = [clamp(clientX, left, right - 1), clamp(clientY, top, bottom - 1)];
  const at = document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>("[data-at]"))
    .find((cell) => cell !== null && grid.contains(cell))?.dataset["at"];
  const [row, column] = at?.split(":").map(Number) ?? [];
  if (row === undefined || column === undefined) return undefined;
  return {
    row: Math.max(0, row + beyond(clientY, top, bottom)),
    column: Math.max(0, column + beyond(clientX, left, right)),
  };
}

/** A pointer so near to the edge of the window is beyond it, and scrolls the page by one such step. */
const EDGE = 24;

/** Scrolls the page by a step if a pointer is at the edge of the window and the grid goes on beyond it. */
export function scrollPage(grid: HTMLElement, { clientY }: Point): void {
  const { top, bottom } = grid.getBoundingClientRect();
  const { innerHeight } = globalThis;
  if (clientY > innerHeight - EDGE && bottom > innerHeight) globalThis.scrollBy(0, EDGE);
  if (clientY < EDGE && top < 0) globalThis.scrollBy(0, -EDGE);
}

/** Returns the rectangle in which a grid shows cells: without its head, its gutter and its scroll bars. */
function visibleCells(grid: HTMLElement) {
  const whole = grid.getBoundingClientRect();
  const [innerTop, innerLeft] = [whole.top + grid.clientTop, whole.left + grid.clientLeft];
  const body = grid.querySelector(".grid-body")?.getBoundingClientRect() ?? whole;
  const gutter = grid.querySelector(".gutter")?.getBoundingClientRect();
  return {
    top: Math.max(gutter?.bottom ?? innerTop, EDGE),
    left: Math.max(gutter?.right ?? innerLeft, 0),
    bottom: Math.min(innerTop + grid.clientHeight, body.bottom, globalThis.innerHeight - EDGE),
    right: Math.min(innerLeft + grid.clientWidth, body.right, globalThis.innerWidth),
  };
}

const beyond = (value: number, least: number, most: number): -1 | 0 | 1 =>
  value < least ? -1 : value > most ? 1 : 0;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
