import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { readBytes, tableOf } from "../../testing/opened.ts";
import { rowsXml, workbookOf, type TestCell, type TestWorkbook } from "../../testing/workbooks.ts";

// Sheets as imports.sheets promises them.

const sheet = (rows: readonly (readonly TestCell[])[], more: Partial<TestWorkbook> = {}): Buffer =>
  workbookOf({ sheets: [{ name: "Sheet1", data: rowsXml(rows) }], ...more });
const styled = (style: number, value: string | number): TestCell => ({ xml: `s="${style}"><v>${value}</v>` });

test("texts in cells, shared texts, numbers, truth and stored values of formulas are read as they are", async () => {
  const bytes = sheet(
    [
      ["a", "b", "c", "d", "e"],
      [" in line ", { xml: 't="s"><v>1</v>' }, 12.5, true, { xml: "><f>A1*2</f><v>25</v>" }],
      [
        { xml: 't="str"><f>"x"</f><v>x &amp; y</v>' },
        { xml: 't="s"><v>0</v>' },
        1e21,
        false,
        { xml: "><f>1</f>" },
      ],
      [
        { xml: 't="inlineStr"><is><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></is>' },
        "_x0041__x000D_",
        0.1,
      ],
    ],
    { strings: ["zero", "ünß <1>"] },
  );
  assert.deepEqual(await tableOf(bytes), [
    ["a", "b", "c", "d", "e"],
    [" in line ", "ünß <1>", 12.5, true, 25],
    ["x & y", "zero", 1e21, false, null],
    ["rich", "A\r", 0.1, null, null],
  ]);
});

test("numbers are days, times and percent by their style, in both epochs", async () => {
  const formats = [
    14,
    22,
    9,
    "dd/mm/yyyy;@",
    "[$-407]d. mmmm yyyy",
    "[h]:mm:ss",
    "h:mm",
    '0.00 "days"',
    "0.0%",
    "[Red]0",
  ];
  const rows = [
    ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"],
    [
      styled(1, 45_000),
      styled(2, 45_000.5),
      styled(3, 0.5),
      styled(4, 1),
      styled(5, 61),
      styled(6, 1.5),
      styled(7, 0.25),
    ],
    [
      styled(1, 59),
      styled(2, 2_958_465),
      styled(3, 0.07),
      styled(8, 3),
      styled(9, 0.125),
      styled(10, 7),
      styled(7, 0),
    ],
  ];
  assert.deepEqual((await tableOf(sheet(rows, { formats }))).slice(1), [
    [
      { date: "2023-03-15" },
      { date: "2023-03-15T12:00:00" },
      { percent: 50 },
      { date: "1900-01-01" },
      { date: "1900-03-01" },
      "36:00:00",
      "6:00:00",
      null,
      null,
      null,
    ],
    [
      { date: "1900-02-28" },
      { date: "9999-12-31" },
      { percent: 7 },
      3,
      { percent: 12.5 },
      7,
      "0:00:00",
      null,
      null,
      null,
    ],
  ]);
  const [, old] = await tableOf(sheet([["a"], [styled(1, 0)]], { formats, is1904: true }));
  assert.deepEqual(old, [{ date: "1904-01-01" }]);
});

test("29 February 1900, errors of formulas and texts without a value are faults of their row alone", async () => {
  const bytes = sheet(
    [
      ["a", "b"],
      [styled(1, 60), 1],
      [{ xml: 't="e"><f>1/0</f><v>#DIV/0!</v>' }, 2],
      [{ xml: 't="s"><v>9</v>' }, 3],
      [{ xml: "><v>abc</v>" }, 4],
      ["_xD800_", 5],
      ["fine", "_x0000_"],
      [styled(1, -1), 6],
    ],
    { formats: [14], strings: ["one"] },
  );
  const [part] = (await readBytes(bytes)).parts;
  assert.deepEqual(
    part?.rows.map(({ row, line, faults }) => [
      row,
      line,
      ...faults.map(({ column, code }) => `${column} ${code}`),
    ]),
    [
      [1, 2, "0 invalid_format"],
      [2, 3, "0 cell_error"],
      [3, 4, "0 invalid_format"],
      [4, 5, "0 invalid_format"],
      [5, 6, "0 invalid_character"],
      [6, 7, "1 invalid_character"],
      [7, 8, "0 invalid_format"],
    ],
  );
});

test("a merged range has its value in its first cell, whatever its other cells store", async () => {
  const data = rowsXml([
    ["a", "b", "c"],
    ["x", "hidden", 1],
    ["hidden", "hidden", 2],
    [null, "own", 3],
  ]);
  const behind = '<mergeCells count="1"><mergeCell ref="A2:B3"/></mergeCells>';
  assert.deepEqual(await tableOf(workbookOf({ sheets: [{ name: "S", data, behind }] })), [
    ["a", "b", "c"],
    ["x", null, 1],
    [null, null, 2],
    [null, "own", 3],
  ]);
});

