/** The highest element that every browser draws; a longer grid scrolls by scale. */
const HEIGHT_MAX = 15_000_000;
/** Rows and columns that are drawn beside the visible ones. */
const ROWS_AROUND = 10;
const COLUMNS_AROUND = 2;

/** Indexes from the first to the last, both included; empty if `last` is less than `first`. */
export interface Span {
  first: number;
  last: number;
}

/** Lists the indexes of a span. */
export const indexesOf = ({ first, last }: Span): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);

/** The scrolling of rows of one height in a viewport, in CSS pixels. */
export interface RowScroll {
  rows: number;
  rowHeight: number;
  viewport: number;
}

const wholeHeight = ({ rows, rowHeight }: RowScroll): number => rows * rowHeight;

/** Returns the height of the scrolled element: exact up to 15,000,000 px. */
export const heightOf = (scroll: RowScroll): number => Math.min(wholeHeight(scroll), HEIGHT_MAX);

/** Pixels of rows for each pixel that is scrolled: 1 unless the grid is higher than its element. */
function scaleOf(scroll: RowScroll): number {
  const travel = heightOf(scroll) - scroll.viewport;
  return travel <= 0 ? 1 : (wholeHeight(scroll) - scroll.viewport) / travel;
}

/** Returns the rows to draw at a scroll position, and the top of the first one within the scrolled element. */
export function rowsAt(scroll: RowScroll, top: number): Span & { offset: number } {
  const { rows, rowHeight, viewport } = scroll;
  const from = Math.max(0, Math.min(top * scaleOf(scroll), wholeHeight(scroll) - viewport));
  const first = Math.max(0, Math.floor(from / rowHeight) - ROWS_AROUND);
  const last = Math.min(rows - 1, Math.ceil((from + viewport) / rowHeight) - 1 + ROWS_AROUND);
  return { first, last, offset: top + first * rowHeight - from };
}

/** Returns the scroll position, nearest to `top`, that shows a row whole. */
export function topOf(scroll: RowScroll, row: number, top: number): number {
  const { rowHeight, viewport } = scroll;
  const scale = scaleOf(scroll);
  const least = (row + 1) * rowHeight - viewport;
  const most = row * rowHeight;
  const from = top * scale;
  const to = from > most ? most : from < least ? least : from;
  return to === from ? top : Math.max(0, to / scale);
}

/** Rows that are read at once. */
export const ROWS_OF_A_PAGE = 100;
/** Pages that are wanted at once: 2,000 rows. */
export const PAGES_MAX = 20;

/** Lists the pages of the drawn rows and then those of a range, at most 20. */
export function wantedPages(drawn: Span, { top, bottom }: { top: number; bottom: number }): number[] {
  const drawnPages = pagesOf(drawn.first, drawn.last);
  const most = Math.floor(Math.max(top, 0) / ROWS_OF_A_PAGE) + PAGES_MAX;
  const ofRange = pagesOf(Math.max(top, 0), Math.min(bottom, most * ROWS_OF_A_PAGE));
  return [...new Set([...drawnPages, ...ofRange])].slice(0, PAGES_MAX);
}

const pagesOf = (first: number, last: number): number[] =>
  indexesOf({
    first: Math.floor(Math.max(first, 0) / ROWS_OF_A_PAGE),
    last: Math.floor(Math.max(last, 0) / ROWS_OF_A_PAGE),
  });

/** Returns the columns to draw: those between two edges of the scrolled width, and two on each side. */
export function columnsAt(widths: readonly number[], left: number, viewport: number): Span {
  let first = widths.length;
  let last = -1;
  let edge = 0;
  for (const [index, width] of widths.entries()) {
    if (edge + width > left) first = Math.min(first, index);
    if (edge < left + viewport) last = index;
    edge += width;
  }
  return {
    first: Math.max(0, first - COLUMNS_AROUND),
    last: Math.min(widths.length - 1, last + COLUMNS_AROUND),
  };
}

/** A grid narrower than this has no frozen columns. */
const NARROW = 560;
/** So much of a grid the frozen columns and the gutter fill at most. */
const FROZEN_SHARE = 2 / 3;

/** Reports whether a grid of a width is too narrow for frozen columns. */
export const isNarrow = (viewport: number): boolean => viewport < NARROW;

/** Returns how many of the first columns stay in view: fewer than asked where the others would have no room. */
export function frozenOf(asked: number, widths: readonly number[], gutter: number, viewport: number): number {
  if (isNarrow(viewport)) return 0;
  let edge = gutter;
  const isOver = (width: number): boolean => {
    edge += width;
    return edge > viewport * FROZEN_SHARE;
  };
  const most = widths.findIndex(isOver);
  return Math.min(asked, most === -1 ? widths.length : most);
}
