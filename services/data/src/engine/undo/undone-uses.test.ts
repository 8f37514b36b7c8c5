import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, type TestReply } from "@jst/testing";
import { refusal, sheetOf, testSheets } from "../../testing/test-sheets.ts";

const { door, sheet } = await testSheets();
const conflict = [409, "changeset_conflict"];

/** Lists the conflicts, by object and reason. */
const reasons = ({ body }: TestReply) =>
  (body.conflicts as { resource: string; reason?: string }[]).map((one) => `${one.resource}: ${one.reason}`);

/** A team with a table of people and a way to make others. */
async function team() {
  const caller = testCaller();
  const create = async (display_name: string, columns: object[]) => {
    const made = await door.call("CreateTable", { caller, body: { display_name, columns } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return { made, ...sheetOf(door, caller, made.body.id) };
  };
  return { create, people: await create("People", [{ name: "name", type: "text" }]) };
}

test("a column that was filled since is not undone, unless by force", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const made = await s.create({ name: "x", type: "text" });
  await s.row({ x: "typed" });
  const refused = await s.undo(made);
  assert.deepEqual(
    [refusal(refused), reasons(refused)],
    [conflict, ["columns: Cells of x that were written after this change: 1."]],
  );
  assert.deepEqual(await s.cells("x"), ["typed"]);
  assert.equal((await s.undo(made, { force: true })).status, 200);
  assert.equal(await s.column("x"), "");
});

test("a column nobody has written but the service or its default is undone with all cells", async () => {
  const s = await sheet([{ name: "a", type: "text" }], [{}, {}]);
  const [made, numbered] = [
    await s.create({ name: "x", type: "text", default: "d" }),
    await s.create({ name: "n", type: "autonumber" }),
  ];
  assert.deepEqual(await s.cells("n"), [1, 2]);
  await s.row({});
  await s.row({ x: null });
  assert.deepEqual(await s.cells("x"), ["d", "d", "d", null]);
  const back = await s.undo(made);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  const undone = await s.undo(numbered);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual(await s.cells("n"), [undefined, undefined, undefined, undefined]);
});

test("of the cells of a column with a default, those that are something else were written since", async () => {
  const s = await sheet([{ name: "a", type: "text" }], [{}]);
  const made = await s.create({ name: "x", type: "json", default: { b: 1 } });
  await s.row({});
  await s.row({ x: { b: 2 } });
  const refused = await s.undo(made);
  assert.deepEqual(
    [refusal(refused), reasons(refused)],
    [conflict, ["columns: Cells of x that were written after this change: 1."]],
  );
  assert.deepEqual(await s.cells("x"), [{ b: 1 }, { b: 1 }, { b: 2 }]);
});

test("a column in use is not undone; by force its uses do without it as by its deletion", async () => {
  const { create, people } = await team();
  const made = await people.create({ name: "x", type: "number" });
  const row = await people.row({ x: 5 });
  await people.create({ name: "f", type: "formula", formula: "{x} + 1" });
  const relation = { table_id: people.path.table_id, display_column: "x" };
  const tasks = await create("Tasks", [{ name: "owner", type: "relation", relation }]);
  await tasks.row({ owner: row.body.id });
  const settings = { name: "V", filters: { field: "x", op: "gt", value: 1 }, visible_columns: ["name", "x"] };
  const view = await door.call("CreateView", { ...people, body: settings });
  assert.equal(view.status, 201, JSON.stringify(view.body));

  const refused = await people.undo(made);
  assert.deepEqual(
    [refusal(refused), reasons(refused)],
    [
      conflict,
      [
        "columns: The relation owner uses the column x.",
        "columns: The formula f uses the column x.",
        "views: The view V uses the column x.",
      ],
    ],
  );
  const forced = await people.undo(made, { force: true });
  assert.equal(forced.status, 200, JSON.stringify(forced.body));
  assert.deepEqual(await tasks.cells("owner"), ["5"]);
  assert.equal((await tasks.update("owner", { display_name: "Owner" })).body.type, "text");
  const path = { ...people.path, view_id: view.body.id };
  const pruned = await door.call("GetView", { caller: people.caller, path });
  assert.deepEqual(
    [pruned.body.filters, pruned.body.visible_columns, pruned.body.version],
    [null, ["name"], 2],
  );
});

test("a table to which others relate is not undone; by force the relations become text and their rows go on", async () => {
  const { create, people } = await team();
  const relation = { table_id: people.path.table_id, display_column: "name" };
  const tasks = await create("Tasks", [
    { name: "owner", type: "relation", relation },
    { name: "title", type: "text" },
  ]);
  const row = await tasks.row({ title: "a" });
  const refused = await people.undo(people.made);
  assert.deepEqual(
    [refusal(refused), reasons(refused)],
    [conflict, ["columns: The relation owner needs the table."]],
  );
  assert.equal((await tasks.row({ title: "b" })).status, 201);
  const forced = await people.undo(people.made, { force: true });
  assert.equal(forced.status, 200, JSON.stringify(forced.body));
  assert.equal((await tasks.row({ title: "c", owner: "Ada" })).status, 201);
  assert.equal((await tasks.patch(row.body.id, { owner: "Bo" })).status, 200);
  assert.deepEqual(await tasks.cells("owner"), ["Bo", null, "Ada"]);
});

test("a table with views or columns that it got since says so; by force they go along", async () => {
  const { create, people } = await team();
  const tasks = await create("Tasks", [{ name: "title", type: "text" }]);
  const relation = { table_id: people.path.table_id };
  assert.equal((await tasks.create({ name: "owner", type: "relation", relation })).status, 201);
  const view = await door.call("CreateView", { ...tasks, body: { name: "Mine" } });
  assert.equal(view.status, 201);
  const refused = await tasks.undo(tasks.made);
  assert.deepEqual(
    [refusal(refused), reasons(refused)],
    [
      conflict,
      ["columns: The column owner is newer than the table.", "views: The view Mine is newer than the table."],
    ],
  );
  const forced = await tasks.undo(tasks.made, { force: true });
  assert.equal(forced.status, 200, JSON.stringify(forced.body));
  const gone = await door.call("GetTable", { caller: tasks.caller, path: tasks.path });
  assert.equal(gone.status, 404);
  assert.equal((await people.row({ name: "Ada" })).status, 201);
});

test("what belonged to a table that is gone says so, and does not come back", async () => {
  const { people } = await team();
  const view = await door.call("CreateView", { ...people, body: { name: "Mine" } });
  const path = { ...people.path, view_id: view.body.id };
  const deleted = await door.call("DeleteView", { caller: people.caller, path });
  assert.equal((await people.undo(people.made)).status, 200);
  const refused = await people.undo(deleted);
  assert.deepEqual(refusal(refused), conflict);
  assert.match(refused.body.detail, /the parent of this item is deleted/);
});

test("a deleted column does not come back beside another of its name, which has to be deleted first, by force too", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const { body } = await s.row({ a: "x" });
  const id = await s.column("a");
  const deleted = await s.remove("a");
  await s.create({ name: "a", type: "number" });
  await s.patch(body.id, { a: 5 });
  const reason = "The table now has another column named a. Delete or rename that column first.";
  for (const force of [false, true]) {
    const refused = await s.undo(deleted, { force });
    const expected = [{ resource: "columns", id, fields: ["name"], reason }];
    assert.deepEqual([refusal(refused), refused.body.conflicts], [conflict, expected]);
    assert.match(refused.body.detail, /not even with force/);
  }
  assert.deepEqual(await s.cells("a"), [5]);
  await s.remove("a");
  assert.equal((await s.undo(deleted)).status, 200);
  assert.deepEqual([await s.column("a"), await s.cells("a")], [id, ["x"]]);
});