test("sparse rows and cells without a place are read where they stand, and each sheet with a value is a part", async () => {
  const data =
    '<row r="3"><c r="B3" t="inlineStr"><is><t>b</t></is></c><c t="inlineStr"><is><t>c</t></is></c></row>' +
    '<row r="9" spans="1:3"><c r="C9"><v>9</v></c></row><row><c><v>1</v></c></row>';
  const sheets = [
    { name: "Leer", data: "" },
    { name: "A & B", data },
    { name: "Zwei", data: rowsXml([["k"], ["v"]]) },
  ];
  const { parts, format } = await readBytes(workbookOf({ sheets }));
  assert.equal(format, "xlsx");
  assert.deepEqual(
    parts.map(({ name, columns }) => [name, ...columns]),
    [
      ["A & B", "Column 1", "b", "c"],
      ["Zwei", "k"],
    ],
  );
  assert.deepEqual(
    parts[0]?.rows.map(({ row, line, cells }) => [row, line, ...cells]),
    [
      [1, 9, null, null, 9],
      [2, 10, 1, null, null],
    ],
  );
});

test("a million blank rows count for nothing, and cells in 16,384 columns are too many", async () => {
  const blank = Array.from({ length: 1_000_000 }, (_, at) => `<row r="${at + 2}"/>`).join("");
  const data = `${rowsXml([["a"]])}${blank}<row r="1048576"><c r="A1048576"><v>1</v></c></row>`;
  const [part] = (await readBytes(workbookOf({ sheets: [{ name: "S", data }] }))).parts;
  assert.deepEqual(part?.rows, [{ row: 1, line: 1_048_576, cells: [1], faults: [] }]);
  const wide = Array.from({ length: 16_384 }, (_, at) => at);
  await assert.rejects(tableOf(sheet([wide])), { name: "SourceRefused", code: "limit_reached" });
  const few = Array.from({ length: 300 }, (_, at) => [`r${at}`, "x"]);
  const late = (await readBytes(sheet([...few, wide]))).parts[0]?.rows.at(-1);
  assert.deepEqual(
    late?.faults.map(({ code }) => code),
    ["too_many_cells"],
  );
  assert.equal(late.cells.length, 200);
});

test("equal headers and names of every object are plain names", async () => {
  const [names] = await tableOf(
    sheet([
      ["__proto__", "constructor", "a", "a", ""],
      ["1", "2", "3", "4", "5"],
    ]),
  );
  assert.deepEqual(names, ["__proto__", "constructor", "a", "a", "Column 5"]);
});

const DTD = '<!DOCTYPE worksheet [<!ENTITY x SYSTEM "http://127.0.0.1:1/x">]>';

test("document types, entities, bombs, damage and other formats refuse the file", async () => {
  const one = (data: string): Buffer => workbookOf({ sheets: [{ name: "S", data }] });
  const cases: [what: string, bytes: Buffer, code: string][] = [
    ["a document type", sheetOnly(`${DTD}<worksheet><sheetData/></worksheet>`), "unreadable"],
    ["an entity", one('<row r="1"><c r="A1" t="str"><v>&x;</v></c></row>'), "unreadable"],
    ["no end", sheetOnly('<worksheet><sheetData><row r="1"><c><v>1</v></c></row>'), "unreadable"],
    [
      "a tag without end",
      sheetOnly(`<worksheet><sheetData><row a="${randomBytes(1_500_000).toString("hex")}`),
      "unreadable",
    ],
    ["nesting", sheetOnly(`<worksheet>${"<a>".repeat(100)}${"</a>".repeat(100)}</worksheet>`), "unreadable"],
    ["a place that no sheet has", one('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>'), "unreadable"],
    ["a bomb", sheetOnly(`<worksheet>${" ".repeat(20_000_000)}</worksheet>`), "too_large"],
  ];
  for (const [what, bytes, code] of cases)
    await assert.rejects(readBytes(bytes), { name: "SourceRefused", code }, what);
});

/** A workbook whose one sheet is this document. */
function sheetOnly(content: string): Buffer {
  return workbookOf({
    sheets: [{ name: "S", data: "" }],
    more: [{ name: "xl/worksheets/sheet1.xml", content }],
  });
}

test("shared texts lie in a file that is gone when the source is closed", async () => {
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("jst-strings-")).length;
  const before = folders();
  const strings = Array.from({ length: 5_000 }, (_, at) => `text ${at}`);
  const rows = strings.map((_, at): TestCell[] => [{ xml: `t="s"><v>${(at * 7_919) % 5_000}</v>` }, at]);
  const read = await tableOf(sheet([["text", "number"], ...rows], { strings }));
  assert.ok(read.slice(1).every(([text, number]) => text === `text ${(Number(number) * 7_919) % 5_000}`));
  assert.equal(folders(), before);
});
