import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import type { ListRowsQuery } from "../../../gen/rpc.ts";
import { plannedLists } from "../../testing/planned-lists.ts";
import { testData } from "../../testing/test-data.ts";
import { wishedIndexes, wishingTable } from "../../testing/wishing.ts";
import { quietLogger, withWorker } from "../../testing/test-storage.ts";
import { INDEXES_MAX } from "./index-forms.ts";
import { IndexMaker } from "./indexes.ts";

const data = await testData();
const of = (count: number, name: string, type: string) =>
  Array.from({ length: count }, (_, n) => ({ name: `${name}${n}`, type }));
const filled = {
  columns: [
    { name: "size", type: "number" },
    { name: "code", type: "text" },
    { name: "due", type: "date" },
  ],
  count: 20_000,
  data: `jsonb_build_object('size', n, 'code', 'code ' || n % 4000, 'due', '2026-01-' || lpad((n % 28 + 1)::text, 2, '0'))`,
};
const where = (field: string, op: string, value?: unknown): ListRowsQuery => ({
  filter: JSON.stringify({ field, op, value }),
});

test("a table sorted by a column and asked for what lies between or beside its values has one index that serves both", async () => {
  const { planOf, wish, makeIndexes, indexes } = await plannedLists(data, filled);
  const asked: ListRowsQuery[] = [
    where("size", "lt", 5),
    where("due", "before", "2026-01-01"),
    { filter: JSON.stringify({ not: { field: "size", op: "gt", value: 5 } }) },
  ];
  for (const query of [...asked, { sort: "size:desc" }, { sort: "due:asc" }]) await wish(query);
  await makeIndexes();
  assert.equal((await indexes()).length, 2);
  for (const query of asked) {
    const plan = await planOf(query);
    assert.ok(plan.join().includes("wish_sort"), `${JSON.stringify(query)}: ${plan.join(", ")}`);
    assert.ok(!plan.join().includes("passing"), plan.join(", "));
  }
});

test("a text has one index for its order, which is that of a language, and another for its values (conventions.text-order)", async () => {
  const { planOf, wish, makeIndexes, indexes } = await plannedLists(data, filled);
  const asked: [ListRowsQuery, string][] = [
    [where("code", "in", ["code 7", "code 9"]), "wish_match"],
    [{ sort: "code:desc" }, "wish_sort"],
  ];
  for (const [query] of asked) await wish(query);
  await makeIndexes();
  assert.equal((await indexes()).length, 2);
  for (const [query, index] of asked) assert.ok((await planOf(query)).join().includes(index), index);
});

test("one value of a column and what lies between its values are found by one index, in the order of creation", async () => {
  const { planOf, wish, makeIndexes, indexes } = await plannedLists(data, filled);
  for (const query of [where("size", "lt", 5), where("size", "empty")]) await wish(query);
  await makeIndexes();
  assert.equal((await indexes()).length, 1);
  assert.ok((await planOf(where("size", "lt", 5))).join().includes("wish_match"));
  assert.deepEqual(await planOf(where("size", "eq", 5)), ["Index Scan wish_match"]);
});

test("a sort in the order in which an index finds the rows of a value needs no index beside it", async () => {
  const { planOf, wish, makeIndexes, indexes } = await plannedLists(data, filled);
  const sort = "size:asc,created_at:asc";
  await wish(where("size", "eq", 5));
  await wish({ sort });
  await makeIndexes();
  assert.equal((await indexes()).length, 1);
  assert.deepEqual(await planOf({ sort }), ["Index Scan wish_match"]);
  assert.deepEqual(await planOf(where("size", "eq", 5)), ["Index Scan wish_match"]);
});

test("sorts that differ beyond what an entry has room for have one index, which takes one place of those a table may have", async () => {
  const columns = [...of(4, "t", "text"), ...of(INDEXES_MAX, "n", "number")];
  const longer = [":asc", ":desc"].map(
    (way) => [`t0:asc,t1:asc,t2:asc,t3${way},id:asc`, "sort", 50] as const,
  );
  const single = of(INDEXES_MAX - 1, "n", "number").map(({ name }) => [name, "sort", 20] as const);
  const { tableId } = await wishingTable(data, columns, [...longer, ...single]);
  await withWorker(data.database, (session) => new IndexMaker(quietLogger).serve(session));
  assert.equal((await wishedIndexes(data.database, tableId)).length, INDEXES_MAX);
});

test("after a change of the team's locale the index of the new order takes the place of that of the old one (conventions.text-order)", async () => {
  const columns = [...of(1, "name", "text"), ...of(1, "size", "number")];
  const before = [
    ["name0", "sort", 50],
    ["size0", "sort"],
  ] as const;
  const { caller, tableId } = await wishingTable(data, columns, before);
  const maker = new IndexMaker(quietLogger);
  const made = async () => {
    await withWorker(data.database, (session) => maker.serve(session));
    const defined = await wishedIndexes(data.database, tableId);
    return defined.map((text) => /platform\.(?:und|sv)/.exec(text)?.[0] ?? "none").toSorted();
  };
  assert.deepEqual(await made(), ["none", "platform.und"]);
  await withClient(data.database.superuserUrl, (client) =>
    client.query(
      "insert into data.index_wishes (team_id, table_id, field, kind, uses) values ($1, $2, 'name0@sv', 'sort', 10)",
      [caller.team_id, tableId],
    ),
  );
  assert.deepEqual(await made(), ["none", "platform.sv"]);
});
