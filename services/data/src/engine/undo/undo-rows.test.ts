import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { linkedSheets } from "../../testing/linked-sheets.ts";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const sheets = await testSheets();
const { door, sheet } = sheets;
const linked = linkedSheets.bind(undefined, sheets);
type Sheet = Awaited<ReturnType<typeof sheet>>;

const choices = (...values: string[]) => ({ options: { options: values.map((value) => ({ value })) } });

/** Refused with the field, and with force the cell stays as it is. */
async function assertLeftOut(s: Sheet, made: TestReply, name: string, cells: unknown[]): Promise<void> {
  const refused = await s.undo(made);
  assert.deepEqual([refused.status, refused.body.code], [409, "changeset_conflict"]);
  assert.deepEqual(
    refused.body.conflicts.map((one: { fields: string[] }) => one.fields),
    [[`data.${name}`]],
  );
  assert.deepEqual(await s.cells(name), cells);
  const forced = await s.undo(made, { force: true });
  assert.equal(forced.status, 200, JSON.stringify(forced.body));
  assert.deepEqual(await s.cells(name), cells);
}

test("a cell whose column changed its type meanwhile comes back as the column stores it now", async () => {
  const s = await sheet([
    { name: "a", type: "number" },
    { name: "b", type: "text" },
  ]);
  const row = await s.row({ a: 1, b: "x" });
  const cleared = await s.patch(row.body.id, { a: null });
  assert.equal((await s.update("a", { type: "text" })).status, 200);
  const back = await s.undo(cleared);
  assert.equal(back.status, 200, JSON.stringify(back.body));
  assert.deepEqual(await s.cells("a"), ["1"]);
});

test("a cell that no longer fits its column is a conflict, and with force stays as it is", async () => {
  const s = await sheet([{ name: "a", type: "select", ...choices("x", "y") }]);
  const row = await s.row({ a: "x" });
  const patched = await s.patch(row.body.id, { a: "y" });
  assert.equal((await s.update("a", choices("y", "z"))).status, 200);
  await assertLeftOut(s, patched, "a", ["y"]);
});

test("an empty cell does not come back to a column that has become required", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const row = await s.row({});
  const patched = await s.patch(row.body.id, { a: "there" });
  assert.equal((await s.update("a", { required: true })).status, 200);
  await assertLeftOut(s, patched, "a", ["there"]);
});

test("an undone change of a type looks at what was written since: it refuses, or empties with force", async () => {
  const s = await sheet([{ name: "a", type: "integer" }], [{ a: 1 }]);
  const changed = await s.update("a", { type: "text" });
  await s.row({ a: "abc" });
  await s.row({ a: "7" });
  const refused = await s.undo(changed);
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.count],
    [422, "type_mismatch", 1],
    JSON.stringify(refused.body),
  );
  assert.deepEqual(await s.cells("a"), ["1", "abc", "7"]);
  assert.equal((await s.undo(changed, { force: true })).status, 200);
  assert.deepEqual(await s.cells("a"), [1, null, 7]);
});

test("cells that would make their row too large are a conflict, and with force it keeps those it has", async () => {
  const half = (letter: string) => letter.repeat(300_000);
  const s = await sheet([
    { name: "a", type: "json" },
    { name: "b", type: "json" },
  ]);
  const [full, bare] = [await s.row({ a: half("x") }), await s.row({ a: half("y") })];
  const removed = await s.remove("a");
  await s.patch(full.body.id, { b: half("z") });
  const refused = await s.undo(removed);
  assert.deepEqual([refused.status, refused.body.code], [409, "changeset_conflict"]);
  assert.deepEqual(refused.body.conflicts, [{ resource: "rows", id: full.body.id, fields: ["data.a"] }]);
  const forced = await s.undo(removed, { force: true });
  assert.equal(forced.status, 200, JSON.stringify(forced.body));
  assert.deepEqual(await s.cells("a"), [null, half("y")]);
  assert.deepEqual(await s.cells("b"), [half("z"), null]);
  for (const { body } of [full, bare])
    assert.equal((await s.patch(body.id, { b: "changed" })).status, 200, body.id);
});

test("a link does not come back to a row that has been deleted; one that stayed needs nobody", async () => {
  const { s, person, remove } = await linked("many", "keep");
  const [ada, bo, cy] = [await person(), await person(), await person()];
  const row = await s.row({ who: [ada, bo] });
  const patched = await s.patch(row.body.id, { who: [ada] });
  const widened = await s.patch(row.body.id, { who: [ada, cy] });
  await remove(ada);
  assert.equal((await s.undo(widened)).status, 200);
  assert.deepEqual(await s.cells("who"), [[ada]]);
  await remove(bo);
  await assertLeftOut(s, patched, "who", [[ada]]);
});

