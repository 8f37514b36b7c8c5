import type { Bytes } from "../bytes.ts";
import { COLUMNS_MAX, SourceRefused } from "../source.ts";
import { SheetText } from "./sheet-text.ts";
import { readXml, type Attributes, type XmlHandler } from "./xml.ts";

/** Columns of a sheet in every program. */
const SHEET_COLUMNS_MAX = 16_384;

/** Type of a formula without a stored value; one that yields an empty text has the type `str`. */
export const NOT_COMPUTED = "formula";

/** A cell as a sheet has it: its type, the number of its style, and its text; null for a text that is too long. */
export interface SheetCell {
  type: string;
  style: number;
  text: string | null;
}

/** A row of a sheet with something in it. */
export interface SheetRow {
  /** Number of the row in the sheet, from 1. */
  line: number;
  /** Cells of the first 200 columns by their index; empty ones are undefined. */
  cells: (SheetCell | undefined)[];
  /** Number of columns up to the last cell that is not empty. */
  filled: number;
}

/** A range of cells that are shown as one, the first of which has the value; rows and columns from 0. */
export interface MergedRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Reads the rows of a sheet that have a value, in its order. Cells behind the first of a merged range are empty. */
export async function* sheetRows(
  bytes: Bytes,
  merged: readonly MergedRange[],
): AsyncGenerator<SheetRow, void, undefined> {
  const collector = new RowCollector(new Merges(merged));
  for await (const _ of readXml(bytes, collector)) yield* collector.taken();
  yield* collector.taken();
}

/** Receiver of a sheet that collects its rows. */
class RowCollector implements XmlHandler {
  readonly #merges: Merges;
  #rows: SheetRow[] = [];
  #line = 0;
  #column = -1;
  #row: SheetRow | undefined;
  #cell: SheetCell | undefined;
  #text: SheetText | undefined;
  #isValue = false;
  #isFormula = false;

  constructor(merges: Merges) {
    this.#merges = merges;
  }

  taken(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "row") this.#startRow(attributes);
    else if (name === "c" && this.#row !== undefined) this.#startCell(attributes);
    else if (name === "v" && this.#cell !== undefined) this.#startText("t");
    else if (name === "is" && this.#cell !== undefined) this.#startText();
    else if (name === "f") this.#isFormula = true;
    else this.#text?.open(name);
  }

  text(piece: string): void {
    this.#text?.add(piece);
  }

  close(name: string): void {
    if (name === "v" || name === "is") this.#endText();
    else if (name === "c") this.#endCell();
    else if (name === "row") this.#endRow();
    else if (!this.#isValue) this.#text?.close(name);
  }

  #startRow({ r }: Attributes): void {
    const line = r === undefined ? this.#line + 1 : Number(r);
    if (!Number.isSafeInteger(line) || line < 1) throw wrongPlace(r);
    this.#line = line;
    this.#column = -1;
    this.#row = { line, cells: [], filled: 0 };
    this.#merges.enter(line - 1);
  }

  #startCell({ r, s, t }: Attributes): void {
    this.#column = r === undefined ? this.#column + 1 : columnOf(r);
    if (this.#column >= SHEET_COLUMNS_MAX) throw wrongPlace(r);
    this.#isFormula = false;
    this.#cell = { type: t ?? "n", style: s === undefined ? 0 : Number(s), text: "" };
  }

  #startText(name?: string): void {
    this.#text = new SheetText();
    this.#isValue = name !== undefined;
    if (name !== undefined) this.#text.open(name);
  }

  #endText(): void {
    if (this.#cell !== undefined && this.#text !== undefined) this.#cell.text = this.#text.whole();
    this.#text = undefined;
    this.#isValue = false;
  }

  #endCell(): void {
    const [row, cell, column] = [this.#row, this.#cell, this.#column];
    this.#cell = undefined;
    if (cell?.text === "" && this.#isFormula && cell.type !== "str") cell.type = NOT_COMPUTED;
    const isEmpty = cell?.text === "" && cell.type !== NOT_COMPUTED;
    if (row === undefined || cell === undefined || isEmpty || this.#merges.covers(column)) return;
    row.filled = Math.max(row.filled, column + 1);
    if (column < COLUMNS_MAX) row.cells[column] = cell;
  }

  #endRow(): void {
    if (this.#row !== undefined && this.#row.filled > 0) this.#rows.push(this.#row);
    this.#row = undefined;
  }
}

/** Ranges of a sheet by the row that is read. */
class Merges {
  readonly #ahead: MergedRange[];
  #here: MergedRange[] = [];
  #row = -1;

  constructor(ranges: readonly MergedRange[]) {
    this.#ahead = ranges.toSorted((one, other) => other.top - one.top);
  }

  enter(row: number): void {
    this.#row = row;
    this.#here = this.#here.filter(({ bottom }) => bottom >= row);
    for (let next = this.#ahead.at(-1); next !== undefined && next.top <= row; next = this.#ahead.at(-1)) {
      this.#ahead.pop();
      if (next.bottom >= row) this.#here.push(next);
    }
  }

  covers(column: number): boolean {
    return this.#here.some(
      ({ top, left, right }) => column >= left && column <= right && !(top === this.#row && left === column),
    );
  }
}

const wrongPlace = (place: string | undefined): SourceRefused =>
  new SourceRefused("unreadable", `The sheet is damaged: it has no place ${place ?? ""}. Save it again.`);

const PLACE = /^([A-Z]{1,3})(\d{1,7})$/;

/** The index of the column in the address of a cell, such as 27 for AB12. */
function columnOf(address: string): number {
  const letters = PLACE.exec(address)?.[1];
  if (letters === undefined) throw wrongPlace(address);
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const MERGED = /<(?:\w+:)?mergeCell\s[^>]{0,100}?ref\s*=\s*["']([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})["']/g;
const RANGES_MAX = 100_000;
/** Characters that may stand between the start of a range and its end. */
const OVERLAP = 256;

/** Finds the ranges of a sheet, which stand behind its rows. */
export async function mergedRanges(bytes: Bytes): Promise<MergedRange[]> {
  const ranges = new Map<string, MergedRange>();
  let rest = "";
  for await (const chunk of bytes.chunks()) {
    const text = rest + chunk.toString("latin1");
    rest = text.slice(-OVERLAP);
    if (!text.includes("mergeCell ")) continue;
    for (const [, from = "", to = ""] of text.matchAll(MERGED))
      ranges.set(`${from}:${to}`, rangeOf(from, to));
    if (ranges.size > RANGES_MAX)
      throw new SourceRefused(
        "limit_reached",
        `A sheet has more than ${RANGES_MAX} merged ranges. Split them.`,
      );
  }
  return [...ranges.values()];
}

function rangeOf(from: string, to: string): MergedRange {
  const row = (address: string) => Number(PLACE.exec(address)?.[2]) - 1;
  return { top: row(from), left: columnOf(from), bottom: row(to), right: columnOf(to) };
}
