import assert from "node:assert/strict";
import { test } from "node:test";
import { lockWaits, whileHeld } from "../../testing/lock-waits.ts";
import { testSheets } from "../../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();

test("while twenty writes of one team wait for a row, another team's list is answered", async () => {
  const greedy = await sheet([{ name: "a", type: "text" }]);
  const other = await sheet([{ name: "a", type: "text" }], [{}]);
  const row: string = (await greedy.row({ a: "x" })).body.id;
  const writes = await whileHeld(database, row, async () => {
    const begun = Array.from({ length: 20 }, (_, n) => greedy.patch(row, { a: `${n}` }));
    // As many as may: the door has a pool of five.
    await lockWaits(database, 4);
    const { status, body } = await door.call("ListRows", { caller: other.caller, path: other.path });
    assert.deepEqual([status, body.rows?.length], [200, 1], body.detail);
    return begun;
  });
  assert.deepEqual(new Set(writes.map(({ status }) => status)), new Set([200]));
});
