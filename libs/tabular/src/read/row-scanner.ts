import { COLUMNS_MAX, ROW_CHARS_MAX } from "./source.ts";

/** A record of a text in the form of RFC 4180, before anything is known of its columns. */
export interface ScannedRow {
  /** Line on which it begins, from 1. */
  line: number;
  /** The first 200 cells. */
  cells: string[];
  /** Number of cells up to the last one that is not empty. */
  filled: number;
  fault: "quote" | "open_quote" | "too_large" | undefined;
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Place in a field: before it, in it, between its quotes, behind them, or in a line that is left out. */
type Mode = "start" | "plain" | "quoted" | "behind" | "skipped";

/**
 * Splitter of a text that comes in pieces into records (RFC 4180; a line ends with LF, CRLF or CR). It goes on after
 * every fault, which csv-parse does not: text behind a closing quote is a fault of its row alone. So is a quote that is
 * not closed within 1,048,576 characters: the row ends with its first line, and the next line is read. The lines
 * between have pairs of quotes alone, so none of them opens a quote again, and no text is read three times.
 */
export class RowScanner {
  readonly #delimiter: number;
  #text = "";
  /** Places in the text: the start of the row and of the field, and the next character to look at. */
  #row = 0;
  #field = 0;
  #at = 0;
  #mode: Mode = "start";
  #line = 1;
  /** The field between its quotes, once they are closed; whether it has quotes itself. */
  #quoted = "";
  #hasQuotes = false;
  #breaks = 0;
  #cells: string[] = [];
  #count = 0;
  #filled = 0;
  #fault: ScannedRow["fault"];

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Adds the next piece and yields the rows that end in it; the last piece ends the last row. */
  *scan(piece: string, isLast = false): Generator<ScannedRow, void, undefined> {
    this.#append(piece);
    for (;;) {
      if (this.#mode === "skipped" && !this.#leavesLine(isLast)) return;
      if (this.#ends(isLast)) yield this.#taken();
      else if (this.#mode === "quoted" && (isLast || this.#isLarge())) yield this.#openQuote(isLast);
      else if (this.#isLarge()) this.#forget();
      else return;
    }
  }

  #append(piece: string): void {
    this.#text = this.#row === 0 ? this.#text + piece : this.#text.slice(this.#row) + piece;
    this.#field -= this.#row;
    this.#at -= this.#row;
    this.#row = 0;
  }

  #isLarge(): boolean {
    return this.#text.length - this.#row > ROW_CHARS_MAX;
  }

  /** Reads on to the end of the row; false if the text ends before. */
  #ends(isLast: boolean): boolean {
    const end = this.#text.length;
    if (isLast && this.#row === end && this.#mode === "start") return false;
    for (;;) {
      if (this.#mode === "start" && !this.#starts(isLast)) return false;
      if (this.#mode === "quoted") {
        if (!this.#closes(isLast)) return false;
        continue;
      }
      const code = this.#fieldEnd();
      if (this.#at === end && !isLast) return false;
      if (code === CR && this.#at + 1 === end && !isLast) return false;
      this.#addField();
      if (code !== this.#delimiter) return true;
      this.#at += 1;
    }
  }

  #starts(isLast: boolean): boolean {
    if (this.#at === this.#text.length && !isLast) return false;
    const isQuoted = this.#text.charCodeAt(this.#at) === QUOTE;
    if (isQuoted) this.#at += 1;
    this.#mode = isQuoted ? "quoted" : "plain";
    this.#field = this.#at;
    this.#hasQuotes = false;
    return true;
  }

  /** Reads on to the closing quote. */
  #closes(isLast: boolean): boolean {
    for (;;) {
      const quote = this.#text.indexOf('"', this.#at);
      this.#at = quote === -1 ? this.#text.length : quote;
      if (quote === -1 || (quote + 1 === this.#text.length && !isLast)) return false;
      if (this.#text.charCodeAt(quote + 1) !== QUOTE) break;
      this.#hasQuotes = true;
      this.#at = quote + 2;
    }
    const text = this.#text.slice(this.#field, this.#at);
    this.#quoted = this.#hasQuotes ? text.replaceAll('""', '"') : text;
    this.#breaks += breaksIn(text);
    this.#at += 1;
    this.#field = this.#at;
    this.#mode = "behind";
    return true;
  }

  /** Moves to the delimiter or line end behind a field; NaN is the end of the text. */
  #fieldEnd(): number {
    const [text, delimiter] = [this.#text, this.#delimiter];
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (code !== delimiter && code !== LF && code !== CR && at < text.length) {
      at += 1;
      code = text.charCodeAt(at);
    }
    this.#at = at;
    return code;
  }

  #addField(): void {
    const rest = this.#text.slice(this.#field, this.#at);
    if (this.#mode === "behind" && rest.trim() !== "") this.#fault ??= "quote";
    this.#add(this.#mode === "behind" ? this.#quoted + rest : rest);
    this.#mode = "start";
  }

  #add(cell: string): void {
    this.#count += 1;
    if (this.#count <= COLUMNS_MAX && this.#fault !== "too_large") this.#cells.push(cell);
    if (cell !== "") this.#filled = this.#count;
  }

  /** The row that ends here; what follows its line end begins the next one. */
  #taken(): ScannedRow {
    const row = { line: this.#line, cells: this.#cells, filled: this.#filled, fault: this.#fault };
    this.#begin(this.#behindBreak(), this.#breaks + 1);
    return row;
  }

  /** The place behind the line end at which the scan stands. */
  #behindBreak(): number {
    const isPair = this.#text.charCodeAt(this.#at) === CR && this.#text.charCodeAt(this.#at + 1) === LF;
    return Math.min(this.#text.length, this.#at + (isPair ? 2 : 1));
  }

  #begin(at: number, lines: number): void {
    this.#row = this.#field = this.#at = at;
    this.#line += lines;
    this.#cells = [];
    this.#breaks = this.#count = this.#filled = 0;
    this.#fault = undefined;
    this.#mode = "start";
  }

  /** Ends a row whose quote is not closed with its first line. */
  #openQuote(isLast: boolean): ScannedRow {
    const { index, 0: ending } = /\r\n?|\n/.exec(this.#text.slice(this.#row)) ?? { index: -1, 0: "" };
    const end = index === -1 ? this.#text.length : this.#row + index;
    const cells = [this.#text.slice(this.#row, Math.min(end, this.#row + SHOWN_CHARS))];
    const row: ScannedRow = { line: this.#line, cells, filled: 1, fault: "open_quote" };
    this.#begin(end + ending.length, this.#breaks + (ending === "" ? 0 : 1));
    if (ending === "" && !isLast) this.#mode = "skipped";
    return row;
  }

  /** Leaves out the rest of a line; false if the text ends before. */
  #leavesLine(isLast: boolean): boolean {
    const found = this.#text.slice(this.#at).search(/[\r\n]/);
    this.#at = found === -1 ? this.#text.length : this.#at + found;
    const isCut = this.#text.charCodeAt(this.#at) === CR && this.#at + 1 === this.#text.length;
    if (!isLast && (found === -1 || isCut)) {
      this.#row = this.#field = this.#at;
      return false;
    }
    this.#begin(this.#behindBreak(), 1);
    return true;
  }

  /** Forgets the text of a row that is too large, and reads on to the end of the row. */
  #forget(): void {
    this.#fault = "too_large";
    this.#cells = [];
    this.#row = this.#field = this.#at;
  }
}

const SHOWN_CHARS = 1_000;

const breaksIn = (text: string): number =>
  text.includes("\n") || text.includes("\r") ? (text.match(/\r\n?|\n/g)?.length ?? 0) : 0;

/** Reads a list from one line of CSV; items are without outer blanks, and empty ones are left out. */
export function readList(text: string): string[] {
  const items: string[] = [];
  for (const { cells } of new RowScanner(",").scan(text, true)) items.push(...cells);
  return items.map((item) => item.trim()).filter((item) => item !== "");
}
