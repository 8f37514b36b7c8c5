import assert from "node:assert/strict";
import { test } from "node:test";
import { heldBytes } from "@jst/testing/held-bytes";
import { zipOf } from "@jst/testing/zips";
import { readBytes, tableOf, withFile } from "../testing/opened.ts";
import { workbookOf } from "../testing/workbooks.ts";
import { openSource } from "./index.ts";
import { RowScanner } from "./row-scanner.ts";

// The bounds of imports.limits, the faults of imports.rows and imports.encodings, the refusals of imports.sources.

/** Codes of the faults of all rows, by the number and line of the row. */
async function faultsOf(bytes: Buffer, options = {}): Promise<string[]> {
  const rows = (await readBytes(bytes, options)).parts.flatMap((part) => part.rows);
  return rows.map(({ row, line, faults }) =>
    [row, line, ...faults.map(({ column, code }) => `${column ?? "-"}:${code}`)].join(" "),
  );
}

const text = (...lines: string[]): Buffer => Buffer.from(lines.join("\n"));

test("400 MiB behind an open quote are a fault of its row, and cost no memory", () => {
  const scanner = new RowScanner(",");
  const piece = "x".repeat(65_536);
  const rows = [...scanner.scan('a,b\n"open')];
  const before = heldBytes();
  for (let round = 0; round < 6_400; round += 1) rows.push(...scanner.scan(piece));
  assert.ok(heldBytes() - before < 8_388_608);
  rows.push(...scanner.scan("\n1,2\n"), ...scanner.scan("", true));
  assert.deepEqual(
    rows.map(({ line, fault }) => [line, fault]),
    [
      [1, undefined],
      [2, "open_quote"],
      [3, undefined],
    ],
  );
});

test("rows behind an open quote are read, and a quote that closes late belongs to its own row", async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => `row ${at},""`);
  const bytes = text("a,b", '"never closed,1', ...rows, "last,2");
  const [part] = (await readBytes(bytes)).parts;
  assert.deepEqual(
    part?.rows[0]?.faults.map(({ code }) => code),
    ["invalid_csv"],
  );
  assert.deepEqual(
    part.rows.slice(1, 3).map(({ line, cells }) => [line, ...cells]),
    [
      [3, "row 0", ""],
      [4, "row 1", ""],
    ],
  );
  assert.deepEqual([part.rows.length, part.rows.at(-1)?.cells], [60_002, ["last", "2"]]);
  assert.equal(part.rows.filter(({ faults }) => faults.length > 0).length, 1);
});

test("text behind a closing quote, too many cells and NUL are faults of their rows alone", async () => {
  const many = Array(10_000).fill("x").join(",");
  assert.deepEqual(await faultsOf(text("a,b", '"x"y,1', many, "p,q,", "p,q,r", "n\0,1", "fine,1")), [
    "1 2 -:invalid_csv",
    "2 3 -:too_many_cells",
    "3 4",
    "4 5 -:too_many_cells",
    "5 6 0:invalid_character",
    "6 7",
  ]);
});

test("bytes that the encoding does not have are a fault of their row, and never U+FFFD", async () => {
  const latin = Buffer.from("a,b\nM\xfcller,1\nfine,\u00df\n", "latin1");
  assert.deepEqual(await tableOf(latin), [
    ["a", "b"],
    ["Müller", "1"],
    ["fine", "ß"],
  ]);
  const marked = Buffer.concat([Buffer.from("\ufeff"), latin]);
  assert.deepEqual(await faultsOf(marked), ["1 2 0:not_in_encoding", "2 3 1:not_in_encoding"]);
  assert.deepEqual((await tableOf(marked)).slice(1), [
    [String.raw`M\xfcller`, "1"],
    ["fine", String.raw`\xdf`],
  ]);
  const unknown = Buffer.from("a,b\nM\xfcller,\x81\n", "latin1");
  assert.deepEqual(await faultsOf(unknown, { encoding: "windows-1252" }), ["1 2 1:not_in_encoding"]);
  const half = Buffer.from("\ufeffa,b\n\ud83d,1\n\ud83d\ude00,2\n", "utf16le");
  assert.deepEqual(await faultsOf(half), ["1 2 0:not_in_encoding", "2 3"]);
  assert.deepEqual(await tableOf(text("a", "genuine \ufffd")), [["a"], ["genuine \ufffd"]]);
});

test("half a surrogate pair and NUL in a line of JSON are faults of the row", async () => {
  const bytes = text(
    '{"a":"x"}',
    String.raw`{"a":"\ud800"}`,
    String.raw`{"a":"\u0000"}`,
    "[1]",
    "{",
    '{"a":1}',
  );
  assert.deepEqual(await faultsOf(bytes), [
    "1 1",
    "2 2 0:invalid_character",
    "3 3 0:invalid_character",
    "4 4 -:invalid_json",
    "5 5 -:invalid_json",
    "6 6",
  ]);
});

