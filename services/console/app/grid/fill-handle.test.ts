import assert from "node:assert/strict";
import { test } from "node:test";
import type { Column, Row } from "../data/tables.ts";
import { extendedTo, handleFill } from "./use-fill-handle.ts";

const columns = ["item", "count"].map(
  (name) => ({ name, type: name === "item" ? "text" : "number" }) as Column,
);
const rows = Array.from(
  { length: 9 },
  (_, n) => ({ id: String(n), data: { item: `i${n}`, count: n * 2 } }) as unknown as Row,
);
const loaded = { columns, rowAt: (index: number) => rows[index] };
const range = (top: number, left: number, bottom: number, right: number) => ({ top, left, bottom, right });
const written = (source: ReturnType<typeof range>, target: ReturnType<typeof range>, copies = false) =>
  handleFill(loaded, source, target, copies).map(({ row, column, value }) => [row.id, column, value]);

test("a drag of the corner goes on with the source, down and up, column by column", () => {
  assert.deepEqual(written(range(1, 0, 2, 1), range(1, 0, 4, 1)), [
    ...[
      ["3", "item", "i3"],
      ["3", "count", 6],
    ],
    ...[
      ["4", "item", "i4"],
      ["4", "count", 8],
    ],
  ]);
  assert.deepEqual(written(range(3, 1, 4, 1), range(1, 1, 4, 1)), [
    ["1", "count", 2],
    ["2", "count", 4],
  ]);
  assert.deepEqual(written(range(1, 1, 2, 1), range(1, 1, 4, 1), true), [
    ["3", "count", 2],
    ["4", "count", 4],
  ]);
  assert.deepEqual(written(range(1, 1, 2, 1), range(1, 1, 2, 1)), []);
});

test("a drag extends the range along one axis, by 500 rows or 50 columns at most", () => {
  assert.deepEqual(extendedTo(range(2, 2, 3, 3), { row: 9, column: 5 }), range(2, 2, 9, 3));
  assert.deepEqual(extendedTo(range(2, 2, 3, 3), { row: 4, column: 0 }), range(2, 0, 3, 3));
  assert.deepEqual(extendedTo(range(2, 2, 3, 3), { row: 2, column: 3 }), range(2, 2, 3, 3));
  assert.deepEqual(extendedTo(range(2, 2, 3, 3), { row: 9_999, column: 0 }), range(2, 2, 503, 3));
});
