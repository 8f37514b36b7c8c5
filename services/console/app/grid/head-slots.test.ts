import assert from "node:assert/strict";
import { test } from "node:test";
import { landed, slotAt } from "./head-slots.ts";

const heads = [
  { index: 0, left: 56, right: 156, isFrozen: true },
  { index: 3, left: 106, right: 206, isFrozen: false },
  { index: 4, left: 206, right: 306, isFrozen: false },
];

test("a column lands before or after the head whose half is under the pointer", () => {
  assert.deepEqual(
    [60, 110, 160, 220, 290].map((x) => slotAt(heads, x)),
    [0, 1, 4, 4, 5],
  );
});

test("a column lands at an end beyond the heads", () => {
  assert.deepEqual([slotAt(heads, 0), slotAt(heads, 999), slotAt([], 5)], [0, 5, undefined]);
});

test("a column that lands behind itself stays where it is", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((slot) => landed(2, slot)),
    [0, 1, 2, 2, 3],
  );
});
