import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListRow } from "./list-of.ts";
import { pageAfter, readRows } from "./list-pages.ts";

/** Pages of a list that is read by cursor (console.lists). */
const row = (n: number): ListRow => ({ id: `r${n}`, path: `/${n}`, cells: {} });

/** A list of so many rows, whose answers have at most so many, and the limits it was asked for. */
function listOf(count: number, most: number) {
  const limits: number[] = [];
  const read = ({ limit, cursor = "0" }: { limit: number; cursor?: string; count?: "exact" }) => {
    limits.push(limit);
    const from = Number(cursor);
    const to = Math.min(from + Math.min(limit, most), count);
    const rows = Array.from({ length: to - from }, (_, n) => row(from + n));
    return Promise.resolve({ rows, next: to < count ? String(to) : null });
  };
  return { read, limits };
}

const idsOf = ({ rows }: { rows: readonly ListRow[] }) => [rows.at(0)?.id, rows.at(-1)?.id, rows.length];

test("a page is whole although answers are shorter than asked for", async () => {
  const { read } = listOf(1_000, 30);
  const page = await readRows(read, undefined, 100);
  assert.deepEqual(idsOf(page), ["r0", "r99", 100]);
  assert.equal(page.next, "100");
});

test("a page far below is read past the ends of the pages before it, in the largest answers", async () => {
  const { read, limits } = listOf(3_000, 500);
  const page = await pageAfter(read, 29, { page: 0, next: "100" });
  assert.deepEqual(idsOf(page), ["r2900", "r2999", 100]);
  assert.equal(page.next, null);
  assert.deepEqual(limits, [500, 500, 500, 500, 500, 300, 100]);
});

test("a page that follows a known one is read by its end alone", async () => {
  const { read, limits } = listOf(3_000, 500);
  const page = await pageAfter(read, 6, { page: 5, next: "600" });
  assert.deepEqual([...idsOf(page), page.after], ["r600", "r699", 100, "600"]);
  assert.deepEqual(limits, [100]);
});

test("a page behind the end of a list is empty", async () => {
  const { read } = listOf(250, 500);
  const past = await pageAfter(read, 9, { page: 0, next: "100" });
  assert.deepEqual(past, { rows: [], next: null, after: undefined });
  assert.deepEqual((await pageAfter(read, 3, { page: 2, next: null })).rows, []);
});
