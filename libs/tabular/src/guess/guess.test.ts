import assert from "node:assert/strict";
import { test } from "node:test";
import { openSource, type Cell } from "../read/index.ts";
import type { ValueContext } from "../values/read-value.ts";
import { ColumnGuess, type ColumnFacts } from "./column-guess.ts";
import { DistinctCount } from "./distinct.ts";
import { guessPart } from "./index.ts";

const context: ValueContext = { timeZone: "Europe/Berlin", country: "DE", locale: "de-DE" };

function factsOf(cells: readonly Cell[]): ColumnFacts {
  const column = new ColumnGuess(context);
  for (const cell of cells) column.add(cell);
  return column.facts();
}

const told = (cells: readonly Cell[]): unknown[] => {
  const { guess, decimal, date_order: order, question } = factsOf(cells);
  return [guess.type, ...[decimal, order, question].filter((one) => one !== null)];
};

/** Columns and their guesses (imports.guesses). */
const COLUMNS: readonly [what: string, cells: readonly Cell[], facts: unknown[]][] = [
  ["whole numbers", ["1", "2", "-3"], ["integer"]],
  ["numbers with a point", ["1.5", "1.299", "7"], ["number", "."]],
  ["numbers with a comma and groups", ["1.299,50", "1.299"], ["number", ","]],
  ["groups that repeat", ["1.299.000", "1.500"], ["integer", ","]],
  ["numbers of which each can be read in two ways", ["1.299", "2.500", "7"], ["number", "decimal"]],
  [
    "numbers of both signs and one that can be read in two ways",
    ["1.5", "1,5", "1.299"],
    ["number", "decimal"],
  ],
  ["a number with a leading zero among others", ["10115", "01067"], ["text"]],
  ["sixteen digits", ["1234567890123456", "1"], ["text"]],
  ["numbers of a sheet", [1, 2.5], ["number"]],
  ["percentages", ["12,5 %", "7 %"], ["percent", ","]],
  ["percentages of a sheet", [{ percent: 5 }], ["percent"]],
  ["amounts", ["1.299,50 €", "3 €"], ["currency", ","]],
  ["days, one of them behind the twelfth", ["03.04.2026", "13.04.2026"], ["date", "dmy"]],
  ["days with the month first", ["03/04/2026", "04/13/2026"], ["date", "mdy"]],
  ["days that can be read in two ways", ["03/04/2026", "05/06/2026"], ["date", "date_order"]],
  ["days that are the same both ways", ["04/04/2026", "2026-05-06"], ["date"]],
  ["days of both orders", ["13/04/2026", "04/13/2026", "03/04/2026"], ["date", "date_order"]],
  ["days by name", ["5. März 2026", "12 May 2026"], ["date"]],
  ["days of a sheet", [{ date: "2026-11-30" }], ["date"]],
  ["days, some with times", ["2026-11-30", "2026-11-30 09:30"], ["datetime"]],
  ["times in UTC", ["2026-11-30T09:30:00Z", "2026-12-01T00:00:00Z"], ["datetime"]],
  ["durations", ["1:30", "0:45:10"], ["duration"]],
  ["truth", ["yes", "No", "no"], ["boolean"]],
  ["truth of German files", ["WAHR", "FALSCH"], ["boolean"]],
  ["truth of a sheet", [true, false], ["boolean"]],
  ["addresses of mail", ["ada@example.com", "bob@example.org"], ["email"]],
  ["telephones", ["+49 30 901820", "030 901820"], ["phone"]],
  ["addresses of the web", ["https://example.com/a", "www.example.org"], ["url"]],
  ["few texts", Array.from({ length: 30 }, (_, at) => ["open", "done"][at % 2] ?? ""), ["select"]],
  [
    "tags set apart by commas",
    Array.from({ length: 30 }, (_, at) => ["sale, gift", "sale", "new,gift", "new"][at % 4] ?? ""),
    ["multi_select"],
  ],
  [
    "few texts with commas whose words do not recur",
    Array.from({ length: 30 }, (_, at) => ["Rome, Italy", "Oslo, Norway", "Bern"][at % 3] ?? ""),
    ["select"],
  ],
  ["many texts", Array.from({ length: 30 }, (_, at) => `text ${at}`), ["text"]],
  ["texts of several lines", ["a\nb", "c"], ["long_text"]],
  ["nothing", ["", null, " "], ["text"]],
  ["numbers and one text in twenty", [...Array<Cell>(19).fill("7"), "n/a"], ["integer"]],
  ["numbers and one text in two", ["7", "n/a"], ["text"]],
  ["ids", ["0d9cf1b6-4b0f-4f43-8ac5-2d5b6e1a3c11"], ["text"]],
];

for (const [what, cells, facts] of COLUMNS)
  test(`a column of ${what} is ${facts.join(" ")}`, () => {
    assert.deepEqual(told(cells), facts);
  });

test("the choices of a column of tags are its words (imports.guesses)", () => {
  const cells = Array.from({ length: 30 }, (_, at) => ["sale, gift", "sale", '"b, c",gift'][at % 3] ?? "");
  assert.deepEqual(factsOf(cells).choices, ["sale", "gift", "b, c"]);
});

test("one value in the last row of many decides what all rows before leave open", () => {
  const open = Array<Cell>(5_000).fill("03/04/2026");
  assert.deepEqual(told([...open, "13/04/2026"]), ["date", "dmy"]);
  assert.deepEqual(told([...Array<Cell>(5_000).fill("7"), "007"]), ["text"]);
});

test("samples, empty cells, choices and the currency of a column are those of its rows", () => {
  const facts = factsOf(["5 $", "", "7 $", "5 $", null]);
  assert.deepEqual(facts, {
    guess: { type: "currency", confidence: 1 },
    samples: ["5 $", "7 $"],
    empty: 2,
    distinct: 2,
    decimal: null,
    date_order: null,
    currency: "USD",
    question: null,
    choices: null,
  });
  assert.equal(factsOf([...Array<Cell>(19).fill("7"), "n/a"]).guess.confidence, 0.95);
});

test("distinct texts are counted exactly up to 1,000, and above it within a tenth", () => {
  for (const count of [0, 1, 1_000, 1_001, 20_000, 300_000]) {
    const distinct = new DistinctCount();
    for (let at = 0; at < count * 2; at += 1) distinct.add(`value ${at % Math.max(1, count)}`);
    const error = Math.abs(distinct.count - count) / Math.max(1, count);
    assert.ok(error <= (count <= 1_000 ? 0 : 0.1), `${count}: ${distinct.count}`);
    assert.equal(distinct.isExact, count <= 1_000);
  }
});

test("a part is guessed by its rows, and rows with faults say nothing", async () => {
  const { parts } = await openSource({ text: "name,price\nA,1.5\nB,x,y\nC,2.5\n" });
  const [part] = parts;
  assert.ok(part !== undefined);
  const { rows, faulty, columns } = await guessPart(part, context);
  assert.deepEqual([rows, faulty, ...columns.map(({ guess }) => guess.type)], [3, 1, "text", "number"]);
});
