import type { Archive } from "../archive.ts";
import type { Bytes } from "../bytes.ts";
import { isHeader } from "../header.ts";
import {
  sourceText,
  columnNames,
  COLUMNS_MAX,
  ROWS_MAX,
  SourceRefused,
  tooManyRows,
  type Cell,
  type Part,
  type Row,
  type RowFault,
  type SourceOptions,
} from "../source.ts";
import { readCell, type CellReading } from "./cell.ts";
import { SharedStrings } from "./shared-strings.ts";
import { mergedRanges, sheetRows, type MergedRange, type SheetRow } from "./sheet.ts";
import { readWorkbook, type SheetEntry, type Workbook } from "./workbook.ts";

const SAMPLE_ROWS = 200;

/** A workbook whose sheets can be read. */
export interface OpenWorkbook {
  parts: Part[];
  header: boolean;
  close: () => Promise<void>;
}

/** Opens a workbook: each sheet with a value is a part. Nothing is fetched, and no formula is computed. */
export async function openWorkbook(archive: Archive, options: SourceOptions): Promise<OpenWorkbook> {
  const workbook = await readWorkbook(archive);
  const strings = await SharedStrings.read(fileOf(archive, workbook.strings));
  try {
    const sheets: Sheet[] = [];
    for (const entry of workbook.sheets) {
      const sheet = await Sheet.open({ archive, workbook, strings, entry }, options.header);
      if (sheet !== undefined) sheets.push(sheet);
    }
    return {
      parts: sheets.map((sheet, index) => ({
        index,
        name: sheet.name,
        columns: sheet.columns,
        rows: () => sheet.rows(),
      })),
      header: sheets[0]?.header ?? true,
      close: async () => strings?.close(),
    };
  } catch (thrown) {
    await strings?.close();
    throw thrown;
  }
}

const fileOf = (archive: Archive, name: string | undefined): Bytes | undefined =>
  name === undefined ? undefined : archive.file(name);

interface SheetSource {
  archive: Archive;
  workbook: Workbook;
  strings: SharedStrings | undefined;
  entry: SheetEntry;
}

/** Cells of a row with what is wrong with them. */
type CellsOfRow = Pick<SheetRow, "line" | "filled"> & Pick<Row, "cells" | "faults">;

class Sheet {
  readonly name: string;
  columns: readonly string[] = [];
  header = true;
  readonly #source: SheetSource;
  readonly #bytes: Bytes;
  readonly #merged: readonly MergedRange[];

  private constructor(source: SheetSource, bytes: Bytes, merged: readonly MergedRange[]) {
    this.name = source.entry.name;
    this.#source = source;
    this.#bytes = bytes;
    this.#merged = merged;
  }

  /** Looks at the first rows of a sheet; undefined for a sheet without any. */
  static async open(source: SheetSource, header: boolean | undefined): Promise<Sheet | undefined> {
    const bytes = source.archive.file(source.entry.file);
    if (bytes === undefined)
      throw new SourceRefused("unreadable", "The file is damaged: a sheet is missing.");
    const sheet = new Sheet(source, bytes, await mergedRanges(bytes));
    const sample: CellsOfRow[] = [];
    for await (const row of sheet.#all()) if (sample.push(row) === SAMPLE_ROWS) break;
    const [first, ...below] = sample;
    if (first === undefined) return undefined;
    sheet.header =
      header ??
      isHeader(
        first.cells,
        below.map(({ cells }) => cells),
      );
    sheet.columns = columnNames(sheet.header ? headersOf(first, sample) : unnamed(first, sample));
    return sheet;
  }

  /** Reads the rows behind the headers. */
  async *rows(): AsyncGenerator<Row, void, undefined> {
    let isBeforeHeader = this.header;
    let number = 0;
    for await (const row of this.#all()) {
      if (isBeforeHeader) {
        isBeforeHeader = false;
        continue;
      }
      number += 1;
      if (number > ROWS_MAX) throw tooManyRows();
      yield { row: number, ...this.#fitted(row) };
    }
  }

  async *#all(): AsyncGenerator<CellsOfRow, void, undefined> {
    for await (const row of sheetRows(this.#bytes, this.#merged)) yield await this.#read(row);
  }

  async #read({ line, filled, cells: raw }: SheetRow): Promise<CellsOfRow> {
    const cells: Cell[] = [];
    const faults: RowFault[] = [];
    for (let column = 0; column < Math.min(filled, COLUMNS_MAX); column += 1) {
      const cell = raw[column];
      const reading: CellReading =
        cell === undefined ? { cell: null } : readCell(cell, this.#source.workbook, this.#source.strings);
      const { cell: value, fault } = "load" in reading ? await reading.load() : reading;
      cells.push(value);
      if (fault !== undefined) faults.push({ column, ...fault });
    }
    return { line, filled, cells, faults };
  }

  /** A row with as many cells as the part has columns. */
  #fitted({ line, filled, cells, faults }: CellsOfRow): Pick<Row, "line" | "cells" | "faults"> {
    const count = this.columns.length;
    const tooMany: RowFault = {
      column: null,
      code: "too_many_cells",
      message: `The row has ${filled} cells, but the sheet has ${count} columns.`,
    };
    const own = faults.filter(({ column }) => column === null || column < count);
    const fitted = Array.from(
      { length: Math.max(count, cells.length) },
      (_, column) => cells[column] ?? null,
    );
    return { line, cells: fitted, faults: filled > count ? [tooMany, ...own] : own };
  }
}

/** The headers of a first row, and empty ones for as many more columns as the first rows have. */
const headersOf = (first: CellsOfRow, sample: readonly CellsOfRow[]): string[] =>
  unnamed(first, sample).map((empty, column) => sourceText(first.cells[column] ?? empty));

const unnamed = (first: CellsOfRow, sample: readonly CellsOfRow[]): string[] => {
  const widest = Math.max(...sample.map(({ filled }) => filled));
  return Array<string>(Math.max(first.filled, Math.min(COLUMNS_MAX, widest))).fill("");
};
