import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import type { ListRowsQuery } from "../../../gen/rpc.ts";
import { plannedLists } from "../../testing/planned-lists.ts";
import { testData } from "../../testing/test-data.ts";

const rowCount = 50_000;
const data = await testData();
const { planOf, runOf, list, create, wish, endDay, makeIndexes, cursorAfter } = await plannedLists(data, {
  columns: [
    { name: "email", type: "email" },
    { name: "note", type: "text" },
    { name: "size", type: "number" },
    { name: "city", type: "text" },
    {
      name: "tags",
      type: "multi_select",
      options: { options: ["hot", "new", "old", "vip"].map((value) => ({ value })) },
    },
    { name: "due", type: "date" },
    { name: "meta", type: "json" },
    { name: "maker", type: "created_by" },
    { name: "changer", type: "updated_by" },
  ],
  count: rowCount,
  data: `jsonb_build_object('email', 'User' || n || '@example.com', 'size', case when n % 10000 <> 3 then n end,
    'tags', case when n % 10000 = 4 then '["vip","new"]'::jsonb when n % 2 = 0 then '["new","old"]' else '["old"]' end,
    'city', case when n % 100 > 0 then 'City ' || n % 20 end,
    'due', case when n % 1000 > 0 then '2026-05-' || lpad((1 + n % 28)::text, 2, '0') end,
    'meta', case when n % 3 > 0 then jsonb_build_object('k', n % 1000) end,
    'note', case n % 10000 when 5 then null when 6 then '' else 'Note ' || n end)`,
  createdBy: "'maker ' || case when n % 10000 = 8 then 'rare' else (n % 7)::text end",
});
const where = (filter: unknown): ListRowsQuery => ({ filter: JSON.stringify(filter) });
const an = (field: string, op: string, value?: unknown) => ({ field, op, value });

/** The nodes of a plan that read rows; whether an index is there is looked up besides. */
const scansOf = (plan: string[]) =>
  plan.filter((node) => node.includes("Scan") && !node.endsWith("pg_index_indexrelid_index"));

/** Relations that a plan reads rows from. */
const readBy = (plan: string[]) => {
  const scans = scansOf(plan).filter((node) => !node.startsWith("Bitmap Heap"));
  return [...new Set(scans.map((node) => node.split(" ").at(-1)))];
};

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
    assert.deepEqual(readBy(plan), [index], `${JSON.stringify(query)}: ${plan.join(", ")}`);
    if (rows !== undefined) assert.equal((await list(query)).rows.length, rows, JSON.stringify(query));
  }
});

test("members of a set are found by an index when few rows have them, in the order of the list when most do", async () => {
  const rare: [op: string, value: string[]][] = [
    ["has_any", ["vip", "hot"]],
    ["has_all", ["new", "vip"]],
    ["exactly", ["vip", "new"]],
  ];
  await wish(where(an("tags", "has_any", ["vip"])));
  await makeIndexes();
  for (const [op, value] of rare) {
    const query = where(an("tags", op, value));
    const plan = await planOf(query);
    assert.deepEqual(readBy(plan), ["wish_members"], `${op}: ${plan.join(", ")}`);
    assert.equal((await list(query)).rows.length, 5, op);
  }
  const common = await planOf(where(an("tags", "has_any", ["new"])));
  assert.ok(!common.join().includes("wish_members"), common.join(", "));
});

test("a sort by choices or any JSON reads an index in its order, the first page and any later one", async () => {
  await endDay();
  for (const sort of ["tags:asc", "meta:desc"]) {
    await wish({ sort });
    await makeIndexes();
    for (const before of [0, 5_000]) {
      const cursor = before === 0 ? {} : { cursor: await cursorAfter({ sort }, before) };
      const plan = await planOf({ sort, ...cursor });
      const wanted = ["Append", "Index Scan wish_sort", "Index Scan wish_sort"];
      assert.deepEqual(plan, wanted, `${sort} after ${before}: ${plan.join(", ")}`);
    }
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

test("a sort by several columns reads an index in its order, the first page and any later one", async () => {
  await endDay();
  const sorts = [
    "city:asc,note:desc",
    "due:desc,created_at:desc",
    "city:desc,size:desc",
    "city:asc,due:desc,size:asc",
    "tags:desc,city:asc,created_at:asc",
    "changer:asc,tags:asc,size:desc,due:asc,created_at:asc",
  ];
  for (const sort of sorts) await wish({ sort });
  await makeIndexes();
  for (const sort of sorts) {
    assert.deepEqual(await planOf({ sort }), ["Index Scan wish_sort"], sort);
    for (const before of sort === "city:desc,size:desc" ? [500, rowCount - 500] : [500, 5_000]) {
      const plan = await runOf({ sort, cursor: await cursorAfter({ sort }, before) });
      assert.deepEqual(readBy(plan), ["wish_sort"], `${sort} after ${before}: ${plan.join(", ")}`);
    }
  }
});

test("while there is no index in the order of several columns, a page reads the table once", async () => {
  const sort = "size:desc,city:asc,due:asc,note:asc";
  const plan = await runOf({ sort, cursor: await cursorAfter({ sort }, 500) });
  assert.equal(scansOf(plan).length, 1, plan.join(", "));
});

test("an index under construction is not used: a page reads the table once meanwhile", async () => {
  const sort = "city:asc,due:desc,size:asc";
  const cursor = await cursorAfter({ sort }, 500);
  assert.deepEqual(readBy(await runOf({ sort, cursor })), ["wish_sort"]);
  // State that CREATE INDEX CONCURRENTLY leaves until it is done.
  await setValid(false);
  const plan = await runOf({ sort, cursor });
  await setValid(true);
  assert.equal(scansOf(plan).length, 1, plan.join(", "));
});

function setValid(isValid: boolean): Promise<unknown> {
  const text = `update pg_index set indisvalid = $1 where indexrelid::regclass::text like '%wish_sort%'`;
  return withClient(data.database.superuserUrl, (client) => client.query(text, [isValid]));
}

test("an order by more texts than an entry has room for is read by the first three, and no text is too long for it", async () => {
  await endDay();
  const sort = "city:asc,note:desc,meta:asc,due:asc";
  await wish({ sort });
  await makeIndexes();
  assert.deepEqual(await planOf({ sort }), ["Incremental Sort", "Index Scan wish_sort"]);
  // Characters of four bytes with nothing in common, so that they cannot be compressed.
  const character = () => String.fromCodePoint(0x20000 + Math.floor(Math.random() * 40_000));
  const long = () => Array.from({ length: 250 }, character).join("");
  await create({ city: long(), note: long(), meta: long(), due: "2026-05-01" });
});
