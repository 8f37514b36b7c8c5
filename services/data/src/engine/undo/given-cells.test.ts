import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";
import { assertOk, fillTrash, MANY, rowOf } from "../../testing/test-trash.ts";

const { sheet, database, door } = await testSheets();

/** A sheet of one live row among many deleted ones, with cells of the column `a`. */
async function crowded(column: object, cell: unknown) {
  const s = await sheet([{ name: "a", ...column }]);
  const row = rowOf(door, s, (await s.row({ a: cell })).body.id as string);
  await fillTrash(database, s, MANY, { a: cell });
  /** A column of the same name comes, and goes once the row is deleted. */
  const replace = async () => {
    const made = await s.create({ name: "a", type: "integer", default: 4 });
    assertOk(made, await row.drop());
    const removed = await s.remove("a");
    assertOk(removed);
    return { made, removed };
  };
  return { ...s, ...row, replace };
}

const text = { type: "text" };

test("a revived row that is deleted again has its cell when its column is back, whatever had the name in between", async () => {
  const s = await crowded(text, "x");
  assertOk(await s.drop());
  const removed = await s.remove("a");
  assertOk(removed, await s.restore());
  const other = await s.replace();
  assertOk(await s.undo(removed), await s.restore());
  assert.deepEqual(await s.get(), { a: "x" });
  // Values that it had of the other column stay with that column.
  assertOk(await s.remove("a"), await s.undo(other.removed));
  assert.deepEqual(await s.get(), { a: 4 });
});

test("a row that is deleted after its column has its cell when its column is back, whatever had the name in between", async () => {
  const s = await crowded(text, "x");
  const removed = await s.remove("a");
  assertOk(removed);
  const other = await s.replace();
  assertOk(await s.undo(removed, { force: true }), await s.restore());
  assert.deepEqual(await s.get(), { a: "x" });
  assertOk(await s.remove("a"), await s.undo(other.removed));
  assert.deepEqual(await s.get(), { a: 4 });
});

test("a revived row gets a choice back with the choice", async () => {
  const select = (...values: string[]) => ({
    type: "select",
    options: { options: values.map((value) => ({ value })) },
  });
  const s = await crowded(select("x", "y"), "x");
  assertOk(await s.drop());
  const changed = await s.update("a", select("y"), { query: "force=true" });
  assertOk(changed, await s.restore());
  assert.deepEqual(await s.get(), { a: null });
  assertOk(await s.undo(changed));
  assert.deepEqual(await s.get(), { a: "x" });
});

/** Finds the notes of single rows. */
const notesOfRows = (tableId: string) =>
  withClient(database.superuserUrl, async (client) => {
    const sql = "select row_id from data.set_aside where table_id = $1 and row_id is not null";
    return (await client.query(sql, [tableId])).rows;
  });

/** How a deleted row that was given a cell becomes active. */
const revivals = ["it is restored", "its deletion is undone"] as const;

for (const how of revivals)
  test(`what was given to a deleted row is forgotten when ${how}, and hides no cells of others any more`, async () => {
    const s = await crowded(text, "x");
    assertOk(await s.drop());
    assertOk(await s.update("a", { type: "integer" }, { query: "force=true" }), await s.restore());
    const other = rowOf(door, s, (await s.row({ a: 5 })).body.id as string);
    const dropped = await s.drop();
    assertOk(dropped, await other.drop());
    const retyped = await s.update("a", { type: "text" });
    const back = await s.update("a", { type: "integer" });
    assertOk(retyped, back, await s.undo(back));
    assert.deepEqual(await notesOfRows(s.path.table_id), [{ row_id: s.id }]);
    assertOk(how === "it is restored" ? await s.restore() : await s.undo(dropped));
    assert.deepEqual(await s.get(), { a: "x" });
    assert.deepEqual(await notesOfRows(s.path.table_id), []);
    assertOk(await s.patch(s.id, { a: null }), await s.undo(retyped));
    assert.deepEqual(await other.get(), { a: 5 });
  });
