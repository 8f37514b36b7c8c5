import assert from "node:assert/strict";
import { test } from "node:test";
import { batchesOf } from "./batches.ts";

/** The requests of an act on chosen rows (console.grid-choose). */
test("an act has at most 500 rows in a request, in their order", () => {
  const batches = batchesOf(
    Array.from({ length: 1_201 }, (_, n) => n),
    (n) => n,
  );
  assert.deepEqual(
    batches.map(({ length }) => length),
    [500, 500, 201],
  );
  assert.deepEqual(batches.flat().slice(499, 502), [499, 500, 501]);
  assert.deepEqual(
    batchesOf([], (n) => n),
    [],
  );
});

test("long cells make smaller requests, and a row that is too large is a request by itself", () => {
  const text = (mebibytes: number) => "é".repeat((mebibytes * 1024 * 1024) / 2);
  const batches = batchesOf([1, 1, 1, 5, 1], (size) => text(size));
  assert.deepEqual(batches, [[1, 1], [1], [5], [1]]);
});
