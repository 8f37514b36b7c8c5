import assert from "node:assert/strict";
import { test } from "node:test";
import { gridBody, gridIn, gridOf, saidGrid } from "./look-grid.ts";

const names = ["name", "amount"];
const stored = { widths: { name: 300 }, frozen: 2, row_height: "tall" as const };
const base = gridOf(stored);

test("a view without a grid has its first column in view and short rows", () => {
  assert.deepEqual(gridOf(undefined), { widths: {}, frozen: 1, rowHeight: "short", density: "short" });
});

test("what an address says is read again as it was, also where it takes all away", () => {
  for (const look of [
    base,
    { ...base, widths: {} },
    { ...base, widths: { name: 40, amount: 800 } },
    { ...base, frozen: 0 },
    { ...base, rowHeight: "short" as const },
  ])
    assert.deepEqual(gridIn(saidGrid(look, base), base, names), look);
  assert.deepEqual(saidGrid(base, base), { widths: "", frozen: "", height: "" });
});

test("rows are as high as the person prefers where a view leaves it to the reader, and nowhere else", () => {
  assert.equal(gridOf(stored, "medium").rowHeight, "tall");
  const open = gridOf(undefined, "medium");
  assert.equal(open.rowHeight, "medium");
  assert.equal(gridBody({ ...open, frozen: 2 }, undefined)?.row_height, null);
  assert.equal(gridBody({ ...open, rowHeight: "short" }, undefined)?.row_height, "short");
  assert.equal(gridIn({ height: "tall" }, open, names).rowHeight, "tall");
});

test("an address that says what no grid has is read without it", () => {
  const said = { widths: "gone:90,name:9000,amount:90,name:x", frozen: "-3", height: "huge" };
  assert.deepEqual(gridIn(said, base, names), { ...base, widths: { amount: 90 } });
  assert.equal(gridIn({ frozen: "99" }, base, names).frozen, 10);
});

test("a view stores its grid whole, and goes on leaving the height to the reader", () => {
  assert.equal(gridBody(base, stored), undefined);
  assert.deepEqual(gridBody({ ...base, frozen: 3 }, stored), { ...stored, frozen: 3 });
  const open = { widths: {}, frozen: 1, row_height: null };
  assert.deepEqual(gridBody({ ...gridOf(open), frozen: 0 }, open), { ...open, frozen: 0 });
  assert.deepEqual(gridBody({ ...gridOf(open), rowHeight: "medium" }, open), {
    ...open,
    row_height: "medium",
  });
});
