import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListRowsQuery } from "../../../gen/rpc.ts";
import { plannedLists } from "../../testing/planned-lists.ts";
import { testData } from "../../testing/test-data.ts";

const options = { options: ["new", "late", "vip"].map((value) => ({ value })) };
const { planOf, list, wish, makeIndexes } = await plannedLists(await testData(), {
  columns: [
    { name: "tags", type: "multi_select", options },
    { name: "due", type: "date" },
  ],
  count: 50_000,
  // The newest rows have the common tags and dates of their own, the oldest half one date.
  data: `jsonb_build_object('tags', case when n % 10000 = 8 then '["vip"]'::jsonb when n % 10000 <> 9 then '["new","late"]' end,
    'due', case when n > 25000 then '2026-05-01' else '2026-06-' || lpad((n % 28 + 1)::text, 2, '0') end)`,
});
const where = (filter: unknown): ListRowsQuery => ({ filter: JSON.stringify(filter) });
const tags = (op: string, value: string[]) => ({ field: "tags", op, value });
const due = (op: string, value: unknown) => ({ field: "due", op, value });

await wish(where(tags("has_any", ["vip"])));
await wish(where(due("eq", "2026-05-01")));
await makeIndexes();

test("of a set that most rows have, PostgreSQL knows how few lack it: it looks through the table once, not in the order of the list", async () => {
  const asked: [filter: unknown, rows: number][] = [
    [tags("has_none", ["new"]), 10],
    [{ not: tags("has_all", ["new", "late"]) }, 10],
    [{ not: tags("exactly", ["late", "new"]) }, 10],
  ];
  for (const [filter, rows] of asked) {
    const plan = await planOf(where(filter));
    assert.deepEqual(plan, ["Sort", "Seq Scan passing 49990 rows"], JSON.stringify(filter));
    assert.equal((await list(where(filter))).rows.length, rows);
  }
});

test("of a set that is nowhere all that a row has, PostgreSQL knows so, though most rows have its members", async () => {
  const filter = tags("exactly", ["late"]);
  const plan = await planOf(where(filter));
  assert.deepEqual(plan, ["Sort", "Seq Scan passing 50000 rows"]);
});

test("rows that lack what few have are read in the order of the list, and so are those with a common set", async () => {
  for (const filter of [
    tags("has_none", ["vip"]),
    { not: tags("exactly", ["vip"]) },
    tags("exactly", ["new", "late"]),
  ]) {
    const plan = await planOf(where(filter));
    assert.ok(
      plan.length === 1 && plan[0]?.includes("created_at"),
      `${JSON.stringify(filter)}: ${plan.join(", ")}`,
    );
  }
});

test("whether a set is exactly this is asked of the stored members, without a list made of each row's", async () => {
  for (const filter of [tags("exactly", ["late"]), { not: tags("exactly", ["late", "new"]) }]) {
    const plan = await planOf(where(filter));
    assert.ok(!plan.join().includes("ProjectSet"), plan.join(", "));
  }
  assert.equal((await list(where(tags("exactly", ["late"])))).rows.length, 0);
});

test("the rows of one date are an index's in the order of creation, however old they all are", async () => {
  for (const op of ["eq", "within"])
    assert.deepEqual(await planOf(where(due(op, "2026-05-01"))), ["Index Scan wish_match"], op);
});
