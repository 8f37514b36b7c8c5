import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { refusal, testSheets } from "../testing/test-sheets.ts";

const { door, sheet } = await testSheets();

test("a deleted column takes its cells with it; the name is free for a new one without them", async () => {
  const s = await sheet(
    [
      { name: "a", type: "text", unique: true },
      { name: "b", type: "text" },
    ],
    [{ a: "x", b: "y" }],
  );
  const id = await s.column("a");
  const reply = await s.remove("a");
  assert.deepEqual([reply.status, reply.body], [200, { id, deleted: true, applied_impact: [] }]);
  assert.deepEqual(refusal(await s.row({ a: "x" })), [422, "unknown_column", "data.a unknown_column"]);
  assert.equal((await s.create({ name: "a", type: "number" })).status, 201);
  assert.deepEqual(await s.cells("a"), [null]);
  assert.equal((await s.remove("none")).status, 404);
});

test("what the platform relies on in assets stays as it is", async () => {
  const caller = testCaller();
  await door.operate("Provision", { team_id: caller.team_id });
  const path = { table_id: "assets" };
  const { columns } = (await door.call("ListColumns", { caller, path })).body;
  const one = { caller, path: { ...path, column_id: columns[0].id } };
  assert.equal((await door.call("UpdateColumn", { ...one, body: { display_name: "Thing" } })).status, 200);
  for (const reply of [
    await door.call("UpdateColumn", { ...one, body: { required: false } }),
    await door.call("DeleteColumn", one),
  ]) {
    assert.deepEqual(refusal(reply), [422, "validation_failed", "column_id system_column"]);
  }
});

test("the refusal to remove a column tells how many use it", async () => {
  const s = await sheet([
    { name: "a", type: "number" },
    { name: "twice", type: "formula", formula: "{a} * 2" },
  ]);
  const detailOf = async () => (await s.remove("a")).body.detail as string;
  assert.match(await detailOf(), /^1 formula, view or relation uses this column;/);
  await s.create({ name: "half", type: "formula", formula: "{a} / 2" });
  assert.match(await detailOf(), /^2 formulas, views or relations use this column;/);
});
