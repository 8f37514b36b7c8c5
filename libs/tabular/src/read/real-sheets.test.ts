import { test } from "node:test";
import assert from "node:assert/strict";
import { columnName, rowsXml, workbookOf, type TestCell, type TestWorkbook } from "../testing/workbooks.ts";
import { testRealFiles } from "../testing/real-files.ts";
import { readBytes, withFile } from "../testing/opened.ts";
import { openSource } from "./index.ts";

/** Workbooks as programs write them. */
const at = (style: number, value: number): TestCell => ({ xml: `s="${style}"><v>${value}</v>` });
const shared = (index: number): TestCell => ({ xml: `t="s"><v>${index}</v>` });
const FORMATS = [14, 22, 9, "#,##0.00 €", 20, "[h]:mm:ss", "@", '"Nr." 0', "mmm yyyy", "0.00E+00"];
const book = (
  rows: readonly (readonly TestCell[])[],
  behind = "",
  more: Partial<TestWorkbook> = {},
): Buffer => workbookOf({ sheets: [{ name: "S", data: rowsXml(rows), behind }], formats: FORMATS, ...more });

testRealFiles([
  {
    what: "a workbook",
    bytes: book([
      ["name", "day", "at", "share"],
      ["A", at(1, 46_000), at(2, 46_000.25), at(3, 0.5)],
    ]),
    gives: "xlsx header | S 1: text date datetime percent",
    cells: ["A|2025-12-09|2025-12-09T06:00:00|50%"],
  },
  {
    what: "merged headers",
    bytes: book(
      [
        ["Name", "Kosten", "x"],
        ["A", 1, 2],
      ],
      '<mergeCells><mergeCell ref="B1:C1"/></mergeCells>',
    ),
    gives: "xlsx header | S 1: text integer integer",
    headers: "Name|Kosten|Column 3",
  },
  {
    what: "merged cells over rows",
    bytes: book(
      [
        ["group", "n"],
        ["A", 1],
        [null, 2],
        ["B", 3],
      ],
      '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
    ),
    gives: "xlsx header | S 3: text integer",
    cells: ["A|1", "|2", "B|3"],
  },
  {
    what: "a title above the headers",
    bytes: book([["Sales 2026"], [], ["name", "n"], ["A", 1], ["B", 2]]),
    gives: "xlsx header | S 3: text text",
  },
  {
    what: "formulas",
    bytes: book([
      ["n", "twice"],
      [1, { xml: "><f>A2*2</f><v>2.5</v>" }],
    ]),
    gives: "xlsx header | S 1: integer number",
  },
  {
    what: "formulas that were never computed",
    bytes: book([
      ["n", "twice"],
      [1, { xml: "><f>A2*2</f>" }],
    ]),
    gives: "xlsx header | S 1: integer text",
  },
  {
    what: "formulas of texts and truths, shared and of a range",
    bytes: book([
      ["a", "b", "c"],
      [
        { xml: 't="str"><f t="shared" ref="A2:A9" si="0">B2&amp;C2</f><v>x &amp; y</v>' },
        { xml: 't="b"><f>1=1</f><v>1</v>' },
        { xml: '><f t="array" ref="C2:C3">SUM(A:A)</f><v>3</v>' },
      ],
    ]),
    gives: "xlsx header | S 1: text boolean integer",
    cells: ["x & y|true|3"],
  },
  {
    what: "an error of a formula",
    bytes: book([["n"], [1], [{ xml: 't="e"><f>1/0</f><v>#DIV/0!</v>' }], [{ xml: 't="e"><v>#N/A</v>' }]]),
    gives: "xlsx header | S 3, 2 cell_error: integer",
  },
  {
    what: "blank rows in a sheet",
    bytes: book([["n"], [null], [1], [null], [2]]),
    gives: "xlsx header | S 2: integer",
  },
  {
    what: "a sheet without header",
    bytes: book([
      [1, "A", at(1, 46_000)],
      [2, "B", at(1, 46_001)],
    ]),
    gives: "xlsx no header | S 2: integer text date",
  },
  { what: "only headers in a sheet", bytes: book([["a", "b"]]), gives: "xlsx header | S 0: text text" },
  {
    what: "numbers stored as text",
    bytes: book([
      ["code", "n"],
      ["00712", "1.5"],
      ["00815", "2.5"],
    ]),
    gives: "xlsx header | S 2: text number",
  },
  {
    what: "numbers of a text format",
    bytes: book([["code"], [at(7, 712)], [at(7, 815)]]),
    gives: "xlsx header | S 2: integer",
  },
  {
    what: "numbers with words in their format",
    bytes: book([["no"], [at(8, 712)], [at(8, 815)]]),
    gives: "xlsx header | S 2: integer",
  },
  {
    what: "months and years",
    bytes: book([["m"], [at(9, 46_000)]]),
    gives: "xlsx header | S 1: date",
    cells: ["2025-12-09"],
  },
  {
    what: "numbers of science",
    bytes: book([["n"], [at(10, 1.5e10)], [at(10, 2e-7)]]),
    gives: "xlsx header | S 2: number",
  },
  {
    what: "amounts in a sheet",
    bytes: book([["sum"], [at(4, 1299.5)], [at(4, 12)]]),
    gives: "xlsx header | S 2: number",
  },
  {
    what: "hours and durations",
    bytes: book([
      ["from", "took"],
      [at(5, 0.5), at(6, 1.5)],
    ]),
    gives: "xlsx header | S 1: duration duration",
    cells: ["12:00:00|36:00:00"],
  },
  {
    what: "the epoch of 1904",
    bytes: book([["day"], [at(1, 44_538)], [at(1, 0)]], "", { is1904: true }),
    gives: "xlsx header | S 2: date",
    cells: ["2025-12-09", "1904-01-01"],
  },
  {
    what: "days about 29 February 1900",
    bytes: book([["day"], [at(1, 59)], [at(1, 60)], [at(1, 61)], [at(1, -1)]]),
    gives: "xlsx header | S 4, 2 invalid_format: date",
    cells: ["1900-02-28", "60", "1900-03-01", "-1"],
  },
  {
    what: "dates as texts of both orders in a sheet",
    bytes: book([["day"], ["03/04/2026"], ["05/06/2026"]]),
    gives: "xlsx header | S 2: date?date_order",
  },
  {
    what: "dates as ISO cells",
    bytes: book([
      ["day"],
      [{ xml: 't="d"><v>2026-11-30</v>' }],
      [{ xml: 't="d"><v>2026-12-01T00:00:00</v>' }],
    ]),
    gives: "xlsx header | S 2: date",
    cells: ["2026-11-30", "2026-12-01"],
  },
  {
    what: "shared strings with parts, blanks and phonetic signs",
    bytes: workbookOf({
      sheets: [{ name: "S", data: rowsXml([[shared(0)], [shared(1)], [shared(2)]]) }],
      strings: ["name", " outer ", "line_x000D_\n two"],
    }),
    gives: "xlsx header | S 2: long_text",
    cells: [" outer ", "line\r\n two"],
  },
  {
    what: "inline strings of several parts",
    bytes: book([
      ["name"],
      [{ xml: 't="inlineStr"><is><r><t>Ada </t></r><r><rPr><b/></rPr><t>Lovelace</t></r></is>' }],
    ]),
    gives: "xlsx header | S 1: text",
    cells: ["Ada Lovelace"],
  },
  {
    what: "several sheets, a hidden one and an empty one among them",
    bytes: workbookOf({
      sheets: [
        { name: "Orders", data: rowsXml([["n"], [1]]) },
        { name: "Lists & more", data: rowsXml([["x"], ["y"]]), state: "hidden" },
        { name: "Empty", data: "" },
        { name: "Deep", data: rowsXml([["z"], [true]]), state: "veryHidden" },
      ],
    }),
    gives: "xlsx header | Orders 1: integer | Lists & more 1: text | Deep 1: boolean",
  },
  {
    what: "cells and rows without their places",
    bytes: workbookOf({
      sheets: [{ name: "S", data: "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>" }],
    }),
    gives: "xlsx no header | S 2: integer integer",
    cells: ["1|2", "3|"],
  },
  {
    what: "formats up to column 16,384 of each row",
    bytes: workbookOf({
      sheets: [
        {
          name: "S",
          data: [1, 2, 3]
            .map(
              (row) =>
                `<row r="${row}"><c r="A${row}" t="str"><v>${row === 1 ? "name" : `v${row}`}</v></c>${Array.from({ length: 16_383 }, (_, at) => `<c r="${columnName(at + 1)}${row}" s="1"/>`).join("")}</row>`,
            )
            .join(""),
        },
      ],
      formats: [14],
    }),
    gives: "xlsx header | S 2: text",
    headers: "name",
  },
]);

test("a value in column 16,384 refuses a sheet as one of too many columns", async () => {
  const data = '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>';
  await assert.rejects(readBytes(workbookOf({ sheets: [{ name: "S", data }] })), { code: "limit_reached" });
});

test("a million blank rows with a format do not count, and are read", async () => {
  const blank = Array.from({ length: 1_000_000 }, (_, at) => `<row r="${at + 3}" s="1" customFormat="1"/>`);
  const data = `${rowsXml([["n"], [1]])}${blank.join("")}<row r="1000003"><c r="A1000003"><v>2</v></c></row>`;
  const bytes = workbookOf({ sheets: [{ name: "S", data }], formats: [14] });
  await withFile(bytes, async (path) => {
    const source = await openSource({ path });
    const lines: number[] = [];
    for await (const { line } of source.parts[0]?.rows() ?? []) lines.push(line);
    await source.close();
    assert.deepEqual(lines, [2, 1_000_003]);
  });
});
