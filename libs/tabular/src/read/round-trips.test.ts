import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { Readable } from "node:stream";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { allOf, withFile } from "../testing/opened.ts";
import { encodedText, seeded, tableMaker, writtenTable, type TableForm } from "../testing/tables.ts";
import { bytesOfText, type Bytes } from "./bytes.ts";
import { csvRows, dialectOf } from "./csv.ts";
import { encodingOf, type Encoding } from "./encoding.ts";
import { RowScanner } from "./row-scanner.ts";

const ENCODINGS: readonly Encoding[] = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1251",
  "macintosh",
];
const DELIMITERS = [",", ";", "\t", "|"];
const LINE_ENDS = ["\n", "\r\n", "\r"] as const;

/** Bytes that come in pieces of a size that cuts characters and line ends. */
const inPieces = (all: Buffer, size: number): Bytes => ({
  size: all.length,
  chunks: () =>
    Readable.from(
      Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
        all.subarray(at * size, (at + 1) * size),
      ),
    ),
});

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell !== "");

test("a table in any encoding, delimiter, quoting and line end is read back as it was written, in pieces of any size", async () => {
  const below = seeded(11);
  for (let round = 0; round < 1_000; round += 1) {
    const encoding = ENCODINGS[below(ENCODINGS.length)] ?? "utf-8";
    const form: TableForm = {
      delimiter: DELIMITERS[below(4)] ?? ",",
      quotes: below(2) === 0 ? "all" : "needed",
      lineEnd: LINE_ENDS[below(3)] ?? "\n",
      endsWithLine: below(2) === 0,
    };
    const columns = 1 + below(6);
    const table = tableMaker(below, encoding)(below(8), columns);
    const headers = Array.from({ length: columns }, (_, at) => `h${at}`);
    const bytes = inPieces(
      encodedText(
        writtenTable([headers, ...table], form),
        encoding,
        below(2) === 0 && encoding.startsWith("utf"),
      ),
      1 + below(9),
    );
    const dialect = await dialectOf(bytes, encoding, { delimiter: form.delimiter, header: true });
    const rows = await allOf(csvRows(bytes, dialect));
    // A file of ours writes a quote before what looks like a formula; the reader takes it away.
    const expected = table
      .filter(isFilled)
      .map((row) => row.map((cell) => cell.replace(/^'('*[=+\-@\t\r\n])/, "$1")));
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      expected,
      JSON.stringify({ encoding, form, table }),
    );
    assert.deepEqual(
      rows.flatMap(({ faults }) => faults),
      [],
    );
  }
});

test("encoding and delimiter of tables with enough text are found without a hint", async () => {
  const below = seeded(5);
  for (const encoding of ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const)
    for (const delimiter of DELIMITERS)
      for (let round = 0; round < 25; round += 1) {
        const word = (): string => ["Müller", "née", "12,5", "1;2", "7", "x, y", '5" pipe'][below(7)] ?? "";
        const rows = Array.from({ length: 20 }, () => [word(), word(), `${below(100)}`, word()]);
        const text = writtenTable([["name", "größe", "n", "rest"], ...rows], {
          ...{ delimiter, quotes: "needed", lineEnd: "\r\n", endsWithLine: true },
        });
        const bytes = inPieces(encodedText(text, encoding), 1_000);
        assert.equal((await encodingOf(bytes)).encoding, encoding);
        const dialect = await dialectOf(bytes, encoding, {});
        assert.deepEqual(
          [dialect.delimiter, dialect.header, dialect.columns.length],
          [delimiter, true, 4],
          text,
        );
      }
});

/** Texts of the signs that readers of CSV differ about. */
function wildText(below: (count: number) => number): string {
  const signs = ["a", "b", ",", '"', '""', "\n", "\r\n", " ", "1"];
  return Array.from({ length: below(30) }, () => signs[below(signs.length)] ?? "").join("");
}

const scanned = (text: string) => {
  const scanner = new RowScanner(",");
  return [...scanner.scan(text.slice(0, 7)), ...scanner.scan(text.slice(7)), ...scanner.scan("", true)];
};

test("a text without a fault of quotes has the records that csv-parse finds", () => {
  const below = seeded(3);
  let compared = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const text = wildText(below);
    const own = scanned(text);
    // A quote within a field that does not begin with one is text here and a fault there.
    if (own.some(({ fault }) => fault !== undefined) || /[^,\n"]"/.test(text.replaceAll('""', ""))) continue;
    let theirs: string[][];
    try {
      theirs = parse(text, { relax_column_count: true, record_delimiter: ["\r\n", "\n"] });
    } catch {
      continue;
    }
    compared += 1;
    assert.deepEqual(
      own.map(({ cells }) => cells),
      theirs,
      JSON.stringify(text),
    );
  }
  assert.ok(compared > 3_000, `${compared}`);
});

const PYTHON = `
import csv, json, sys
print(json.dumps([list(csv.reader(text.splitlines(keepends=True))) for text in json.load(open(sys.argv[1]))]))
`;
const hasPython = spawnSync("python3", ["-c", "import csv"]).status === 0;

test(
  "every text has the records that Python finds, up to the first quote that is not closed",
  { skip: !hasPython },
  async () => {
    const below = seeded(9);
    const texts = Array.from({ length: 20_000 }, () => wildText(below));
    const output = await withFile(Buffer.from(JSON.stringify(texts)), (file) =>
      Promise.resolve(
        spawnSync("python3", ["-c", PYTHON, file], { encoding: "utf8", maxBuffer: 1e9 }).stdout,
      ),
    );
    const theirs = JSON.parse(output) as string[][][];
    for (const [at, text] of texts.entries()) {
      const own = scanned(text);
      const open = own.findIndex(({ fault }) => fault === "open_quote");
      const until = open === -1 ? own.length : open;
      // Python has no cell in an empty line.
      const records = own
        .slice(0, until)
        .map(({ cells }) => (cells.length === 1 && cells[0] === "" ? [] : cells));
      const others = (theirs[at] ?? []).map((row) => (row.length === 1 && row[0] === "" ? [] : row));
      assert.deepEqual(records, open === -1 ? others : others.slice(0, until), JSON.stringify(text));
    }
  },
);

test("a text of the request is read as one of a file", async () => {
  const bytes = bytesOfText("a,b\n1,2\n");
  const rows = await allOf(csvRows(bytes, await dialectOf(bytes, "utf-8", {})));
  assert.deepEqual(rows, [{ row: 1, line: 2, cells: ["1", "2"], faults: [] }]);
});
