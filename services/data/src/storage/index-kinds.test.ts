import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListRowsQuery } from "../../gen/rpc.ts";
import { plannedLists } from "../testing/planned-lists.ts";
import { testData } from "../testing/test-data.ts";

const rowCount = 50_000;
const { planOf, list, wish, makeIndexes } = await plannedLists(await testData(), {
  columns: [
    { name: "email", type: "email" },
    { name: "note", type: "text" },
    { name: "size", type: "number" },
    { name: "maker", type: "created_by" },
    { name: "changer", type: "updated_by" },
  ],
  count: rowCount,
  data: `jsonb_build_object('email', 'User' || n || '@example.com', 'size', case when n % 10000 <> 3 then n end,
    'note', case n % 10000 when 5 then null when 6 then '' else 'Note ' || n end)`,
  createdBy: "'maker ' || case when n % 10000 = 8 then 'rare' else (n % 7)::text end",
});
const where = (filter: unknown): ListRowsQuery => ({ filter: JSON.stringify(filter) });
const an = (field: string, op: string, value?: unknown) => ({ field, op, value });

test("whatever a list asks for that few rows have, an index finds them", async () => {
  const since = new Date(Date.now() - 30 * 60_000).toISOString();
  const asked: [query: ListRowsQuery, index: string, rows?: number][] = [
    [{ updated_since: since }, "wish_sort"],
    [{ updated_since: since, sort: "updated_at:asc" }, "wish_sort"],
    [{ updated_since: since, sort: "updated_at:asc", include_deleted: true }, "wish_sort"],
    [where({ or: [an("size", "eq", 7), an("note", "eq", "Note 77")] }), "wish_match", 2],
    [
      where({ or: [an("size", "eq", 7), { and: [an("size", "gt", 5), an("note", "in", ["Note 9"])] }] }),
      "wish_match",
      2,
    ],
    [where(an("email", "ieq", "uSER4711@EXAMPLE.com")), "wish_contains", 1],
    [where(an("note", "empty")), "wish_match", 10],
    [where(an("size", "empty")), "wish_match", 5],
    [where(an("maker", "eq", "maker rare")), "wish_match", 5],
    [where(an("changer", "eq", "maker rare")), "wish_match", 5],
  ];
  for (const [query] of asked) await wish(query);
  await makeIndexes();
  for (const [query, index, rows] of asked) {
    const plan = await planOf(query);
    const read = plan.filter((node) => /Scan/.test(node) && !/Bitmap Heap/.test(node));
    assert.ok(
      read.every((node) => node.endsWith(` ${index}`)),
      `${JSON.stringify(query)}: ${plan.join(", ")}`,
    );
    if (rows !== undefined) assert.equal((await list(query)).rows.length, rows, JSON.stringify(query));
  }
});

test("a column of who made the rows orders them by an index", async () => {
  await wish({ sort: "maker:desc" });
  await makeIndexes();
  assert.deepEqual(await planOf({ sort: "maker:desc" }), [
    "Append",
    "Index Scan wish_sort",
    "Index Scan wish_sort",
  ]);
});
