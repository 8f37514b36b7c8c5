import { cellText, type CellKind } from "../cells.ts";
import { cellOf, currencyOf, type Column, type HeaderStyle, type Item } from "../columns.ts";

/** Widths of columns in characters, with the room that a program leaves beside a text. */
const WIDTH = { min: 8, max: 60, room: 2 };
/** Rows of the first page that are measured. */
const MEASURED = 200;
/** As a number with a format shows more than its text: the code of a currency and separators, or two decimals. */
const FORMAT_ROOM: Partial<Record<CellKind, number>> = { money: 8, percent: 4 };

/** Measures the widths of columns by their headers and the first items, within bounds. */
export function widthsOf(
  columns: readonly Column[],
  titles: readonly string[],
  headers: HeaderStyle,
  items: readonly Item[],
): number[] {
  return columns.map((column, place) => {
    const shape = { kind: column.kind, names: headers === "label" ? column.names : undefined };
    const room = FORMAT_ROOM[column.kind] ?? 0;
    const longest = items.slice(0, MEASURED).reduce(
      (width, item) => {
        const value = cellOf(item, column);
        const currency = column.kind === "money" ? currencyOf(item, column) : "";
        return Math.max(width, charsOf(cellText(value, shape, currency)) + room);
      },
      charsOf(titles[place] ?? ""),
    );
    return Math.min(WIDTH.max, Math.max(WIDTH.min, longest + WIDTH.room));
  });
}

/** Characters of Chinese, Japanese and Korean, which take twice the room. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;

/** Counts the characters of the longest line of a text, as wide as they are shown. */
function charsOf(text: string): number {
  const lines = text.slice(0, 1_000).split(/\r?\n/);
  return Math.max(...lines.map((line) => line.length + (line.match(WIDE)?.length ?? 0)));
}
