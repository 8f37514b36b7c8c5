import { pipeline } from "node:stream/promises";
import type { FieldError } from "@jst/errors";
import { ownStretch } from "@jst/jobs/stretches";
import { CsvError, parse } from "csv-parse";

const FAULTS_MAX = 20;
/** Bytes that are read in one piece of work of some 2 ms. */
const PIECE = 16_384;
const LINE_END = 0x0a;

/**
 * What is wrong with a text as CSV (RFC 4180; lines end with LF or CRLF): each record that has another number of
 * fields than the first, by the line on which it begins, and the first quote that is none. At most 20 faults. Long
 * work of the team (ownStretch).
 */
export async function csvFaults(text: string, field: string, teamId: string): Promise<FieldError[]> {
  const bytes = Buffer.from(text);
  const faults: FieldError[] = [];
  const lines = new Lines(bytes);
  const add = (code: string, from: number, message: string) =>
    faults.push({ field, code, line: lines.at(from), message: `Line ${lines.at(from)}: ${message}` });
  let width = 0;
  let from = 0;
  const parser = parse({
    relax_column_count: true,
    record_delimiter: ["\r\n", "\n"],
    on_record: ({ length }: string[], { bytes: end }) => {
      width ||= length;
      if (length !== width && faults.length < FAULTS_MAX)
        add("not_rectangular", from, `${length} fields, where the first record has ${width}.`);
      from = end;
      return null;
    },
  });
  try {
    await pipeline(piecesOf(bytes, teamId), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (faults.length < FAULTS_MAX)
      add("invalid_csv", from, "a record begins in which a quote opens or closes nothing.");
  }
  return faults;
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
