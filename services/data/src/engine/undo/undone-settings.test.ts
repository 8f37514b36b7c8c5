import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller, type TestReply } from "@jst/testing";
import { refusal, sheetOf, testSheets } from "../../testing/test-sheets.ts";

const { door, sheet } = await testSheets();
type Sheet = ReturnType<typeof sheetOf>;
const choices = (...values: string[]) => ({ options: { options: values.map((value) => ({ value })) } });

/** Executed, and what it answered. */
async function done(reply: Promise<TestReply>): Promise<TestReply> {
  const made = await reply;
  assert.ok(made.status < 300, JSON.stringify(made.body));
  return made;
}

/** Refused for these settings of columns, with a reason. */
async function assertRefused(s: Sheet, made: TestReply, fields: string[], body: object = {}): Promise<void> {
  const refused = await s.undo(made, body);
  assert.deepEqual(refusal(refused), [409, "changeset_conflict"], JSON.stringify(refused.body));
  const { conflicts } = refused.body as { conflicts: { fields: string[]; reason?: string }[] };
  assert.deepEqual(
    conflicts.flatMap((conflict) => conflict.fields),
    fields,
  );
  assert.ok(conflicts.every(({ reason = "" }) => reason !== ""));
}

test("a column is not required again while rows are empty; by force it stays as it is, and a default fills them", async () => {
  const s = await sheet([
    { name: "a", type: "text", required: true },
    { name: "b", type: "text", required: true, default: "x" },
  ]);
  const [a, b] = [
    await done(s.update("a", { required: false })),
    await done(s.update("b", { required: false })),
  ];
  await done(s.row({ b: null }));
  await assertRefused(s, a, ["required"]);
  await done(s.undo(a, { force: true }));
  assert.equal((await s.shown("a"))?.["required"], false);
  await done(s.undo(b));
  assert.deepEqual([(await s.shown("b"))?.["required"], await s.cells("b")], [true, ["x"]]);
});

test("a deleted column does not come back required to rows made in between; by force it comes back not required", async () => {
  const s = await sheet([{ name: "a", type: "text", required: true }], [{ a: "x" }]);
  const removed = await done(s.remove("a"));
  await done(s.row({}));
  await assertRefused(s, removed, ["required"]);
  await done(s.undo(removed, { force: true }));
  assert.deepEqual([(await s.shown("a"))?.["required"], await s.cells("a")], [false, ["x", null]]);
});

test("cells that force would empty do not leave a required column with empty ones", async () => {
  const s = await sheet([{ name: "a", type: "text", required: true }]);
  const changed = await done(s.update("a", { type: "json" }));
  await done(s.row({ a: { b: 1 } }));
  await assertRefused(s, changed, ["required"], { force: true });
  assert.deepEqual(await s.cells("a"), [{ b: 1 }]);
});

test("a default follows its column to the former type, or is a conflict that force gives up", async () => {
  const s = await sheet([
    { name: "a", type: "text" },
    { name: "b", type: "number" },
    { name: "c", type: "select", ...choices("x") },
  ]);
  const a = await done(s.update("a", { type: "number" }));
  await done(s.update("a", { default: 5 }));
  await done(s.undo(a));
  await done(s.row({}));
  assert.deepEqual([(await s.shown("a"))?.["default"], await s.cells("a")], ["5", ["5"]]);
  const b = await done(s.update("b", { type: "text" }));
  await done(s.update("b", { default: "none" }));
  const c = await done(s.update("c", choices("x", "y")));
  await done(s.update("c", { default: "y" }));
  for (const [name, made] of Object.entries({ b, c })) {
    await assertRefused(s, made, ["default"]);
    await done(s.undo(made, { force: true }));
    assert.equal((await s.shown(name))?.["default"], null);
  }
});

test("a column is not unique again once its type cannot be, nor required once deletions clear it", async () => {
  const s = await sheet([
    { name: "u", type: "text", unique: true },
    { name: "n", type: "text", unique: true },
  ]);
  const relation = { table_id: s.path.table_id };
  await done(s.create({ name: "o", type: "relation", required: true, relation }));
  const o = await done(s.update("o", { required: false }));
  await done(s.update("o", { relation: { ...relation, on_target_delete: "clear" } }));
  await assertRefused(s, o, ["required"]);
  await done(s.undo(o, { force: true }));
  assert.equal((await s.shown("o"))?.["required"], false);
  const u = await done(s.update("u", { unique: false }));
  await done(s.update("u", { type: "boolean" }));
  await assertRefused(s, u, ["unique"]);
  await done(s.undo(u, { force: true }));
  assert.equal((await s.shown("u"))?.["unique"], false);
  await done(s.update("u", { display_name: "U" }));
  const n = await done(s.update("n", { unique: false, type: "number" }));
  await done(s.row({ n: 1 }));
  await done(s.undo(n));
  assert.equal((await s.row({ n: "1" })).status, 409);
  assert.equal((await s.row({ n: "2" })).status, 201);
});

test("a type that formulas need meanwhile stays, unless by force, which leaves them with errors", async () => {
  const s = await sheet([{ name: "a", type: "text" }], [{ a: "5" }]);
  const changed = await done(s.update("a", { type: "number" }));
  const made = await done(s.create({ name: "f", type: "formula", formula: "{a} + 1" }));
  const refused = await s.undo(changed);
  assert.deepEqual(refusal(refused), [409, "changeset_conflict"]);
  assert.deepEqual(refused.body.conflicts, [
    {
      resource: "columns",
      id: made.body.id,
      fields: [],
      reason: "The formula f can no longer be evaluated.",
    },
  ]);
  await done(s.undo(changed, { force: true }));
  assert.deepEqual(await s.cells("a"), ["5"]);
});

