import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();
const choices = { options: { options: [{ value: "a" }, { value: "b" }] } };

/** Puts cells into every row as earlier releases stored them. */
async function store(tableId: string, data: object): Promise<void> {
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query("update data.rows set data = $2 where table_id = $1", [tableId, data]);
  });
}

test("a column that is required takes no empty text and no empty list", async () => {
  const s = await sheet([
    { name: "t", type: "text", required: true },
    { name: "m", type: "multi_select", required: true, ...choices },
    { name: "l", type: "long_text" },
    { name: "o", type: "multi_select", ...choices },
  ]);
  const missing = [422, "validation_failed", "data.t required", "data.m required"];
  assert.deepEqual(refusal(await s.row({ t: "", m: [] })), missing);
  assert.deepEqual(refusal(await s.row({ t: 1, m: [] })), [
    422,
    "validation_failed",
    "data.t type_mismatch",
    "data.m required",
  ]);
  const made = await s.row({ t: "x", m: ["a"], l: "", o: [] });
  assert.deepEqual(made.body.data, { t: "x", m: ["a"], l: "", o: null });
  assert.deepEqual(refusal(await s.patch(made.body.id, { t: "", m: [] })), missing);
  const emptied = await s.patch(made.body.id, { l: null, o: ["b"] });
  assert.deepEqual([emptied.body.data.l, emptied.body.data.o], [null, ["b"]]);
  const batch = { caller: s.caller, path: s.path, body: { rows: [{ data: { t: "", m: ["a"] } }] } };
  assert.deepEqual(refusal(await door.call("BatchRows", batch)), [
    422,
    "validation_failed",
    "rows.0.data.t required",
  ]);
});

test("required counts and fills rows whose text or list is empty", async () => {
  const s = await sheet(
    [
      { name: "t", type: "text" },
      { name: "m", type: "multi_select", ...choices },
    ],
    [{}, {}],
  );
  await store(s.path.table_id, { t: "", m: [] });
  for (const name of ["t", "m"]) {
    const refused = await s.update(name, { required: true });
    assert.deepEqual(refusal(refused), [422, "validation_failed", "default required"], name);
  }
  assert.equal((await s.update("t", { required: true, default: "d" })).status, 200);
  assert.equal((await s.update("m", { required: true, default: ["b"] })).status, 200);
  assert.deepEqual(
    [await s.cells("t"), await s.cells("m")],
    [
      ["d", "d"],
      [["b"], ["b"]],
    ],
  );
});

test("the default of a required column is not empty", async () => {
  const s = await sheet([{ name: "t", type: "text", default: "" }]);
  for (const body of [
    { name: "a", type: "text", required: true, default: "" },
    { name: "b", type: "multi_select", required: true, default: [], ...choices },
  ])
    assert.deepEqual(refusal(await s.create(body)), [422, "validation_failed", "default required"]);
  assert.equal((await s.update("t", { required: true })).body.default, null);
});

test("a list without members is an empty cell, which any type can take", async () => {
  const s = await sheet([{ name: "m", type: "multi_select", ...choices }], [{ m: [] }, {}]);
  const find = async (op: string) => {
    const filter = encodeURIComponent(JSON.stringify({ field: "m", op }));
    return (await door.call("ListRows", { ...s, query: `filter=${filter}` })).body.rows.length as number;
  };
  assert.deepEqual([await s.cells("m"), await find("empty"), await find("nempty")], [[null, null], 2, 0]);
  await store(s.path.table_id, { m: [] });
  assert.deepEqual([await find("empty"), await find("nempty")], [2, 0]);
  assert.equal((await s.update("m", { type: "text" })).status, 200);
  assert.deepEqual(await s.cells("m"), [null, null]);
});

test("no column is such that no row could be made: defaults that are more than a row are refused", async () => {
  const large = (bytes: number) => ({ type: "json", default: "x".repeat(bytes) });
  const s = await sheet([
    { name: "a", ...large(300_000) },
    { name: "b", type: "text" },
  ]);
  const tooLarge = [422, "validation_failed", "default too_large"];
  assert.deepEqual(refusal(await s.create({ name: "c", ...large(300_000) })), tooLarge);
  assert.deepEqual(refusal(await s.create({ name: "c", ...large(600_000) })), tooLarge);
  assert.deepEqual(refusal(await s.update("b", large(300_000))), tooLarge);
  const columns = [
    { name: "a", ...large(300_000) },
    { name: "b", ...large(300_000) },
  ];
  const made = await door.call("CreateTable", { caller: s.caller, body: { display_name: "Two", columns } });
  assert.deepEqual(refusal(made), [422, "validation_failed", "columns.1.default too_large"]);
  assert.equal((await s.row({})).status, 201);
});

test("a row that is restored has a value of every required column: from its default, or it stays deleted", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const made = (await s.row({ a: "" })).body.id as string;
  const row = { caller: s.caller, path: { ...s.path, row_id: made } };
  const restore = () => door.call("UpdateRow", { ...row, body: { action: "restore" } });
  assert.equal((await door.call("DeleteRow", row)).status, 200);
  assert.equal((await s.update("a", { required: true })).status, 200);
  assert.equal((await s.create({ name: "b", type: "number", required: true })).status, 201);
  const refused = [422, "validation_failed", "data.a required", "data.b required"];
  assert.deepEqual(refusal(await restore()), refused);
  assert.equal((await door.call("GetRow", row)).body.version, 2);
  assert.equal((await s.update("a", { default: "x" })).status, 200);
  assert.equal((await s.update("b", { default: 7 })).status, 200);
  const restored = await restore();
  assert.deepEqual([restored.status, restored.body.data, restored.body.version], [200, { a: "x", b: 7 }, 3]);
  assert.deepEqual((await restore()).body, restored.body);
});
