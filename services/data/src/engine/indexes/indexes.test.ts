import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListRowsQuery } from "../../../gen/rpc.ts";
import { plannedLists } from "../../testing/planned-lists.ts";
import { testData } from "../../testing/test-data.ts";
import { INDEXES_MAX } from "./index-forms.ts";

/** Few are won, and four rare, so that an index of stages is worth its while. */
const { planOf, wish, endDay, makeIndexes, indexes, cursorAfter } = await plannedLists(await testData(), {
  columns: [
    { name: "name", type: "text" },
    { name: "size", type: "number" },
    {
      name: "stage",
      type: "select",
      options: { options: ["won", "lost", "rare"].map((value) => ({ value })) },
    },
    ...Array.from({ length: 7 }, (_, n) => ({ name: `n${n}`, type: "number" })),
  ],
  count: 50_000,
  data: `jsonb_build_object('name', 'Name ' || (n * 7919) % 49999,
    'size', case when n % 10 > 0 then (n * 104729) % 100000 end,
    'stage', case when n % 12500 = 7 then 'rare' when n % 50 = 0 then 'won' else 'lost' end)`,
});

test("what lists ask for gets an index, by which first and hundredth page are read, sorting a handful of rows at most", async () => {
  const stage = JSON.stringify({ field: "stage", op: "eq", value: "won" });
  const name = JSON.stringify({ field: "name", op: "eq", value: "Name 77" });
  const part = JSON.stringify({ field: "name", op: "contains", value: "e 4711" });
  const asked: [query: ListRowsQuery, nodes: string[]][] = [
    [{ filter: stage }, ["Index Scan wish_match"]],
    [{ filter: name }, ["Index Scan wish_match"]],
    [{ sort: "size:desc" }, ["Append", "Index Scan wish_sort", "Index Scan wish_sort"]],
    [{ sort: "size:asc" }, ["Append", "Index Scan wish_sort", "Index Scan wish_sort"]],
    [{ sort: "name:desc" }, ["Append", "Index Scan wish_sort", "Index Scan wish_sort"]],
    [{ filter: part }, ["Sort", "Bitmap Heap Scan", "Bitmap Index Scan wish_contains"]],
    [{ q: "e 4711" }, ["Sort", "Bitmap Heap Scan", "Bitmap Index Scan wish_search"]],
  ];
  for (const [query] of asked) await wish(query);
  await makeIndexes();
  for (const [query, nodes] of asked) {
    const plan = await planOf(query);
    assert.deepEqual(plan.toSorted(), nodes.toSorted(), JSON.stringify(query));
  }
  for (const sort of ["size:desc", "size:asc", "name:desc"]) {
    const cursor = await cursorAfter({ sort }, 5_000);
    const plan = await planOf({ sort, cursor });
    assert.ok(!plan.includes("Sort") && plan.includes("Index Scan wish_sort"), `${sort}: ${plan.join(", ")}`);
  }
});

test("rows of a rare value are found by it and sorted, those of a common one in the order of the sort", async () => {
  /** The index that the rows with a value to sort by are read from; of those without there is none or a few. */
  const readBy = async (value: string, sort: string) => {
    const plan = await planOf({ filter: JSON.stringify({ field: "stage", op: "eq", value }), sort });
    return plan.find((node) => node.includes("wish_"))?.replace(/.*(?=wish_)/, "");
  };
  for (const sort of ["name:asc", "size:desc"]) {
    assert.equal(await readBy("rare", sort), "wish_match");
    assert.equal(await readBy("lost", sort), "wish_sort");
  }
});

test("a text that most rows have is looked for in the order of the list, not among all that the index finds", async () => {
  const contains = JSON.stringify({ field: "name", op: "contains", value: "name" });
  for (const query of [{ filter: contains }, { q: "name" }, { q: "name", sort: "size:desc" }]) {
    const plan = await planOf(query);
    assert.ok(
      plan.every((node) => !/wish_(contains|search)/.test(node)),
      `${JSON.stringify(query)}: ${plan.join(", ")}`,
    );
  }
});

test("an index that no list has asked for since a day gives way to what lists ask for today", async () => {
  await endDay();
  for (let n = 0; n < 7; n += 1) await wish({ sort: `n${n}:asc` });
  await makeIndexes();
  const made = await indexes();
  assert.equal(made.length, INDEXES_MAX);
  for (let n = 0; n < 7; n += 1)
    assert.ok(
      made.some((text) => text.includes(`'n${n}'`)),
      `n${n}`,
    );
});
