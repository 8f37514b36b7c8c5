import { cellText, quotedCell } from "./cells.ts";
import {
  cellOf,
  type Column,
  currencyOf,
  headersOf,
  type HeaderStyle,
  type Item,
  restOf,
} from "./columns.ts";
import { neutralized } from "./neutral.ts";

/** Form of a CSV file. */
export interface CsvStyle {
  headers: HeaderStyle;
  delimiter: string;
  bom: boolean;
  neutralize: boolean;
}

/** Writer of the lines of one file. */
export interface CsvWriter {
  /** Header line, with the byte order mark if there is one. */
  head: string;
  /** Writes the line of an item. */
  line: (item: Item) => string;
}

const LINE_END = "\r\n";
/** Plain texts, which most cells are: they begin and go on without anything that is quoted or neutralized. */
const PLAIN = /^[^'=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n",;][^"\r\n\t,;]*$/u;

/** Writes cells as one line. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  return cells.map((cell) => quotedCell(cell, delimiter)).join(delimiter) + LINE_END;
}

/** Prepares the lines of a file with these columns (RFC 4180). */
export function csvWriter(columns: readonly Column[], style: CsvStyle): CsvWriter {
  const { delimiter, neutralize } = style;
  const safe = neutralize ? neutralized : (text: string) => text;
  const head = csvLine(headersOf(columns, style.headers).map(safe), delimiter);
  const shapes = columns.filter(({ isRest }) => isRest !== true).map((column) => cellWriter(column, style));
  const rest = restOf(columns);
  return {
    head: style.bom ? `\ufeff${head}` : head,
    line: (item) => {
      let line = "";
      for (const [place, write] of shapes.entries())
        line += place === 0 ? write(item) : delimiter + write(item);
      for (const cell of rest?.(item) ?? []) line += delimiter + quotedCell(safe(cell), delimiter);
      return line + LINE_END;
    },
  };
}

/** Prepares the cells of a column; a number has nothing to neutralize. */
function cellWriter(column: Column, { headers, delimiter, neutralize }: CsvStyle): (item: Item) => string {
  const { kind } = column;
  const names = headers === "label" ? column.names : undefined;
  const shape = { kind, names };
  return (item) => {
    const value = cellOf(item, column);
    if (value === null || value === undefined) return "";
    const text = cellText(value, shape, kind === "money" ? currencyOf(item, column) : undefined);
    if (typeof value === "number" || typeof value === "boolean" || PLAIN.test(text)) return text;
    return quotedCell(neutralize ? neutralized(text) : text, delimiter);
  };
}
