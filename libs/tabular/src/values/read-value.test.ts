import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell } from "../read/source.ts";
import { matchValue, readValue, type ValueContext, type ValueType } from "./read-value.ts";

const context: ValueContext = { timeZone: "Europe/Berlin", country: "DE", currency: "EUR", locale: "de-DE" };

/** The value of a cell, or the code of its fault. */
function valueOf(cell: Cell, type: ValueType, more: ValueContext | object = {}): unknown {
  const reading = readValue(cell, type, { ...context, ...more });
  return reading.fault === undefined ? reading.value : reading.fault.code;
}

/** Cells and their values (imports.values). */
const READ: readonly [type: ValueType, cell: Cell, value: unknown, more?: Partial<ValueContext>][] = [
  ["text", "  Mu\u0308ller ", "Müller"],
  ["text", " ", null],
  ["text", null, null],
  ["text", 12.5, "12.5"],
  ["text", { date: "2026-11-30" }, "2026-11-30"],
  ["long_text", " a\nb ", "a\nb"],
  ["number", "1.299,50", 1_299.5],
  ["number", "1.299", 1_299, { decimal: "," }],
  ["number", "1.299", 1.299, { decimal: "." }],
  ["number", "1.299", "invalid_format"],
  ["number", "1299", 1_299],
  ["number", "12,5", 12.5],
  ["number", "12,34,567", 1_234_567, { decimal: "." }],
  ["number", 0.1, 0.1],
  ["number", "9007199254740993", "out_of_range"],
  ["number", "12 kg", "type_mismatch"],
  ["integer", 2.5, "too_precise"],
  ["integer", 3, 3],
  ["integer", "1.299", "invalid_format"],
  ["integer", "1.299", 1_299, { decimal: "," }],
  ["integer", "12.5", "too_precise"],
  ["currency", "1.299", "invalid_format", { currency: "JPY" }],
  ["percent", "12,5 %", 12.5],
  ["percent", { percent: 1.125 }, 1.125, { decimal: "," }],
  ["currency", "1.299,50 €", 129_950],
  ["currency", 19.989_999_999_999_998, 1_999],
  ["currency", 19.999, "too_precise"],
  ["currency", "5 $", "invalid_format"],
  ["boolean", "WAHR", true],
  ["boolean", "No", false],
  ["boolean", "0", false],
  ["boolean", true, true],
  ["boolean", "maybe", "type_mismatch"],
  ["date", "31.12.2026", "2026-12-31"],
  ["date", "12/31/2026", "2026-12-31"],
  ["date", "3/4/2026", "invalid_format"],
  ["date", "3/4/2026", "2026-04-03", { dateOrder: "dmy" }],
  ["date", "3/4/2026", "2026-03-04", { dateOrder: "mdy" }],
  ["date", "26-04-03", "2026-04-03", { dateOrder: "ymd" }],
  ["date", "4/4/2026", "2026-04-04"],
  ["date", "5. März 2026", "2026-03-05"],
  ["date", "2026-11-30", "2026-11-30", { dateOrder: "mdy" }],
  ["date", "30.02.2026", "invalid_format"],
  ["date", { date: "2026-11-30" }, "2026-11-30"],
  ["date", { date: "2026-11-30T09:30:00" }, "too_precise"],
  ["date", "31.12.2026 10:00", "too_precise"],
  ["datetime", { date: "2026-07-01T09:30:00" }, "2026-07-01T07:30:00.000Z"],
  ["datetime", { date: "2026-07-01" }, "2026-06-30T22:00:00.000Z"],
  ["datetime", "01.07.2026 09:30", "2026-07-01T07:30:00.000Z", { dateOrder: "dmy" }],
  ["datetime", "2026-07-01T09:30:00Z", "2026-07-01T09:30:00.000Z"],
  ["datetime", "29.03.2026 02:30", "out_of_range"],
  ["duration", "1:30:00", 5_400],
  ["duration", "1,5 h", 5_400],
  ["select", "rot", "red", { choices: [{ value: "red", label: "Rot" }] }],
  ["select", "blau", "invalid_format", { choices: [{ value: "red", label: "Rot" }] }],
  ["multi_select", 'a,"b, c", a', ["a", "b, c"], { choices: [{ value: "a" }, { value: "b, c" }] }],
  ["email", " Ada@Example.com ", "Ada@Example.com"],
  ["email", "ada@", "invalid_format"],
  ["phone", "030 901820", "+4930901820"],
  ["phone", "+44 (0)20 7946 0958", "+442079460958"],
  ["phone", 4_930_901_820, "+4930901820"],
  ["url", "example.com", "https://example.com"],
];

for (const [type, cell, value, more = {}] of READ)
  test(`${JSON.stringify(cell)} as ${type} ${JSON.stringify(more)} is ${JSON.stringify(value)}`, () => {
    assert.deepEqual(valueOf(cell, type, more), value);
  });

test("addresses are matched in lower case, and stored as they were written", () => {
  assert.equal(matchValue("Ada@Example.com", "email"), "ada@example.com");
  assert.equal(matchValue("Ada", "text"), "Ada");
});

test("a day that its month does not have is refused with the days of the month (imports.values)", () => {
  const dates = { ...context, dateOrder: "dmy" as const };
  for (const [text, days] of [
    ["31.02.2026", 28],
    ["30. Feb 2024", 29],
    ["2026-04-31", 30],
  ] as const)
    assert.match(readValue(text, "date", dates).fault?.message ?? "", new RegExp(`has ${days} days`));
});
