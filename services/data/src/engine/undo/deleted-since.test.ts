import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal } from "../../testing/test-sheets.ts";
import { testViews } from "../../testing/test-views.ts";

const { tasks } = await testViews();
const conflict = [409, "changeset_conflict"];

test("a view that was deleted since its column went is named by an undo, which by force brings the column alone", async () => {
  const s = await tasks([{ title: "a", size: 2 }]);
  const [id, other] = [
    await s.saved({ name: "Large", visible_columns: ["title", "size"] }),
    await s.saved({ name: "Small", visible_columns: ["title", "size"] }),
  ];
  const removed = await s.remove("size", { query: "force=true" });
  assert.equal((await s.drop(id)).status, 200);
  const refused = await s.undo(removed);
  const reason = "The view Large is deleted. An undo with force does not restore it.";
  const expected = [{ resource: "views", id, fields: [], reason }];
  assert.deepEqual([refusal(refused), refused.body.conflicts], [conflict, expected]);
  const back = await s.undo(removed, { force: true });
  assert.equal(back.status, 200, JSON.stringify(back.body));
  assert.deepEqual(await s.cells("size"), [2]);
  assert.equal((await s.read(id)).status, 404);
  assert.deepEqual((await s.read(other)).body.visible_columns, ["title", "size"]);
});

test("a column that was deleted since is named by the undo of a change of it", async () => {
  const s = await tasks();
  const id = await s.column("due");
  const changed = await s.update("due", { display_name: "Deadline" });
  await s.remove("due");
  const refused = await s.undo(changed);
  const reason = "The column Deadline is deleted. An undo with force does not restore it.";
  const expected = [{ resource: "columns", id, fields: [], reason }];
  assert.deepEqual([refusal(refused), refused.body.conflicts], [conflict, expected]);
});

test("a formula that was deleted since keeps no type from being undone of which it yielded another", async () => {
  const s = await tasks([{ title: "a", size: 2 }]);
  const changed = await s.update("size", { type: "text" }, { query: "force=true" });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.equal((await s.remove("twice")).status, 200);
  const back = await s.undo(changed);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  assert.deepEqual([(await s.shown("size"))?.["type"], await s.cells("size")], ["number", [2]]);
});
