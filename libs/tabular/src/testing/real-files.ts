import assert from "node:assert/strict";
import { test } from "node:test";
import { guessPart } from "../guess/index.ts";
import { openSource, type Row, type Source, type SourceOptions } from "../read/index.ts";
import { sourceText } from "../read/source.ts";
import { withFile } from "./opened.ts";

/** A file as a program writes it, and what its reader must give. */
export interface RealFile {
  what: string;
  bytes: Buffer;
  /** Encoding or format, delimiter and header; then for each part its rows, faults, types of columns and questions. */
  gives: string;
  options?: SourceOptions;
  /** Headers of the first part. */
  headers?: string;
  /** First rows of the first part, their cells between bars. */
  cells?: string[];
}

const CONTEXT = { timeZone: "Europe/Berlin", country: "DE" };

/** Tests that each file gives what it must. */
export function testRealFiles(files: readonly RealFile[]): void {
  for (const { what, bytes, gives, options = {}, headers, cells } of files)
    void test(`a file of ${what} is read as its program meant it`, async () => {
      const read = await withFile(bytes, (path) => readAll(path, options, cells?.length ?? 0));
      assert.equal(read.gives, gives);
      if (headers !== undefined) assert.equal(read.headers, headers);
      if (cells !== undefined) assert.deepEqual(read.cells, cells);
    });
}

async function readAll(path: string, options: SourceOptions, count: number) {
  const source = await openSource({ path }, options);
  try {
    const parts: string[] = [];
    for (const part of source.parts) parts.push(await partFacts(part));
    const [first] = source.parts;
    const rows = await firstRows(first?.rows(), count);
    return {
      gives: [formOf(source), ...parts].join(" | "),
      headers: first?.columns.join("|"),
      cells: rows.map(({ cells }) => cells.map(sourceText).join("|")),
    };
  } finally {
    await source.close();
  }
}

const formOf = ({ format, encoding, delimiter, header }: Source): string =>
  [encoding ?? format, delimiter === "\t" ? "tab" : delimiter, header ? "header" : "no header"]
    .filter((fact) => fact !== null)
    .join(" ");

async function partFacts(part: Source["parts"][number]): Promise<string> {
  const codes = new Set<string>();
  for await (const { faults } of part.rows()) for (const { code } of faults) codes.add(code);
  const { rows, faulty, columns } = await guessPart(part, CONTEXT);
  const types = columns.map(({ guess, question }) => guess.type + (question === null ? "" : `?${question}`));
  const faults = faulty === 0 ? "" : `, ${faulty} ${[...codes].join(" ")}`;
  return `${part.name === null ? "" : `${part.name} `}${rows}${faults}: ${types.join(" ")}`;
}

async function firstRows(rows: AsyncIterable<Row> | undefined, count: number): Promise<Row[]> {
  const first: Row[] = [];
  if (count === 0 || rows === undefined) return first;
  for await (const row of rows) if (first.push(row) === count) break;
  return first;
}
