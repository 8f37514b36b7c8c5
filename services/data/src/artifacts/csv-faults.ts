import { pipeline } from "node:stream/promises";
import type { FieldError } from "@jst/errors";
import { ownStretch } from "@jst/jobs/stretches";
import { CsvError, parse } from "csv-parse";

const FAULTS_MAX = 20;
/** Bytes that are read in one piece of work of some 2 ms. */
const PIECE = 16_384;
const LINE_END = 0x0a;

const NAMES = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars" } as const;
type Delimiter = keyof typeof NAMES;

/** Line that programs write before the first record to name the delimiter. */
const NAMED_DELIMITER = /^\ufeff?sep=([,;\t|])\r?(?:\n|$)/;

const QUOTES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "opens a field with a quote and does not close it. Add the closing quote",
  CSV_INVALID_CLOSING_QUOTE: "has text after a closing quote. Write a quote within a field twice",
  INVALID_OPENING_QUOTE:
    "has a quote within a field that does not begin with a quote. Put the whole field in quotes",
};

/**
 * Finds the faults of a text as CSV (RFC 4180; lines end with LF or CRLF), at most 20. Each record with another number
 * of fields than the first is one, by the line on which it begins, and so is the first misplaced quote.
 *
 * The delimiter is the one that the text names or that suits all its records, else the commonest of the first record.
 * Long work of the team (ownStretch).
 */
export async function csvFaults(text: string, field: string, teamId: string): Promise<FieldError[]> {
  const bytes = Buffer.from(text);
  const named = NAMED_DELIMITER.exec(text)?.[1] as Delimiter | undefined;
  const delimiters = named === undefined ? delimitersOf(text) : [named];
  let first: FieldError[] | undefined;
  for (const delimiter of delimiters) {
    const faults = await faultsWith(delimiter, bytes, { field, teamId, isNamed: named !== undefined });
    if (faults.length === 0) return faults;
    first ??= faults;
  }
  return first ?? [];
}

/** Finds the delimiters of the first record, outside of quotes, the commonest first. */
function delimitersOf(text: string): Delimiter[] {
  const counts = new Map<Delimiter, number>();
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "\n") break;
    else if (character in NAMES) {
      const delimiter = character as Delimiter;
      counts.set(delimiter, (counts.get(delimiter) ?? 0) + 1);
    }
  }
  const found = [...counts].sort(([, a], [, b]) => b - a).map(([delimiter]) => delimiter);
  return found.length === 0 ? [","] : found;
}

interface Reading {
  field: string;
  teamId: string;
  /** The first line names the delimiter. */
  isNamed: boolean;
}

async function faultsWith(delimiter: Delimiter, bytes: Buffer, reading: Reading): Promise<FieldError[]> {
  const found = new LineFaults(bytes, reading.field);
  let width = 0;
  let isHead = reading.isNamed;
  // Empty lines at the end are not records.
  let empty: number[] = [];
  const check = (length: number, from: number): void => {
    width ||= length;
    if (length !== width)
      found.add(
        "not_rectangular",
        from,
        `has ${length} fields separated by ${NAMES[delimiter]}, but the first record has ${width}. If a field contains a separator, put the field in quotes.`,
      );
  };
  let from = 0;
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    record_delimiter: ["\r\n", "\n"],
    on_record: (record: string[], { bytes: end }) => {
      const start = from;
      from = end;
      if (isHead) isHead = false;
      else if (record.length === 1 && record[0] === "" && empty.length < FAULTS_MAX) empty.push(start);
      else if (record.length > 1 || record[0] !== "") {
        for (const place of empty) check(1, place);
        empty = [];
        check(record.length, start);
      }
      return null;
    },
  });
  try {
    await pipeline(piecesOf(bytes, reading.teamId), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    found.add("invalid_csv", from, `${QUOTES[error.code] ?? "is not valid CSV"}.`);
  }
  return found.faults;
}

/** Faults of a text by their lines, in the order of the text. */
class LineFaults {
  readonly faults: FieldError[] = [];
  readonly #lines: Lines;
  readonly #field: string;

  constructor(bytes: Buffer, field: string) {
    this.#lines = new Lines(bytes);
    this.#field = field;
  }

  add(code: string, from: number, message: string): void {
    if (this.faults.length >= FAULTS_MAX) return;
    const line = this.#lines.at(from);
    this.faults.push({ field: this.#field, code, line, message: `Line ${line} ${message}` });
  }
}

async function* piecesOf(bytes: Buffer, teamId: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    await ownStretch(teamId);
    yield bytes.subarray(at, at + PIECE);
  }
}

/** Numbers of lines, for places that are asked in their order. */
class Lines {
  readonly #bytes: Buffer;
  #line = 1;
  #place = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The line of the byte at this place. */
  at(place: number): number {
    for (; this.#place < place; this.#place += 1) if (this.#bytes[this.#place] === LINE_END) this.#line += 1;
    return this.#line;
  }
}
