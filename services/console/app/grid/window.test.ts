import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsAt, frozenOf, heightOf, rowsAt, topOf, wantedPages } from "./window.ts";

const viewport = 640;
const scrollOf = (rows: number) => ({ rows, rowHeight: 32, viewport });

test("every scroll position draws the rows that it shows, where they belong, and few others", () => {
  for (const rows of [0, 1, 19, 20, 21, 3_000, 100_000, 468_750, 1_000_000, 10_000_000]) {
    const scroll = scrollOf(rows);
    const travel = Math.max(0, heightOf(scroll) - viewport);
    for (let part = 0; part <= 1000; part += 1) {
      const top = (travel * part) / 1000;
      const { first, last, offset } = rowsAt(scroll, top);
      assert.ok(first >= 0 && last < rows && last - first <= 42);
      if (rows === 0) continue;
      const end = offset + (last - first + 1) * 32;
      assert.ok(offset <= top + 0.01 && end >= Math.min(top + viewport, heightOf(scroll)) - 0.01);
      assert.ok(offset >= -0.01 && end <= Math.max(heightOf(scroll), viewport) + 0.01 + 10 * 32);
    }
    assert.equal(rowsAt(scroll, travel).last, rows - 1);
  }
});

test("the grid has its exact height up to 15,000,000 px, and draws the last row beyond", () => {
  assert.equal(heightOf(scrollOf(468_750)), 15_000_000);
  assert.equal(heightOf(scrollOf(1_000_000)), 15_000_000);
});

test("a row is scrolled to by the shortest way, and not at all when it is visible", () => {
  const scroll = scrollOf(1000);
  assert.equal(topOf(scroll, 5, 100), 100);
  assert.equal(topOf(scroll, 0, 100), 0);
  assert.equal(topOf(scroll, 100, 0), 101 * 32 - viewport);
  const long = scrollOf(5_000_000);
  for (const row of [0, 1, 77, 2_500_000, 4_999_999]) {
    const top = topOf(long, row, 1_000_000);
    const { first, offset } = rowsAt(long, top);
    const at = offset + (row - first) * 32;
    assert.ok(at >= top - 0.5 && at + 32 <= top + viewport + 0.5, String(row));
  }
});

test("columns are drawn that are visible, and two on each side", () => {
  const widths = Array.from({ length: 50 }, (_, index) => 40 + (index % 5) * 40);
  assert.deepEqual(columnsAt(widths, 0, 200), { first: 0, last: 4 });
  assert.deepEqual(columnsAt(widths, 600, 600), { first: 3, last: 11 });
  assert.deepEqual(columnsAt(widths, 5_900, 600), { first: 47, last: 49 });
  assert.deepEqual(columnsAt([], 0, 200), { first: 0, last: -1 });
});

test("the pages of the drawn rows come first, then those of the selection, at most 20", () => {
  assert.deepEqual(wantedPages({ first: 0, last: 35 }, { top: 3, bottom: 3 }), [0]);
  assert.deepEqual(wantedPages({ first: 0, last: -1 }, { top: -1, bottom: -1 }), [0]);
  assert.deepEqual(wantedPages({ first: 780, last: 815 }, { top: 0, bottom: 120 }), [7, 8, 0, 1]);
  const all = wantedPages({ first: 99_900, last: 99_999 }, { top: 0, bottom: 99_999 });
  assert.equal(all.length, 20);
  assert.deepEqual(all.slice(0, 3), [999, 0, 1]);
});

test("columns stay in view as asked, but never so many that the others have no room, and none on a phone", () => {
  const widths = [100, 200, 300, 400];
  assert.equal(frozenOf(0, widths, 56, 1_200), 0);
  assert.equal(frozenOf(2, widths, 56, 1_200), 2);
  assert.equal(frozenOf(4, widths, 56, 1_200), 3);
  assert.equal(frozenOf(9, widths, 56, 9_000), 4);
  assert.equal(frozenOf(1, [800], 56, 900), 0);
  assert.equal(frozenOf(2, widths, 56, 559), 0);
});