test("equal headers and names that every object has are plain names", async () => {
  const names = ["__proto__", "constructor", "a", "a"];
  assert.deepEqual((await tableOf(text(names.join(), "1,2,3,4")))[1], ["1", "2", "3", "4"]);
  const [columns, row] = await tableOf(text('{"__proto__":{"x":1},"constructor":"c","toString":null}'));
  assert.deepEqual(
    [columns, row],
    [
      ["__proto__.x", "constructor", "toString"],
      [1, "c", null],
    ],
  );
});

const COMPOUND = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2_000)]);
const inner = zipOf([{ name: "b.csv", content: "b" }]);
const zeros = zipOf([{ name: "b.md", content: "0".repeat(5_000_000) }]);
const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}.csv`, content: "a" }));
const OTHERS: readonly [what: string, bytes: Buffer, code: string][] = [
  ["nothing", Buffer.alloc(0), "unreadable"],
  ["a mark without a text", Buffer.from("\ufeff"), "unreadable"],
  ["blank lines", text("", ",,", ""), "unreadable"],
  ["a workbook of empty sheets", workbookOf({ sheets: [{ name: "S", data: "" }] }), "unreadable"],
  ["a workbook of 2003", Buffer.concat([COMPOUND, Buffer.from("Workbook", "utf16le")]), "unsupported_format"],
  [
    "an encrypted workbook",
    Buffer.concat([COMPOUND, Buffer.from("EncryptedPackage", "utf16le")]),
    "encrypted",
  ],
  ["an encrypted archive", zipOf([{ name: "a.csv", content: "a", flags: 0x801 }]), "encrypted"],
  ["an archive without rows", zipOf([{ name: "a.png", content: "a" }]), "unsupported_format"],
  ["a text document", zipOf([{ name: "content.xml", content: "<a/>" }]), "unsupported_format"],
  ["an archive that lies", zipOf([{ name: "a.csv", content: "a,b\n1,2", crc: 1 }]), "unreadable"],
  ["an archive of zeros", zipOf([{ name: "a.csv", content: "0".repeat(5_000_000) }]), "too_large"],
  ["an archive with a path out of it", zipOf([{ name: "../a.csv", content: "a" }]), "unreadable"],
  ["an archive with an absolute path", zipOf([{ name: "/etc/a.csv", content: "a" }]), "unreadable"],
  ["an archive of 101 files", zipOf(numbered(101)), "limit_reached"],
  [
    "an archive with two files of a name",
    zipOf([
      { name: "a.csv", content: "a" },
      { name: "a.csv", content: "b" },
    ]),
    "unreadable",
  ],
  [
    "an archive of an archive of an archive",
    zipOf([{ name: "a.zip", content: zipOf([{ name: "b.zip", content: inner }]) }]),
    "unsupported_format",
  ],
  ["an archive of no archive", zipOf([{ name: "a.zip", content: "PK" }]), "unreadable"],
  ["an archive of zeros in an archive", zipOf([{ name: "a.zip", content: zeros }]), "too_large"],
  [
    "archives with two files of a name",
    zipOf([
      { name: "a.zip", content: inner },
      { name: "b.zip", content: inner },
    ]),
    "unreadable",
  ],
  ["documents with a path out of the archive", zipOf([{ name: "a/../../b.md", content: "b" }]), "unreadable"],
  ["an archive whose rows are an archive", zipOf([{ name: "a.csv", content: inner }]), "unsupported_format"],
  ["an archive that is cut", zipOf([{ name: "a.csv", content: "a" }]).subarray(0, 40), "unreadable"],
  ["a PDF", Buffer.from("%PDF-1.7\n"), "unsupported_format"],
  ["a picture", Buffer.from("89504e470d0a1a0a", "hex"), "unsupported_format"],
  ["bytes of no kind", Buffer.from(Array.from({ length: 1_000 }, (_, at) => (at * 7) % 32)), "unreadable"],
  ["a list of JSON", Buffer.from('[{"a":1}]'), "unsupported_format"],
  ["201 columns", text(Array(201).fill("x").join()), "limit_reached"],
  [
    "201 members",
    text(JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`m${at}`, 1])))),
    "limit_reached",
  ],
  ["a first row without an end", text('"a,b', "1,2"), "unreadable"],
];

for (const [what, bytes, code] of OTHERS)
  test(`${what} is refused whole as ${code}`, async () => {
    await assert.rejects(readBytes(bytes), { name: "SourceRefused", code });
  });

test("options that no source has are refused", async () => {
  await assert.rejects(readBytes(text("a"), { encoding: "utf-7" }), { code: "unreadable" });
  await assert.rejects(readBytes(text("a"), { delimiter: '"' }), { code: "unreadable" });
  await assert.rejects(openSource({ text: "a\ud800" }), { code: "unreadable" });
});

test("row 1,000,001 refuses the source", async () => {
  await withFile(Buffer.from(`n\n${"1\n".repeat(1_000_001)}`), async (path) => {
    const [part] = (await openSource({ path })).parts;
    const last = async () => {
      let number = 0;
      for await (const { row } of part?.rows() ?? []) number = row;
      return number;
    };
    await assert.rejects(last(), { code: "limit_reached" });
  });
});
