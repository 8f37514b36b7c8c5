import assert from "node:assert/strict";
import { test } from "node:test";
import { testViews } from "../../testing/test-views.ts";

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

/** Each setting of a view as it begins, and as somebody changes it. */
const changes: [member: string, first: unknown, second: unknown][] = [
  ["filters", null, { field: "size", op: "gt", value: 1 }],
  ["sorts", [{ field: "size", direction: "asc" }], []],
  ["visible_columns", ["title", "size"], ["title"]],
  ["hidden_columns", [], ["due"]],
  ["column_order", ["size", "title"], ["title", "size"]],
  [
    "conditional_formats",
    [],
    [{ filter: { field: "size", op: "empty" }, scope: "row", style: { bold: true } }],
  ],
  [
    "record_review_layout",
    { primary_column: "title", state_column: "stage", sections: [], actions: [] },
    null,
  ],
  [
    "grid",
    { widths: { size: 90 }, frozen: 2, row_height: "tall" },
    { widths: {}, frozen: 1, row_height: null },
  ],
];

test("an undone setting of a view leaves every other one as it was changed since", async () => {
  const s = await tasks();
  const first = Object.fromEntries(changes.map(([member, before]) => [member, before]));
  const second = Object.fromEntries(changes.map(([member, , after]) => [member, after]));
  for (const [member, before] of changes) {
    const id = await s.saved(first);
    const { [member]: own, ...others } = second;
    const changed = await s.change(id, { [member]: own });
    assert.equal((await s.change(id, others)).status, 200);
    const back = await s.undo(changed);
    assert.equal(back.status, 200, `${member} ${JSON.stringify(back.body)}`);
    const { body } = await s.read(id);
    const shown = Object.fromEntries(changes.map(([name]) => [name, body[name]]));
    assert.deepEqual(shown, { ...second, [member]: before }, member);
  }
});

test("a setting that was changed again is named as the view has it; by force the others stay", async () => {
  const s = await tasks();
  const id = await s.saved({});
  const changed = await s.change(id, { filters: { field: "size", op: "nempty" } });
  const sorts = [{ field: "title", direction: "desc" }];
  await s.change(id, { filters: { field: "title", op: "nempty" }, sorts });
  const refused = await s.undo(changed);
  assert.deepEqual([refused.status, refused.body.code], [409, "changeset_conflict"]);
  assert.deepEqual(refused.body.conflicts, [{ resource: "views", id, fields: ["filters"] }]);
  assert.equal((await s.undo(changed, { force: true })).status, 200);
  const { body } = await s.read(id);
  assert.deepEqual([body.filters, body.sorts], [null, sorts]);
});

test("a column comes back to the view that lost it, whatever else was changed of the view", async () => {
  const s = await tasks();
  const id = await s.saved({ ...settings, name: "Large" });
  const removed = await s.remove("size", { query: "force=true" });
  assert.equal(removed.status, 200, JSON.stringify(removed.body));
  assert.equal((await s.read(id)).body.filters, null);
  await s.change(id, { visible_columns: ["title", "due"], name: "Late" });
  const back = await s.undo(removed);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  const { body } = await s.read(id);
  assert.deepEqual(
    [body.filters, body.visible_columns, body.name],
    [settings.filters, ["title", "due"], "Late"],
  );
});
