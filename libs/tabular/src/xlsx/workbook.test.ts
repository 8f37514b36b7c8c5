import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { fromBuffer, type Entry, type ZipFile } from "yauzl";
import type { CellKind } from "../cells.ts";
import { type Column, labelOf } from "../columns.ts";
import { escaped, lettersOf } from "./cell-xml.ts";
import { workbook } from "./workbook.ts";

const column = (key: string, kind: CellKind, more: Partial<Column> = {}): Column => ({
  ...{ key, kind, label: labelOf(key), path: [key] },
  ...more,
});

/** The parts of the workbook of these items, read by a reader of ZIP that is not ours. */
async function partsOf(columns: Column[], items: object[], title = "Deals"): Promise<Map<string, string>> {
  const pages = Readable.from(items.map((item) => [item]));
  const chunks: Buffer[] = [];
  for await (const chunk of workbook(title, columns, "label", pages)) chunks.push(chunk);
  return unzipped(Buffer.concat(chunks));
}

function unzipped(bytes: Buffer): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error: Error | null, zip: ZipFile) => {
      if (error !== null) {
        reject(error);
        return;
      }
      const parts = new Map<string, string>();
      zip.on("entry", (entry: Entry) => {
        zip.openReadStream(entry, (fault, stream) => {
          if (fault !== null) {
            reject(fault);
            return;
          }
          const read: Buffer[] = [];
          stream.on("data", (chunk: Buffer) => read.push(chunk));
          stream.on("end", () => {
            parts.set(entry.fileName, Buffer.concat(read).toString());
            zip.readEntry();
          });
        });
      });
      zip.on("end", () => resolve(parts));
      zip.readEntry();
    });
  });
}

/** The cells of the sheet by their places: type, style and text. */
function cellsOf(sheet: string): Record<string, [type: string, style: string, text: string]> {
  const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*)>(.*?)<\/c>/gs)];
  return Object.fromEntries(
    cells.map(([, place = "", attributes = "", inner = ""]) => [
      place,
      [
        /t="(\w+)"/.exec(attributes)?.[1] ?? "n",
        /s="(\d+)"/.exec(attributes)?.[1] ?? "0",
        inner.replaceAll(/<[^>]+>/g, ""),
      ],
    ]),
  );
}

const sheetOf = async (columns: Column[], items: object[]) =>
  cellsOf((await partsOf(columns, items)).get("xl/worksheets/sheet1.xml") ?? "");

describe("cells are typed, and no text is a formula (moving.xlsx)", () => {
  test("numbers, amounts, dates, times, durations and truths count as such", async () => {
    const columns = [
      column("n", "number"),
      column("m", "money", { currency: "EUR" }),
      column("d", "date"),
      column("i", "instant"),
      column("t", "duration"),
      column("b", "boolean"),
      column("p", "percent"),
      column("y", "money", { currency: ["currency"] }),
    ];
    const item = {
      n: 12.5,
      m: 1999,
      d: "2026-01-31",
      i: "2026-01-31T12:00:00.000Z",
      t: 5400,
      b: true,
      p: 12.5,
      y: 1999,
      currency: "JPY",
    };
    const cells = await sheetOf(columns, [item]);
    assert.deepEqual(
      ["A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2"].map((place) => cells[place]),
      [
        ["n", "0", "12.5"],
        ["n", "5", "19.99"],
        ["n", "1", "46053"],
        ["n", "2", "46053.5"],
        ["n", "3", "0.0625"],
        ["b", "0", "1"],
        ["n", "4", "0.125"],
        ["n", "6", "1999"],
      ],
    );
  });
  test("a text stays a text, whatever it begins with", async () => {
    const cells = await sheetOf(
      [column("t", "text", { label: "=cmd" })],
      [{ t: "=1+1" }, { t: null }, { t: "<&>" }],
    );
    assert.deepEqual(cells, {
      A1: ["inlineStr", "0", "=cmd"],
      A2: ["inlineStr", "0", "=1+1"],
      A4: ["inlineStr", "0", "&lt;&amp;&gt;"],
    });
  });
  test("a date before the serial numbers are right is a text", async () => {
    const cells = await sheetOf([column("d", "date")], [{ d: "1900-02-28" }]);
    assert.deepEqual(cells["A2"], ["inlineStr", "0", "1900-02-28"]);
  });
});

test("amounts show their currency, and columns are as wide as their first values, within bounds (moving.xlsx)", async () => {
  const columns = [
    column("m", "money", { currency: "EUR" }),
    column("t", "text", { label: "Text" }),
    column("l", "text"),
    column("cjk", "text"),
  ];
  const items = [{ m: 1999, t: "x", l: "y".repeat(500), cjk: "\u6f22".repeat(10) }];
  const parts = await partsOf(columns, items);
  assert.match(parts.get("xl/styles.xml") ?? "", /formatCode="#,##0\.00 \[\$EUR\]"/);
  const widths = (parts.get("xl/worksheets/sheet1.xml") ?? "").matchAll(/<col [^>]*width="(\d+)"/g);
  assert.deepEqual(
    [...widths].map(([, width]) => Number(width)),
    [15, 8, 60, 22],
  );
});

test("characters that XML lacks are escaped, and what looks like such an escape too", () => {
  assert.equal(escaped("a\u0000b\rc"), "a_x0000_b_x000D_c");
  assert.equal(escaped("_x0041_"), "_x005F_x0041_");
  assert.equal(escaped("\ud83d"), "_xD83D_");
  assert.equal(escaped("𝄞 \t\n"), "𝄞 \t\n");
});

test("columns are named by letters", () => {
  assert.deepEqual([0, 25, 26, 701, 702].map(lettersOf), ["A", "Z", "AA", "ZZ", "AAA"]);
});

test("the workbook has the parts that a reader looks for, and a name that a sheet may have", async () => {
  const parts = await partsOf([column("a", "text")], [], "a/b[1]*?: and a name that is far too long");
  assert.deepEqual([...parts.keys()].sort(), [
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/workbook.xml",
    "xl/worksheets/sheet1.xml",
  ]);
  assert.match(parts.get("xl/workbook.xml") ?? "", /<sheet name="[^[\]*?/\\:]{1,31}"/);
});

test("a list that fails fails the workbook", async () => {
  const failing = function* () {
    yield [{ a: "b" }];
    throw new Error("gone");
  };
  const pages = Readable.from(failing());
  await assert.rejects(async () => {
    for await (const _piece of workbook("x", [column("a", "text")], "key", pages));
  }, /gone/);
});
