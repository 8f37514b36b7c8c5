import assert from "node:assert/strict";
import { test } from "node:test";
import { clampWidth, readWidths } from "./widths.ts";

test("a width is a whole number from 40 to 800", () => {
  assert.deepEqual([39.4, 100.6, 4_000].map(clampWidth), [40, 101, 800]);
});

test("stored texts and numbers that are not widths are left out", () => {
  const stored = { a: 40, b: 39, c: 800, d: 801, e: "90", f: 90.5, g: null };
  assert.deepEqual(readWidths(Object.entries(stored)), { a: 40, c: 800 });
});
