import assert from "node:assert/strict";
import { test } from "node:test";
import { testViews } from "../testing/test-views.ts";

const { door, tasks } = await testViews();
const settings = { filters: { field: "size", op: "gt", value: 1 }, visible_columns: ["title"] };

test("an undone view is gone, and the rows stay", async () => {
  const s = await tasks([{ title: "a" }]);
  const made = await s.view({ name: "V" });
  const back = await s.undo(made);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  assert.equal((await s.read(made.body.id)).status, 404);
  const rows = await door.call("ListRows", { caller: s.caller, path: s.path });
  assert.equal(rows.body.rows.length, 1);
});

test("an undone change of a view has its former settings back, and later changes of others stay", async () => {
  const s = await tasks([{ title: "a", size: 2 }]);
  const id = await s.saved(settings);
  const before = (await s.read(id)).body;
  const changed = await s.change(id, { name: "Other", filters: null, visible_columns: [] });
  await s.change(id, { favorite: true });
  const back = await s.undo(changed);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  const { body } = await s.read(id);
  for (const member of ["name", "filters", "visible_columns"])
    assert.deepEqual(body[member], before[member], member);
  assert.deepEqual([body.favorite, body.version], [true, 4]);
});

test("a setting of a view that was changed again is a conflict that names it, unless it is forced", async () => {
  const s = await tasks();
  const id = await s.saved({ name: "A" });
  const changed = await s.change(id, { name: "B", favorite: true });
  await s.change(id, { favorite: false });
  await s.change(id, { favorite: true, name: "C" });
  const refused = await s.undo(changed);
  assert.deepEqual([refused.status, refused.body.code], [409, "changeset_conflict"]);
  assert.deepEqual(refused.body.conflicts[0].fields, ["name"]);
  assert.equal((await s.read(id)).body.name, "C");
  assert.equal((await s.undo(changed, { force: true })).status, 200);
  assert.equal((await s.read(id)).body.name, "A");
});

test("an undone deletion brings the view back under its id with its settings", async () => {
  const s = await tasks([{ title: "a", size: 2 }]);
  const id = await s.saved({ ...settings, favorite: true });
  const before = (await s.read(id)).body;
  const removed = await s.drop(id);
  const back = await s.undo(removed);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  const { body } = await s.read(id);
  for (const member of ["id", "name", "filters", "visible_columns", "favorite"])
    assert.deepEqual(body[member], before[member], member);
});
