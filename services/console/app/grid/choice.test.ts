import assert from "node:assert/strict";
import { test } from "node:test";
import { CHOICE_MAX, chosenAfter, extentOf, noChoice, spanTo, type ChosenRow } from "./choice.ts";

/** The reducer of the chosen rows (console.grid-choose). */
const LIST = "all";
const row = (n: number, version = 1): ChosenRow => ({ id: `r${n}`, version, name: `Row ${n}` });
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n));
const three = chosenAfter(noChoice<ChosenRow>(LIST), LIST, { kind: "add", rows: rows(3), anchor: 2 });

test("rows are added and removed in the order of their choice, each once", () => {
  const added = chosenAfter(three, LIST, { kind: "add", rows: [row(1, 2), row(7)] });
  assert.deepEqual([...added.rows.keys()], ["r0", "r1", "r2", "r7"]);
  assert.equal(added.rows.get("r1")?.version, 2);
  const removed = chosenAfter(added, LIST, { kind: "remove", ids: ["r0", "r7", "absent"] });
  assert.deepEqual([...removed.rows.keys()], ["r1", "r2"]);
  assert.equal(chosenAfter(removed, LIST, { kind: "clear" }).rows.size, 0);
});

test("a range goes from the last row that was chosen to either side, and is one row without it", () => {
  assert.deepEqual(spanTo(three, 9, true), { first: 2, last: 9 });
  assert.deepEqual(spanTo(three, 0, true), { first: 0, last: 2 });
  assert.deepEqual(spanTo(three, 9, false), { first: 9, last: 9 });
  assert.deepEqual(spanTo(noChoice(LIST), 4, true), { first: 4, last: 4 });
});

test("what was read for another list chooses nothing in this one", () => {
  const other = chosenAfter(three, "filtered", { kind: "add", rows: [row(9)] });
  assert.equal(other, three);
});

test("at most 10,000 rows are chosen, which are all of a longer list", () => {
  const many = chosenAfter(noChoice(LIST), LIST, { kind: "add", rows: rows(CHOICE_MAX + 5) });
  assert.equal(many.rows.size, CHOICE_MAX);
  assert.equal(extentOf(many, CHOICE_MAX + 5), "all");
  assert.equal(extentOf(three, 3), "all");
  assert.equal(extentOf(three, 4), "some");
  assert.equal(extentOf(noChoice(LIST), 0), "none");
});

test("rows that are read again have their new version, and those that are gone leave the choice", () => {
  const renewed = chosenAfter(three, LIST, { kind: "renew", ids: ["r0", "r1"], rows: [row(1, 5)] });
  assert.deepEqual(
    [...renewed.rows.values()].map(({ id, version }) => [id, version]),
    [
      ["r1", 5],
      ["r2", 1],
    ],
  );
});
