import { listText } from "../cells.ts";
import type { Bytes } from "./bytes.ts";

/** Most rows, columns, parts and bytes of a source (imports.limits). */
export const ROWS_MAX = 1_000_000;
export const COLUMNS_MAX = 200;
export const PARTS_MAX = 100;
export const SOURCE_BYTES_MAX = 524_288_000;

/** Most characters of a row as it stands in the source: twice the cells that a table stores of one. */
export const ROW_CHARS_MAX = 1_048_576;

/** Kinds of sources, which their bytes decide and never their names. */
export type Format = "csv" | "tsv" | "semicolon" | "xlsx" | "json_lines" | "vcf" | "zip";

/** A day, or a day and a time, of a sheet: `2026-11-30` or `2026-11-30T09:30:00`, on a clock without a zone. */
export interface CellDate {
  date: string;
}

/** A number that a sheet shows in percent: 12.5 is 12.5 %. */
export interface CellPercent {
  percent: number;
}

/** A file that a cell has, and the address at which its bytes are for a while. */
export interface CellFile {
  /** Id of the file in its source. */
  id: string;
  name: string;
  url: string;
  /** Place of the cell in its source, where a newer address can be read. */
  place: string;
}

/** Files of a cell of a base. */
export interface CellFiles {
  files: CellFile[];
}

/** A value of a source as it stands there. Files of text have texts alone; a sheet has null for an empty cell. */
export type Cell = string | number | boolean | null | CellDate | CellPercent | CellFiles;

/** Writes a value of a source as a text, with a decimal point. */
export function sourceText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "object") return String(cell);
  if ("files" in cell) return listText(cell.files.map(({ name }) => name));
  return "date" in cell ? cell.date : `${cell.percent}%`;
}

/** Codes of what keeps a row from being read. */
export type RowFaultCode =
  | "not_in_encoding"
  | "invalid_character"
  | "too_many_cells"
  | "too_large"
  | "invalid_csv"
  | "invalid_json"
  | "invalid_vcard"
  | "invalid_format"
  | "cell_error";

/** Codes of faults that concern the value of a cell alone; other ones make the whole row uncertain. */
const OF_VALUES: readonly RowFaultCode[] = ["cell_error", "not_in_encoding"];

/** A fault of one row, at one of its cells or at none. */
export interface RowFault {
  /** Index of the column from 0; null for the row as a whole. */
  column: number | null;
  code: RowFaultCode;
  message: string;
}

/** Reports whether a fault is that of one value, without which the row can be read. */
export const isOfValue = ({ column, code }: RowFault): boolean => column !== null && OF_VALUES.includes(code);

/** A row with something in it. A row with a fault is never written: its cells only show where the fault is. */
export interface Row {
  /** From 1, without the header; rows without a character do not count. */
  row: number;
  /** Line of the file, or number of the row in a sheet, on which it begins, from 1. */
  line: number;
  /** As many cells as the part has columns; with the fault `too_many_cells` the first 200 of the row. */
  cells: Cell[];
  faults: RowFault[];
  /** Facts that do not keep the row from being read; none when absent. */
  warnings?: RowWarning[];
}

/** Fact about a cell that a person should know, and the text that it is about. */
export interface RowWarning {
  column: number;
  code: "not_found" | "invalid_format";
  message: string;
  value: string;
}

/** A table of a source: the file itself, a sheet, or a file of an archive. */
export interface Part {
  index: number;
  /** Name of the sheet or of the file in the archive; null for a source of one part. */
  name: string | null;
  /** Headers as the source has them, without outer blanks; `Column 3` where it has none. Equal ones stay equal. */
  columns: readonly string[];
  /**
   * Reads all rows from the start, in their order, in memory that does not grow with the source. Throws SourceRefused
   * for more than 1,000,000 rows, and for bytes that end before they should.
   */
  rows: () => AsyncGenerator<Row, void, undefined>;
}

/** Facts of a source that a person may state if they were guessed wrong. */
export interface SourceOptions {
  /** A name of `encodings`. */
  encoding?: string;
  delimiter?: string;
  /** Whether the first row names the columns. */
  header?: boolean;
  /** Whether an archive is read as its documents although it has files of rows. */
  isDocuments?: boolean;
}

/** A source that was looked through, and whose rows can be read any number of times until it is closed. */
export interface Source {
  format: Format;
  /** Null for sources that say it themselves: xlsx. */
  encoding: string | null;
  delimiter: string | null;
  header: boolean;
  /** Names of the facts that nothing but their likelihood decided. */
  guessed: ("encoding" | "delimiter" | "header")[];
  parts: readonly Part[];
  /** Reads a file of an archive of documents by its path; absent in other sources. */
  file?: (path: string) => Bytes | undefined;
  /** Removes what the source has put on the disk. */
  close: () => Promise<void>;
}

/** Codes of refusals of a whole source. */
export type RefusalCode = "unsupported_format" | "encrypted" | "unreadable" | "too_large" | "limit_reached";

/** Refusal of a whole source; the message says what to do. */
export class SourceRefused extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "SourceRefused";
    this.code = code;
  }
}

/** Refuses more rows than an import takes. */
export const tooManyRows = (): SourceRefused =>
  new SourceRefused("limit_reached", "The source has more than 1,000,000 rows. Split it.");

/** Names columns by their headers; a column without one is named by its place. */
export function columnNames(headers: readonly string[]): string[] {
  if (headers.length > COLUMNS_MAX)
    throw new SourceRefused("limit_reached", `The source has more than ${COLUMNS_MAX} columns. Split it.`);
  return headers.map((header, index) => header.normalize("NFC").trim() || `Column ${index + 1}`);
}
