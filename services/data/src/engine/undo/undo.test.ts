import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller, type TestReply } from "@jst/testing";
import { testRows } from "../../testing/test-rows.ts";

const { door, caller, tableId, create, get, patch, remove } = await testRows();
const admin = testCaller({
  team_id: caller.team_id,
  token_type: "human",
  member_id: randomUUID(),
  role: "admin",
});
const table = { table_id: tableId };
const idOf = ({ headers }: TestReply) => ({ changeset_id: headers["x-changeset-id"] ?? "" });
const undo = (reply: TestReply, body: object = {}) =>
  door.call("UndoChangeset", { caller: admin, path: idOf(reply), body });
const columnId = async (name: string) => {
  const { body } = await door.call("ListColumns", { caller, path: table });
  return (body.columns as { id: string; name: string }[]).find((one) => one.name === name)?.id ?? "";
};

test("an undone row is deleted, an undone deletion restored, an undone patch has its former cells back", async () => {
  const created = await create({ title: "a", size: 1 });
  const { id } = created.body;
  const patched = await patch(id, { data: { size: 2, meta: { x: 1 } } });
  await patch(id, { data: { title: "b" } });
  const back = await undo(patched);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  const { data } = (await get(id)).body;
  assert.deepEqual([data.title, data.size, data.meta], ["b", 1, null]);
  const removed = await remove(id);
  assert.equal((await undo(removed)).status, 200);
  assert.equal((await get(id)).body.deleted_at ?? null, null);
  const conflict = await undo(created);
  assert.deepEqual([conflict.status, conflict.body.code], [409, "changeset_conflict"]);
  assert.equal((await undo(created, { force: true })).status, 200);
  assert.notEqual((await get(id)).body.deleted_at ?? null, null);
});

test("an undone column is gone with its cells, an undone deletion brings both back, and rows go on being checked", async () => {
  const path = table;
  const made = await door.call("CreateColumn", { caller, path, body: { name: "extra", type: "text" } });
  const row = await create({ title: "c", extra: "kept" });
  const deleted = await door.call("DeleteColumn", {
    caller,
    path: { ...path, column_id: made.body.id },
    query: "force=true",
  });
  assert.equal(deleted.status, 200);
  assert.equal((await patch(row.body.id, { data: { extra: "x" } })).status, 422);
  const back = await undo(deleted);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  assert.equal((await get(row.body.id)).body.data.extra, "kept");
  assert.equal(await columnId("extra"), made.body.id);
  assert.equal((await patch(row.body.id, { data: { extra: "y" } })).status, 200);
  const gone = await undo(made, { force: true });
  assert.equal(gone.status, 200, JSON.stringify(gone.body));
  assert.equal("extra" in (await get(row.body.id)).body.data, false);
  assert.equal((await patch(row.body.id, { data: { extra: "z" } })).status, 422);
});

test("an undone batch takes all its rows back", async () => {
  const rows = ["d", "e", "f"].map((title) => ({ data: { title } }));
  const batch = await door.call("BatchRows", { caller, path: table, body: { rows } });
  assert.equal(batch.status, 200, JSON.stringify(batch.body));
  const back = await undo(batch);
  assert.deepEqual([back.status, back.body.operation_count], [200, 3]);
  for (const { id } of batch.body.rows as { id: string }[])
    assert.notEqual((await get(id)).body.deleted_at ?? null, null);
});

test("an undone table is gone, unless rows were stored in it", async () => {
  const body = { display_name: "Short lived", columns: [{ name: "a", type: "text" }] };
  const made = await door.call("CreateTable", { caller, body });
  const path = { table_id: made.body.id as string };
  const row = await door.call("CreateRow", { caller, path, body: { data: { a: "x" } } });
  assert.equal(row.status, 201);
  const refused = await undo(made, { force: true });
  assert.deepEqual([refused.status, refused.body.code], [409, "not_undoable"]);
  const empty = await door.call("CreateTable", { caller, body: { ...body, display_name: "Empty" } });
  assert.equal((await undo(empty)).status, 200);
  const absent = await door.call("GetTable", { caller, path: { table_id: empty.body.id } });
  assert.equal(absent.status, 404);
});

test("every write of a person is queued and changes nothing: tables, columns, rows, batches and views", async () => {
  const { id } = (await create({ title: "g" })).body;
  const view = await door.call("CreateView", { caller, path: table, body: { name: "V" } });
  const column = { ...table, column_id: await columnId("size") };
  const at = { ...table, row_id: id };
  const calls: [method: string, call: object][] = [
    ["CreateTable", { body: { display_name: "New" } }],
    ["CreateColumn", { path: table, body: { name: "n", type: "text" } }],
    ["UpdateColumn", { path: column, body: { display_name: "Size!" } }],
    ["DeleteColumn", { path: column }],
    ["CreateRow", { path: table, body: { data: { title: "h" } } }],
    ["UpdateRow", { path: at, body: { data: { size: 5 } } }],
    ["DeleteRow", { path: at }],
    ["BatchRows", { path: table, body: { rows: [{ data: { title: "i" } }] } }],
    ["CreateView", { path: table, body: { name: "W" } }],
    ["UpdateView", { path: { ...table, view_id: view.body.id }, body: { name: "X" } }],
    ["DeleteView", { path: { ...table, view_id: view.body.id } }],
  ];
  for (const [method, call] of calls) {
    const reply = await door.call(method, { caller: admin, ...call });
    assert.deepEqual(
      [reply.status, reply.body.queued],
      [202, true],
      `${method} ${JSON.stringify(reply.body)}`,
    );
    assert.ok(reply.body.preview.length > 0);
  }
  assert.deepEqual((await get(id)).body.data.size, null);
});
