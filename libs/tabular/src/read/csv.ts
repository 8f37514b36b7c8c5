import { unneutralized } from "../neutral.ts";
import type { Bytes } from "./bytes.ts";
import { decoded, visible, type Encoding } from "./encoding.ts";
import { isHeader } from "./header.ts";
import { RowScanner, type ScannedRow } from "./row-scanner.ts";
import {
  columnNames,
  COLUMNS_MAX,
  ROWS_MAX,
  SourceRefused,
  tooManyRows,
  type Row,
  type RowFault,
  type SourceOptions,
} from "./source.ts";

/** Delimiters in the order in which they win if several suit all rows: a comma stands in numbers and sentences too. */
const DELIMITERS = ["\t", ";", "|", ","];
/** Line that programs write before the first row to name the delimiter. */
const NAMED_DELIMITER = /^sep=([^"\r\n])\r?(?:[\n\r]|$)/i;
const SAMPLE_CHARS = 262_144;
const SAMPLE_ROWS = 200;

/** Form of a text of rows: its delimiter, and whether its first line names it and its first row the columns. */
export interface Dialect {
  encoding: Encoding;
  delimiter: string;
  isDelimiterGuessed: boolean;
  /** Whether the first line is `sep=;`. */
  isNamed: boolean;
  header: boolean;
  isHeaderGuessed: boolean;
  columns: string[];
}

/** Finds the form of a text of rows by its first 200 rows. Options that are stated count as they are. */
export async function dialectOf(bytes: Bytes, encoding: Encoding, options: SourceOptions): Promise<Dialect> {
  const sample = await firstText(bytes, encoding);
  const named = NAMED_DELIMITER.exec(sample.text)?.[1];
  const delimiter = options.delimiter ?? named ?? likelyDelimiter(sample);
  const rows = sampleRows(sample, delimiter)
    .slice(named === undefined ? 0 : 1)
    .filter(({ filled }) => filled > 0);
  const [first = NO_ROW, ...below] = rows;
  if (first.fault !== undefined)
    throw new SourceRefused("unreadable", `The first row cannot be read: ${FAULTS[first.fault][1]}`);
  const header =
    options.header ??
    isHeader(
      first.cells,
      below.map(({ cells }) => cells),
    );
  return {
    encoding,
    delimiter,
    isDelimiterGuessed: options.delimiter === undefined && named === undefined,
    isNamed: named !== undefined,
    header,
    isHeaderGuessed: options.header === undefined,
    columns: columnNames(header ? headersOf(first, below) : unnamed(first.filled, rows)),
  };
}

const NO_ROW: ScannedRow = { line: 1, cells: [], filled: 0, fault: undefined };

interface Sample {
  text: string;
  /** Whether it is the whole source. */
  isWhole: boolean;
}

async function firstText({ chunks }: Bytes, encoding: Encoding): Promise<Sample> {
  let text = "";
  for await (const piece of decoded(chunks(), encoding)) {
    text += piece;
    if (text.length > SAMPLE_CHARS) return { text, isWhole: false };
  }
  return { text, isWhole: true };
}

function sampleRows({ text, isWhole }: Sample, delimiter: string): ScannedRow[] {
  const rows: ScannedRow[] = [];
  for (const row of new RowScanner(delimiter).scan(text, isWhole)) if (rows.push(row) === SAMPLE_ROWS) break;
  return rows;
}

/** The delimiter with which most rows have one number of cells, more than one. */
function likelyDelimiter(sample: Sample): string {
  let best = { delimiter: ",", share: 0 };
  for (const delimiter of DELIMITERS) {
    const rows = sampleRows(sample, delimiter).filter(({ filled }) => filled > 0);
    const widths = new Map<number, number>();
    for (const { cells, fault } of rows)
      if (fault === undefined && cells.length > 1)
        widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    const share = Math.max(0, ...widths.values()) / Math.max(1, rows.length);
    if (share > best.share) best = { delimiter, share };
  }
  return best.delimiter;
}

/** The headers of a first row; empty ones at its end count if cells stand below them. */
function headersOf(
  { cells, filled }: Pick<ScannedRow, "cells" | "filled">,
  below: readonly ScannedRow[],
): string[] {
  const width = Math.max(filled, Math.min(cells.length, unnamed(0, below).length));
  return Array.from({ length: width }, (_, column) => visible(unneutralized(cells[column] ?? "")));
}

/** Empty headers for as many columns as the first rows have. */
const unnamed = (first: number, rows: readonly ScannedRow[]): string[] => {
  const widest = Math.max(0, ...rows.map(({ filled }) => filled));
  return Array<string>(Math.max(first, Math.min(COLUMNS_MAX, widest))).fill("");
};

/** Reads the rows of a text of rows. */
export async function* csvRows(bytes: Bytes, dialect: Dialect): AsyncGenerator<Row, void, undefined> {
  const scanner = new RowScanner(dialect.delimiter);
  const rows = new Rows(dialect);
  for await (const piece of decoded(bytes.chunks(), dialect.encoding)) {
    rows.look(piece);
    for (const scanned of scanner.scan(piece)) {
      const row = rows.next(scanned);
      if (row !== undefined) yield row;
    }
  }
  for (const scanned of scanner.scan("", true)) {
    const row = rows.next(scanned);
    if (row !== undefined) yield row;
  }
}

const FAULTS = {
  quote: ["invalid_csv", "The row has text behind a closing quote. Write a quote within a field twice."],
  open_quote: [
    "invalid_csv",
    "The row opens a field with a quote and does not close it. Add the closing quote.",
  ],
  too_large: ["too_large", "The row has more than 1,048,576 characters. Shorten it."],
} as const;

/** Makes rows of the records of a text, which come in their order. */
class Rows {
  readonly #columns: number;
  #isBeforeName: boolean;
  #isBeforeHeader: boolean;
  /** Whether a piece had a character that no text may have: rows are searched from there on. */
  #isSuspect = false;
  #row = 0;
  /** The line of the delimiter, which programs hide: lines count from the headers on. */
  #linesBefore = 0;

  constructor({ columns, isNamed, header }: Dialect) {
    this.#columns = columns.length;
    this.#isBeforeName = isNamed;
    this.#isBeforeHeader = header;
  }

  look(piece: string): void {
    this.#isSuspect ||= !piece.isWellFormed() || piece.includes("\0");
  }

  /** The row of a record; undefined for the name of the delimiter, the headers, and a record without a character. */
  next(scanned: ScannedRow): Row | undefined {
    if (this.#isBeforeName) {
      this.#isBeforeName = false;
      this.#linesBefore = 1;
      return undefined;
    }
    if (scanned.filled === 0 && scanned.fault === undefined) return undefined;
    if (this.#isBeforeHeader) {
      this.#isBeforeHeader = false;
      return undefined;
    }
    this.#row += 1;
    if (this.#row > ROWS_MAX) throw tooManyRows();
    return { row: this.#row, line: scanned.line - this.#linesBefore, ...this.#judged(scanned) };
  }

  #judged({ cells, filled, fault }: ScannedRow): Pick<Row, "cells" | "faults"> {
    const faults: RowFault[] = [];
    if (fault !== undefined) faults.push({ column: null, code: FAULTS[fault][0], message: FAULTS[fault][1] });
    if (filled > this.#columns && fault !== "too_large")
      faults.push({
        column: null,
        code: "too_many_cells",
        message: `The row has ${filled} cells, but the source has ${this.#columns} columns.`,
      });
    const own: string[] = [];
    for (let column = 0; column < this.#columns; column += 1) {
      const cell = cells[column] ?? "";
      const unfit = this.#isSuspect ? unfitText(cell) : undefined;
      if (unfit !== undefined) faults.push({ column, ...unfit });
      own.push(unneutralized(unfit === undefined ? cell : visible(cell)));
    }
    const beyond = cells.slice(this.#columns, filled).map((cell) => unneutralized(visible(cell)));
    return { cells: [...own, ...beyond], faults };
  }
}

/** The fault of a text with bytes that its encoding does not have, or with NUL. */
function unfitText(cell: string): Omit<RowFault, "column"> | undefined {
  if (!cell.isWellFormed())
    return {
      code: "not_in_encoding",
      message:
        "The cell has bytes that the encoding does not have. Choose another encoding, or write it again.",
    };
  if (cell.includes("\0"))
    return { code: "invalid_character", message: "The cell has the character NUL. Remove it." };
  return undefined;
}

/** Refuses a delimiter that cannot part cells. */
export function requireDelimiter(delimiter: string | undefined): void {
  if (delimiter !== undefined && !/^[^"\r\n\ud800-\udfff]$/u.test(delimiter))
    throw new SourceRefused(
      "unreadable",
      "The delimiter is not a single character. Choose one such as ; or ,.",
    );
}
