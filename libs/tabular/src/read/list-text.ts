import { RowScanner } from "./row-scanner.ts";

const QUOTED = /[",\r\n]|^\s|\s$/;

/** Writes a list as one line of CSV, the form in which a cell has a list: `a,"b, c"`. */
export const listText = (items: readonly string[]): string =>
  items
    .map((item) => (QUOTED.test(item) || (item === "" && items.length === 1) ? quoted(item) : item))
    .join(",");

const quoted = (item: string): string => `"${item.replaceAll('"', '""')}"`;

/** Reads a list from one line of CSV; items are without outer blanks, and empty ones are left out. */
export function readList(text: string): string[] {
  const items: string[] = [];
  for (const { cells } of new RowScanner(",").scan(text, true)) items.push(...cells);
  return items.map((item) => item.trim()).filter((item) => item !== "");
}
