import { parse } from "csv-parse/sync";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cellText, type CellKind } from "./cells.ts";
import { type Column, headersOf, labelOf } from "./columns.ts";
import { type CsvStyle, csvWriter } from "./csv.ts";
import { neutralized, unneutralized } from "./neutral.ts";

const style: CsvStyle = { headers: "label", delimiter: ",", bom: false, neutralize: true };
const column = (key: string, kind: CellKind, more: Partial<Column> = {}): Column => ({
  ...{ key, kind, label: labelOf(key), path: key.split(".") },
  ...more,
});

/** The cells of items, as a reader that is not ours finds them. */
function readBack(columns: Column[], items: object[], own: Partial<CsvStyle> = {}): string[][] {
  const whole = { ...style, ...own };
  const { head, line } = csvWriter(columns, whole);
  const text = head + items.map((item) => line(item as Record<string, unknown>)).join("");
  return parse(text, { delimiter: whole.delimiter, bom: whole.bom, record_delimiter: "\r\n" });
}

describe("a value is written without a locale (moving.values)", () => {
  const cases: [value: unknown, kind: CellKind, currency: string, text: string][] = [
    [null, "text", "", ""],
    [12.5, "number", "", "12.5"],
    [1e21, "number", "", "1000000000000000000000"],
    [0.000_000_1, "number", "", "0.0000001"],
    [-0, "number", "", "0"],
    [1999, "money", "EUR", "19.99"],
    [5, "money", "EUR", "0.05"],
    [-5, "money", "EUR", "-0.05"],
    [1999, "money", "JPY", "1999"],
    [1999, "money", "KWD", "1.999"],
    [5430, "duration", "", "1:30:30"],
    [360_000, "duration", "", "100:00:00"],
    [true, "boolean", "", "true"],
    ["2026-01-31", "date", "", "2026-01-31"],
    [["a", "b, c", 'd"'], "list", "", 'a,"b, c","d"""'],
    [[], "list", "", ""],
    [{ a: [1] }, "json", "", '{"a":[1]}'],
    ["a", "json", "", '"a"'],
  ];
  for (const [value, kind, currency, text] of cases)
    test(`${JSON.stringify(value)} of the kind ${kind} is ${text}`, () => {
      assert.equal(cellText(value, { kind }, currency), text);
    });
});

describe("a text that a program may run is neutralized, and found again (moving.neutral)", () => {
  const risky = [
    "=1+1",
    "+1 2",
    "-a",
    "@x",
    "\uff1d1",
    "\uff0ba",
    "\uff0da",
    "\uff20a",
    "\tx",
    "\rx",
    "\nx",
    "'=1",
    "''@",
  ];
  for (const text of risky)
    test(`${JSON.stringify(text)} gets one more '`, () => {
      assert.equal(neutralized(text), `'${text}`);
      assert.equal(unneutralized(neutralized(text)), text);
    });
  for (const text of ["+4930901820", "-12", "a=1", "'a", "''", "", " =1", "1+1"])
    test(`${JSON.stringify(text)} stays as it is`, () => {
      assert.equal(neutralized(text), text);
      assert.equal(unneutralized(neutralized(text)), text);
    });
  test("a number stays a number, and a header is neutralized too", () => {
    const columns = [
      column("n", "number"),
      column("m", "money", { currency: "EUR" }),
      column("t", "text", { label: "=cmd" }),
    ];
    assert.deepEqual(readBack(columns, [{ n: -1, m: -150, t: "=cmd|'/C calc'!A1" }]), [
      ["N", "M", "'=cmd"],
      ["-1", "-1.50", "'=cmd|'/C calc'!A1"],
    ]);
  });
});

test("any text comes back from any file, whatever parts the cells", () => {
  const odd = [
    'a"b',
    "a,b",
    "a;b",
    "a\tb",
    "a\r\nb",
    "a\nb",
    "a\rb",
    "ä€𝄞",
    " a ",
    "=a",
    "'=a",
    "\u0000",
    "",
  ];
  const items = odd.map((a, place) => ({ a, b: odd[odd.length - 1 - place] }));
  for (const delimiter of [",", ";", "\t"])
    for (const bom of [true, false]) {
      const [, ...lines] = readBack([column("a", "text"), column("b", "text")], items, { delimiter, bom });
      assert.deepEqual(
        lines.map((line) => line.map(unneutralized)),
        items.map(({ a, b }) => [a, b]),
      );
    }
});

test("a file without items has its header line", () => {
  assert.deepEqual(readBack([column("id", "text"), column("address.city", "text")], []), [
    ["ID", "Address city"],
  ]);
});

test("equal names of columns get their keys behind them, and keys stay as they are", () => {
  const columns = [column("a", "text", { label: "Name" }), column("b", "text", { label: "Name" })];
  assert.deepEqual(headersOf(columns, "label"), ["Name (a)", "Name (b)"]);
  assert.deepEqual(headersOf(columns, "key"), ["a", "b"]);
});

test("people read the names of choices, programs their values", () => {
  const columns = [column("s", "list", { names: new Map([["new", "Brand new, really"]]) })];
  const items = [{ s: ["new", "gone"] }];
  assert.deepEqual(readBack(columns, items)[1], ['"Brand new, really",gone']);
  assert.deepEqual(readBack(columns, items, { headers: "key" })[1], ["new,gone"]);
});
