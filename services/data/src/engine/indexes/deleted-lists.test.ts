import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListRowsQuery } from "../../../gen/rpc.ts";
import { plannedLists } from "../../testing/planned-lists.ts";
import { testData } from "../../testing/test-data.ts";
import { INDEXES_MAX } from "./index-forms.ts";

const sorted = Array.from({ length: INDEXES_MAX }, (_, n) => `n${n}`);
const lists = {
  columns: [{ name: "stage", type: "text" }, ...sorted.map((name) => ({ name, type: "number" }))],
  data: "jsonb_build_object('stage', case when n % 2 = 0 then 'won' else 'lost' end, 'n0', n % 1000)",
};
const data = await testData();

test("a few deleted rows of a large table are found by an index, in the order of the list, filtered and sorted", async () => {
  const { planOf, list, wish, makeIndexes } = await plannedLists(data, {
    ...lists,
    count: 50_000,
    isDeleted: "n % 1000 = 7",
  });
  const stage = JSON.stringify({ field: "stage", op: "eq", value: "lost" });
  const only = { deleted: "only" } as const;
  await wish(only);
  await makeIndexes();
  const asked: [query: ListRowsQuery, nodes: string[]][] = [
    [only, ["Index Scan wish_deleted"]],
    [{ ...only, filter: stage }, ["Index Scan wish_deleted"]],
    [{ ...only, sort: "n0:desc" }, ["Append", "Sort", "Index Scan wish_deleted"]],
  ];
  for (const [query, nodes] of asked) {
    const plan = await planOf(query);
    assert.deepEqual([...new Set(plan)].toSorted(), nodes.toSorted(), JSON.stringify(query));
    assert.equal((await list({ ...query, limit: 500 })).rows.length, 50);
  }
});

test("of many deleted rows any page is read by the index; it does not count among those that cost every write", async () => {
  const { planOf, wish, makeIndexes, indexes, cursorAfter } = await plannedLists(data, {
    ...lists,
    count: 20_001,
    isDeleted: "n % 5 = 0",
  });
  const only = { deleted: "only" } as const;
  for (const name of sorted) await wish({ sort: `${name}:asc` });
  await wish(only);
  await makeIndexes();
  assert.equal((await indexes()).length, INDEXES_MAX + 1);
  for (const cursor of [await cursorAfter(only, 500), await cursorAfter(only, 3_500)])
    assert.deepEqual(await planOf({ ...only, cursor }), ["Index Scan wish_deleted"]);
});
