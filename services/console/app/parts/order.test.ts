import assert from "node:assert/strict";
import { test } from "node:test";
import { moved } from "./drafts.ts";
import { inOrder, placings } from "./order.ts";

const POSITIONS = { least: 0, most: 100_000 };
const thingsAt = (...positions: number[]) =>
  positions.map((position, n) => ({ id: "abcd"[n] ?? "", position }));

/** The order of the API once the placings are written: by position, then as they were made. */
function orderAfter(things: ReturnType<typeof thingsAt>, ids: string): string {
  const written = new Map(
    placings(inOrder(things, ids.split("")), POSITIONS).map(({ thing, position }) => [thing.id, position]),
  );
  const after = things.map(({ id, position }) => ({ id, position: written.get(id) ?? position }));
  return after
    .toSorted((a, b) => a.position - b.position)
    .map(({ id }) => id)
    .join("");
}

test("things come into the order that was chosen, also where their positions were alike or the last ones", () => {
  for (const positions of [
    [0, 1, 2, 3],
    [0, 0, 0, 0],
    [3, 3, 4, 9],
    [99_999, 100_000, 100_000, 100_000],
  ])
    for (const ids of ["abcd", "badc", "dabc", "bcda"])
      assert.equal(orderAfter(thingsAt(...positions), ids), ids, `${positions.join()} ${ids}`);
});

test("two things that change places are the only ones that are written", () => {
  const placed = placings(inOrder(thingsAt(0, 5, 7, 9), ["a", "c", "b", "d"]), POSITIONS);
  assert.deepEqual(
    placed.map(({ thing, position }) => [thing.id, position]),
    [
      ["b", 7],
      ["c", 5],
    ],
  );
});

test("while one thing moves step by step, the others never change places", () => {
  const read = thingsAt(0, 1, 5, 6);
  for (let from = 0; from < read.length; from += 1)
    for (let to = 0; to < read.length; to += 1) {
      const positions = new Map(read.map(({ id, position }) => [id, position]));
      const others = read.filter((_, index) => index !== from).map(({ id }) => id);
      for (const { thing, position } of placings(moved(read, from, to), POSITIONS)) {
        positions.set(thing.id, position);
        const places = others.map((id) => positions.get(id) ?? 0);
        assert.deepEqual(new Set(places).size, places.length);
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        );
      }
    }
});

test("a thing that was made meanwhile stands behind the others", () => {
  assert.deepEqual(
    inOrder(thingsAt(0, 1, 2), ["b", "a"]).map(({ id }) => id),
    ["b", "a", "c"],
  );
});
