import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";
import { assertOk, fillTrash, MANY, rowOf } from "../../testing/test-trash.ts";

const { sheet, database, door } = await testSheets();

/** A sheet of one row that is deleted with a cell of `a`, among many; then `a` goes, and the clock back by an hour. */
async function overtaken() {
  const s = await sheet([{ name: "a", type: "text" }]);
  const [early, late] = [await s.row({ a: "x" }), await s.row({})].map(({ body }) => rowOf(door, s, body.id));
  assert.ok(early !== undefined && late !== undefined);
  assertOk(await early.drop());
  await fillTrash(database, s, MANY, { a: "x" });
  const removed = await s.remove("a");
  assertOk(removed);
  await withClient(database.superuserUrl, async (client) => {
    const moved = await client.query(
      "update data.set_aside set until = until + interval '1 hour' where table_id = $1",
      [s.path.table_id],
    );
    assert.equal(moved.rowCount, 1);
    // A process that remembers the table reads it again.
    await client.query("update data.tables set schema_version = schema_version + 1 where id = $1", [
      s.path.table_id,
    ]);
  });
  return { ...s, early, late, removed };
}

test("a row deleted after a change of columns is later than it though the clock has gone back", async () => {
  const s = await overtaken();
  assertOk(await s.create({ name: "a", type: "integer" }), await s.patch(s.late.id, { a: 5 }));
  assertOk(await s.late.drop(), await s.late.restore());
  assert.deepEqual(await s.late.get(), { a: 5 });
});

test("a row that an undo deletes again is later than a change of columns though the clock has gone back", async () => {
  const s = await overtaken();
  assertOk(await s.create({ name: "a", type: "integer" }));
  const restored = await s.early.restore();
  assertOk(restored, await s.patch(s.early.id, { a: 5 }), await s.undo(restored, { force: true }));
  assertOk(await s.early.restore());
  assert.deepEqual(await s.early.get(), { a: 5 });
});

test("a change of columns is later than the one before though the clock has gone back", async () => {
  const s = await overtaken();
  assertOk(await s.create({ name: "a", type: "integer", default: 4 }), await s.early.restore());
  assert.deepEqual(await s.early.get(), { a: 4 });
  assertOk(await s.remove("a"), await s.undo(s.removed));
  assert.deepEqual(await s.early.get(), { a: "x" });
});
