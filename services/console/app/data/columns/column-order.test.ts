import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, placings } from "./column-order.ts";

const columnsAt = (...positions: number[]) =>
  positions.map((position, n) => ({ id: "abcd"[n] ?? "", position }));

/** The order of the API once the placings are written: by position, then as they were made. */
function orderAfter(columns: ReturnType<typeof columnsAt>, ids: string): string {
  const written = new Map(
    placings(inOrder(columns, ids.split(""))).map(({ column, position }) => [column.id, position]),
  );
  const after = columns.map(({ id, position }) => ({ id, position: written.get(id) ?? position }));
  return after
    .toSorted((a, b) => a.position - b.position)
    .map(({ id }) => id)
    .join("");
}

test("columns come into the order that was chosen, also where their positions were alike or the last ones", () => {
  for (const positions of [
    [0, 1, 2, 3],
    [0, 0, 0, 0],
    [3, 3, 4, 9],
    [99_999, 100_000, 100_000, 100_000],
  ])
    for (const ids of ["abcd", "badc", "dabc", "bcda"])
      assert.equal(orderAfter(columnsAt(...positions), ids), ids, `${positions.join()} ${ids}`);
});

test("two columns that change places are the only ones that are written", () => {
  const placed = placings(inOrder(columnsAt(0, 5, 7, 9), ["a", "c", "b", "d"]));
  assert.deepEqual(
    placed.map(({ column, position }) => [column.id, position]),
    [
      ["c", 5],
      ["b", 7],
    ],
  );
});

test("a column that was made meanwhile stands behind the others", () => {
  assert.deepEqual(
    inOrder(columnsAt(0, 1, 2), ["b", "a"]).map(({ id }) => id),
    ["b", "a", "c"],
  );
});
