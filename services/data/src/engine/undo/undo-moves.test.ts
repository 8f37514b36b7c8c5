import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";
import { assertOk, fillTrash, MANY } from "../../testing/test-trash.ts";

const { sheet, database, door } = await testSheets();

/** Members that every write changes, of a row as the API shows it. */
const moved = ({ body }: TestReply) => ({
  version: body.version as number,
  updated_at: body.updated_at as string,
});

test("an undone deletion or restoring moves the version by one and leaves updated_at, though it gives cells and a number", async () => {
  const s = await sheet([{ name: "a", type: "text" }]);
  const path = { ...s.path, row_id: (await s.row({ a: "1" })).body.id as string };
  const at = { caller: s.caller, path };
  const before = moved(await door.call("GetRow", at));
  const dropped = await door.call("DeleteRow", at);
  await fillTrash(database, s, MANY, { a: "x" });
  assertOk(dropped, await s.create({ name: "n", type: "autonumber" }));
  assertOk(await s.update("a", { type: "integer" }, { query: "force=true" }), await s.undo(dropped));
  const revived = await door.call("GetRow", at);
  assert.deepEqual(revived.body.data, { a: 1, n: 1 });
  assert.deepEqual(moved(revived), { ...before, version: before.version + 2 });
  assertOk(await door.call("DeleteRow", at), await s.update("a", { type: "text" }));
  const restored = await door.call("UpdateRow", { ...at, body: { action: "restore" } });
  assert.deepEqual(moved(restored), { ...before, version: before.version + 4 });
  assertOk(restored, await s.undo(restored));
  assert.deepEqual(moved(await door.call("GetRow", at)), { ...before, version: before.version + 5 });
});
