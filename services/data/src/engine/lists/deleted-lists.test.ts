import assert from "node:assert/strict";
import { test } from "node:test";
import { testSheets } from "../../testing/test-sheets.ts";
import { promoteFrom } from "../../testing/test-storage.ts";
import { assertOk, fillTrash, MANY, rowOf } from "../../testing/test-trash.ts";

const { sheet, database, door } = await testSheets();
type Sheet = Awaited<ReturnType<typeof sheet>>;

/** Lists cells of the sheet's rows, without the fillers. */
async function listed(s: Sheet, query: Record<string, string>): Promise<unknown[]> {
  const reply = await door.call("ListRows", {
    caller: s.caller,
    path: s.path,
    query: new URLSearchParams(query).toString(),
  });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return (reply.body.rows as { data: { own?: unknown } }[])
    .map(({ data }) => data)
    .filter(({ own }) => own === true);
}

for (const isPromoted of [false, true])
  test(`deleted rows show no cell of a column that is gone, nor is one found as of what has its name: ${isPromoted ? "own" : "shared"} table`, async () => {
    const s = await sheet([
      { name: "own", type: "boolean" },
      { name: "a", type: "text" },
      { name: "n", type: "text" },
      { name: "l", type: "text" },
    ]);
    const made = await s.row({ own: true, a: "xx", n: "12", l: "no id" });
    const row = rowOf(door, s, made.body.id as string);
    assertOk(await row.drop());
    await fillTrash(database, s, MANY, { a: "xx", n: "12", l: "no id" });
    if (isPromoted) await promoteFrom(database, MANY);
    for (const name of ["a", "n", "l"]) assertOk(await s.remove(name));
    assert.deepEqual(await row.get(), { own: true });
    const relation = { table_id: s.path.table_id, cardinality: "many", display_column: "a" };
    assertOk(
      await s.create({ name: "a", type: "text" }),
      await s.create({ name: "n", type: "number" }),
      await s.create({ name: "l", type: "relation", relation }),
      await s.create({ name: "f", type: "formula", formula: "{n} + 1" }),
      await s.row({ own: true, a: "xx", n: 12 }),
    );
    const empty = { own: true, a: null, n: null, l: null };
    const both = [empty, { ...empty, a: "xx", n: 12 }];
    assert.deepEqual(await row.get(), empty);
    const own = (more: object = {}) =>
      JSON.stringify({ and: [{ field: "own", op: "eq", value: true }, more] });
    const filters = [
      { field: "a", op: "eq", value: "xx" },
      { field: "n", op: "gt", value: 1 },
      { field: "a", op: "contains", value: "x" },
      { field: "l", op: "nempty" },
      { field: "f", op: "gt", value: 1 },
    ];
    for (const filter of filters)
      assert.deepEqual(await listed(s, { deleted: "only", filter: own(filter) }), [], filter.field);
    assert.deepEqual(
      await listed(s, { deleted: "only", filter: own({ field: "own", op: "eq", value: true }), q: "xx" }),
      [],
    );
    const all = {
      filter: own({ field: "own", op: "eq", value: true }),
      include_deleted: "true",
      expand: "l",
      computed: "true",
    };
    for (const sort of ["n:asc", "a:desc", "l:asc", "f:asc", "updated_at:asc"])
      assert.deepEqual(new Set(await listed(s, { ...all, sort })), new Set(both), sort);
  });