test("of an undo that brings a link back and the deletion of its target at once no link to nobody is left", async () => {
  for (let round = 0; round < 12; round += 1) {
    const { s, person, remove } = await linked("one", "clear");
    const ada = await person();
    const row = await s.row({ who: ada });
    const cleared = await s.patch(row.body.id, { who: null });
    const [undone, deleted] = await Promise.all([s.undo(cleared), remove(ada)]);
    assert.equal(deleted.status, 200);
    assert.deepEqual(await s.cells("who"), [null], `undo answered ${undone.status}`);
    if (undone.status !== 200) assert.deepEqual(refusal(undone), [409, "changeset_conflict"]);
  }
});

test("an undone creation takes the row out of the cells that its deletion would clear", async () => {
  for (const [cardinality, onDelete] of [
    ["one", "clear"],
    ["many", "clear"],
    ["many", "keep"],
  ] as const) {
    const { s, made, person } = await linked(cardinality, onDelete);
    const [ada, bo] = [await made(), await person()];
    const cell = (...ids: string[]) => (cardinality === "one" ? ids[0] : ids);
    await s.row({ who: cell(ada.body.id, bo) });
    await s.row({ who: cell(ada.body.id) });
    await s.row({ who: cell(bo) });
    const linking = await s.cells("who");
    const undone = await s.undo(ada);
    assert.equal(undone.status, 200, JSON.stringify(undone.body));
    const cleared = [cardinality === "one" ? null : [bo], null, cell(bo)];
    assert.deepEqual(await s.cells("who"), onDelete === "clear" ? cleared : linking);
  }
});

test("of an undone creation and links made to the row at once no link to nobody is left", async () => {
  for (let round = 0; round < 12; round += 1) {
    const { s, made, person } = await linked("many", "clear");
    const [ada, bo] = [await made(), await person()];
    const rows = await Promise.all([s.row({ who: [bo] }), s.row({ who: [ada.body.id] })]);
    const replies = await Promise.all([
      ...rows.map((row) => s.patch(row.body.id, { who: [ada.body.id, bo] })),
      s.undo(ada),
      s.row({ who: [ada.body.id] }),
    ]);
    assert.equal(replies[2]?.status, 200, JSON.stringify(replies[2]?.body));
    for (const reply of replies)
      assert.ok([200, 201, 422].includes(reply.status), JSON.stringify(reply.body));
    assert.ok(!JSON.stringify(await s.cells("who")).includes(ada.body.id));
  }
});

test("an undone deletion restores a row as restoring does: no links to the deleted, defaults where a value is required", async () => {
  const { s, person, remove } = await linked("many", "clear");
  assert.equal((await s.create({ name: "size", type: "text" })).status, 201);
  const [ada, bo] = [await person(), await person()];
  const rows = [await s.row({ who: [ada, bo] }), await s.row({ who: [ada], size: "S" })];
  const path = (id: string) => ({ ...s.path, row_id: id });
  const remover = ({ body }: TestReply) => door.call("DeleteRow", { caller: s.caller, path: path(body.id) });
  const removed = [];
  for (const row of rows) removed.push(await remover(row));
  await remove(ada);
  assert.equal((await s.update("size", { required: true, default: "M" })).status, 200);
  for (const each of removed) {
    const undone = await s.undo(each);
    assert.equal(undone.status, 200, JSON.stringify(undone.body));
  }
  assert.deepEqual(
    [await s.cells("who"), await s.cells("size")],
    [
      [[bo], null],
      ["M", "S"],
    ],
  );
});

test("an undone deletion revives no row without a value that is required, also by force", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const row = await s.row({});
  const path = { ...s.path, row_id: row.body.id };
  const removed = await door.call("DeleteRow", { caller: s.caller, path });
  assert.equal((await s.update("a", { required: true })).status, 200);
  for (const force of [false, true]) {
    const refused = await s.undo(removed, { force });
    assert.deepEqual(refusal(refused), [409, "changeset_conflict"], JSON.stringify(refused.body));
    assert.deepEqual(refused.body.conflicts, [{ resource: "rows", id: row.body.id, fields: ["data.a"] }]);
    assert.deepEqual(await s.cells("a"), []);
  }
  assert.equal((await s.update("a", { default: "x" })).status, 200);
  assert.equal((await s.undo(removed)).status, 200);
  assert.deepEqual(await s.cells("a"), ["x"]);
});
