import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListRowsQuery } from "../../../gen/rpc.ts";
import { plannedLists } from "../../testing/planned-lists.ts";
import { testData } from "../../testing/test-data.ts";

const choices = { options: ["done", "open", "late", "new"].map((value) => ({ value })) };
const { planOf, list, wish, makeIndexes } = await plannedLists(await testData(), {
  columns: [
    { name: "status", type: "select", options: choices },
    { name: "flag", type: "boolean" },
    { name: "code", type: "text" },
    { name: "size", type: "number" },
    { name: "due", type: "date" },
    { name: "city", type: "text" },
    { name: "tags", type: "multi_select", options: choices },
    { name: "meta", type: "json" },
  ],
  count: 50_000,
  data: `jsonb_build_object('flag', n % 10000 <> 1, 'code', case n % 10000 when 2 then 'code' when 3 then '' when 12 then repeat('x', 250) || 'y' end,
    'status', case n % 10000 when 4 then 'open' when 5 then null else 'done' end, 'size', n,
    'due', case n % 10000 when 6 then '2026-05-02' when 7 then null else '2026-05-01' end, 'city', 'City ' || n % 5000,
    'tags', case n % 10000 when 8 then null when 9 then '[]'::jsonb else '["new","late"]' end,
    'meta', case when n % 10000 = 11 then to_jsonb(n) end)`,
});
const where = (filter: unknown): ListRowsQuery => ({ filter: JSON.stringify(filter) });
const an = (field: string, op: string, value?: unknown) => ({ field, op, value });
const not = (filter: unknown) => ({ not: filter });

/** Relations that a plan reads rows from. */
const readBy = (plan: string[]) => {
  const scans = plan.filter((node) => /Scan/.test(node) && !node.startsWith("Bitmap Heap"));
  return [...new Set(scans.map((node) => node.split(" ").at(-1)))];
};

const cities = { or: Array.from({ length: 20 }, (_, n) => an("city", "eq", `City ${n}`)) };

// Each of these alone wishes for the index of its field.
await wish(where(an("status", "neq", "done")));
await wish(where(an("due", "neq", "2026-05-01")));
await wish(where(an("code", "nempty")));
await wish(where(not(an("flag", "eq", true))));
await wish(where(not(an("size", "gt", 7))));
await wish(where(an("tags", "empty")));
await wish(where(an("meta", "nempty")));
await wish(where(cities));
await makeIndexes();

/** Lists of these filters are read by the index of matches alone, and have so many rows. */
async function areMatched(asked: readonly (readonly [filter: unknown, rows: number])[]) {
  for (const [filter, rows] of asked) {
    const plan = await planOf(where(filter));
    assert.deepEqual(readBy(plan), ["wish_match"], `${JSON.stringify(filter)}: ${plan.join(", ")}`);
    assert.equal((await list(where(filter))).rows.length, rows, JSON.stringify(filter));
  }
}

test("the few rows that have another value than most, or any value at all, are found by an index", async () => {
  await areMatched([
    [an("status", "neq", "done"), 10],
    [an("status", "nin", ["new", "late", "done"]), 10],
    [an("due", "neq", "2026-05-01"), 10],
    [an("code", "nempty"), 10],
  ]);
});

test("a denial of conditions is answered by the indexes of their opposites", async () => {
  await areMatched([
    [not(an("status", "eq", "done")), 10],
    [not(an("flag", "eq", true)), 5],
    [not(an("size", "gt", 7)), 7],
    [not(an("size", "between", [8, 1e6])), 7],
    [not(an("due", "within", "2026-05-01")), 10],
    [not({ or: [an("code", "empty"), an("size", "lt", 0)] }), 10],
    [not({ and: [an("flag", "eq", true), an("status", "in", ["done", "new"])] }), 15],
    [{ and: [not(not(an("size", "lte", 9))), an("city", "nempty")] }, 9],
  ]);
});

test("the few rows whose choices or JSON are empty, or are not, are found by an index", async () => {
  await areMatched([
    [an("tags", "empty"), 10],
    [an("meta", "nempty"), 5],
    [not(an("meta", "empty")), 5],
  ]);
});

test("a text that is longer than what an index holds of it is found by its beginning", async () => {
  const long = "x".repeat(250);
  await areMatched([
    [an("code", "eq", `${long}y`), 5],
    [an("code", "in", [`${long}y`, "code"]), 10],
  ]);
  assert.deepEqual((await list(where(an("code", "eq", `${long}z`)))).rows, []);
});

test("alternatives that ask for many values of one field need one index", async () => {
  await areMatched([[cities, 50]]);
});

test("where most rows have another value they are read in the order of the list", async () => {
  for (const filter of [
    an("status", "neq", "open"),
    an("status", "nin", ["open", "new"]),
    an("tags", "nempty"),
  ]) {
    const plan = await planOf(where(filter));
    assert.ok(!plan.join().includes("wish_") && !plan.includes("Sort"), plan.join(", "));
  }
});
