import assert from "node:assert/strict";
import { test } from "node:test";
import { cellFormOf, shownScalar } from "./column-values.ts";
import { withPlaces } from "./column-places.ts";
import type { Column } from "./tables.ts";

const ZONE = "Europe/Berlin";
const column = (type: Column["type"], options: object = {}) => ({
  type,
  options: options as Column["options"],
});
const read = (type: Column["type"], text: string, options?: object) =>
  cellFormOf(column(type, options), ZONE).read(text);

test("a text that is not a number, a date or a time is a fault; only an empty text empties a cell", () => {
  const numbers = ["number", "integer", "currency", "percent", "rating", "duration"] as const;
  for (const type of [...numbers, "date", "datetime"] as const) {
    for (const text of ["12e", "1-2", "abc", "--"]) {
      const { value, fault } = read(type, text, { currency: "EUR" });
      assert.equal(value, undefined, `${type} ${text}`);
      assert.notEqual(fault, undefined, `${type} ${text}`);
    }
    assert.deepEqual(read(type, " ", { currency: "EUR" }), { value: null });
  }
});

test("a decimal comma is read, never dropped", () => {
  assert.deepEqual(read("number", "12,5"), { value: 12.5 });
  assert.deepEqual(read("number", "3,75"), { value: 3.75 });
  assert.deepEqual(read("number", "1.234,50"), { value: 1234.5 });
  assert.deepEqual(read("currency", "19,99", { currency: "EUR" }), { value: 1999 });
});

test("money, durations and percentages are shown and written as people do", () => {
  assert.equal(shownScalar(column("currency", { currency: "EUR" }), 1999, ZONE), "€19.99");
  assert.equal(shownScalar(column("duration"), 5400, ZONE), "1 h 30 min");
  assert.equal(shownScalar(column("percent"), 12.5, ZONE), "12.5 %");
  assert.equal(shownScalar(column("number", { precision: 2 }), 12.5, ZONE), "12.50");
  assert.equal(shownScalar(column("formula", { result_type: "text" }), "2024", ZONE), "2024");
  assert.deepEqual(read("currency", "20", { currency: "EUR" }), { value: 2000 });
  assert.deepEqual(read("currency", "20", { currency: "HUF" }), { value: 2000 });
  assert.deepEqual(read("duration", "1:30"), { value: 5400 });
  assert.notEqual(read("duration", "90").fault, undefined);
});

test("numbers of a grid have the decimal places of the longest one, and no digit is lost", () => {
  const price = { ...column("number"), name: "price" } as Parameters<typeof withPlaces>[0][number];
  const total = { ...column("formula", { result_type: "number" }), name: "total" } as typeof price;
  const rows = [
    { data: { price: 39.35 }, computed: { total: 629.6 } },
    { data: { price: 40 }, computed: { total: 1.25 } },
    { data: { price: 0.123456 }, computed: {} },
  ];
  const shown = withPlaces([price, total], rows);
  const texts = [39.35, 40, 8130, 0.123456].map((value) => shownScalar(shown[0] ?? price, value, ZONE));
  assert.deepEqual(texts, ["39.35", "40.00", "8,130.00", "0.123456"]);
  assert.equal(shownScalar(shown[1] ?? total, 629.6, ZONE), "629.60");
  assert.equal(withPlaces([price], [{ data: { price: 2026 } }])[0], price);
});

test("the text that a cell begins with reads as the same value, seconds and milliseconds too", () => {
  const values = [
    ["number", 80.5],
    ["currency", 1999],
    ["percent", 12.5],
    ["duration", 90_061],
    ["date", "2026-11-30"],
    ["datetime", "2026-11-30T10:00:45.123Z"],
    ["text", " a\r\nb "],
    ["json", { a: 1.5, b: ["x"] }],
  ] as const;
  for (const [type, value] of values) {
    const form = cellFormOf(column(type, { currency: "EUR" }), ZONE);
    assert.deepEqual(form.read(form.begins(value)), { value }, type);
  }
});

test("JSON keeps its digits, or is a fault", () => {
  assert.deepEqual(read("json", '{"a": 1.50, "b": 1e3}'), { value: { a: 1.5, b: 1000 } });
  for (const text of ["9007199254740993", "[0.12345678901234567891]", "{a}"])
    assert.notEqual(read("json", text).fault, undefined, text);
});