test("a relation comes back over no text that names no row; by force such cells are emptied", async () => {
  const caller = testCaller();
  const table = async (display_name: string, columns: object[]) => {
    const body = { display_name, columns };
    return sheetOf(door, caller, (await door.call("CreateTable", { caller, body })).body.id);
  };
  const people = await table("People", [{ name: "n", type: "text" }]);
  const relation = (more: object) => ({ type: "relation", relation: { ...people.path, ...more } });
  const s = await table("Tasks", [
    { name: "keep", ...relation({}) },
    { name: "clear", ...relation({ on_target_delete: "clear" }) },
    { name: "many", ...relation({ cardinality: "many" }) },
  ]);
  const person = async () => (await people.row({})).body.id as string;
  const [ada, bo] = [await person(), await person()];
  const [row] = [
    await s.row({ keep: ada, clear: ada, many: [ada] }),
    await s.row({ keep: bo, clear: bo, many: [bo] }),
  ];
  const changed = {
    keep: await done(s.update("keep", { type: "text" })),
    clear: await done(s.update("clear", { type: "text" })),
    many: await done(s.update("many", { type: "json" })),
  };
  await done(s.patch(row.body.id, { keep: randomUUID(), many: [ada, randomUUID()] }));
  await done(door.call("DeleteRow", { caller, path: { ...people.path, row_id: bo } }));
  const kept = { keep: [null, bo], clear: [ada, null], many: [null, [bo]] };
  for (const [name, made] of Object.entries(changed)) {
    const refused = await s.undo(made);
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.count],
      [422, "type_mismatch", 1],
      name,
    );
    await done(s.undo(made, { force: true }));
    assert.deepEqual(await s.cells(name), kept[name as keyof typeof kept], name);
  }
});

test("a column of members comes back over what it held; what was written since may be nobody", async () => {
  const s = await sheet([{ name: "u", type: "user" }]);
  const member = randomUUID();
  const rows = [await s.row({ u: member }), await s.row({ u: member })];
  const changed = await done(s.update("u", { type: "text" }));
  await done(s.patch(rows[0]?.body.id, { u: randomUUID() }));
  await done(s.update("u", { default: randomUUID() }));
  await assertRefused(s, changed, ["default"]);
  await done(s.update("u", { default: null }));
  const refused = await s.undo(changed);
  assert.deepEqual([refused.status, refused.body.code, refused.body.count], [422, "type_mismatch", 1]);
  await done(s.undo(changed, { force: true }));
  assert.deepEqual(await s.cells("u"), [null, member]);
});

test("a table with all the columns it may have gets no deleted one back", async () => {
  const names = Array.from({ length: 200 }, (_, i) => ({ name: `c${i}`, type: "text" }));
  const s = await sheet(names);
  const removed = await done(s.remove("c0"));
  await done(s.create({ name: "other", type: "text" }));
  for (const force of [false, true]) await assertRefused(s, removed, [], { force });
});

test("a deleted column whose display column is gone comes back by force without it", async () => {
  const s = await sheet([{ name: "n", type: "text" }]);
  const relation = { table_id: s.path.table_id, display_column: "n" };
  await done(s.create({ name: "o", type: "relation", relation }));
  const removed = await done(s.remove("o"));
  await done(s.remove("n"));
  await assertRefused(s, removed, ["relation.display_column"]);
  await done(s.undo(removed, { force: true }));
  assert.deepEqual((await s.shown("o"))?.["relation"], {
    table_id: s.path.table_id,
    display_column: null,
    cardinality: "one",
    on_target_delete: "keep",
  });
});

test("a relation that an undo brings back or makes clear its cells again clears them", async () => {
  const people = await sheet([{ name: "n", type: "text" }]);
  const { caller } = people;
  const relation = { ...people.path, on_target_delete: "clear" };
  const body = { display_name: "Tasks", columns: [{ name: "o", type: "relation", relation }] };
  const s = sheetOf(door, caller, (await door.call("CreateTable", { caller, body })).body.id);
  for (const change of [
    () => s.remove("o"),
    () => s.update("o", { relation: { ...relation, on_target_delete: "keep" } }),
  ]) {
    const ada = (await people.row({})).body.id as string;
    const row = await done(s.row({ o: ada }));
    const made = await done(change());
    await done(people.row({}));
    await done(s.undo(made));
    const path = { ...people.path, row_id: ada };
    await done(door.call("DeleteRow", { caller, path }));
    const { data } = (await door.call("GetRow", { caller, path: { ...s.path, row_id: row.body.id } })).body;
    assert.equal(data.o, null);
  }
});

test("an autonumber column that comes back numbers the rows made in between, and goes on after them", async () => {
  const s = await sheet(
    [
      { name: "n", type: "autonumber" },
      { name: "b", type: "text" },
    ],
    [{ b: "1" }],
  );
  const removed = await done(s.remove("n"));
  await done(s.row({ b: "2" }));
  await done(s.row({ b: "3" }));
  await done(s.undo(removed));
  await done(s.row({ b: "4" }));
  assert.deepEqual(await s.cells("n"), [1, 2, 3, 4]);
});
