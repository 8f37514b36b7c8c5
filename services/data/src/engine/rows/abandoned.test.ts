import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, until } from "@jst/testing";
import { lockWaits, whileHeld } from "../../testing/lock-waits.ts";
import { testData } from "../../testing/test-data.ts";

const { door, table, database } = await testData();
const names = ["n1", "n2", "n3", "n4", "n5", "n6"];

test("a write whose caller has gone away begins no more, and one that is under way is done as if he waited", async () => {
  const caller = testCaller();
  const columns = names.map((name) => ({ name, type: "integer" }));
  const path = { table_id: await table(caller, columns) };
  const made = await door.call("CreateRow", { caller, path, body: { data: {} } });
  const at = { caller, path: { ...path, row_id: String(made.body.id) } };
  const gone = new AbortController();
  const stranger = testCaller();
  const other = { caller: stranger, path: { table_id: await table(stranger, columns) } };
  const patch = (name: string, signal?: AbortSignal) =>
    door.call("UpdateRow", {
      ...at,
      body: { data: { [name]: 1 } },
      ...(signal === undefined ? {} : { signal }),
    });
  const replies = await whileHeld(database, at.path.row_id, async () => {
    // All connections that the team may have, one of them for somebody who leaves.
    const begun = [patch("n1", gone.signal), ...["n2", "n3", "n4"].map((name) => patch(name))];
    await lockWaits(database, begun.length);
    const waiting = patch("n5", gone.signal);
    const [first = waiting, ...others] = begun;
    const left = [first, waiting].map((reply) => assert.rejects(reply, { code: 1 }));
    // On the same connection: the service knows what came before it once this is answered.
    assert.equal((await door.call("ListColumns", other)).status, 200);
    gone.abort();
    await Promise.all(left);
    assert.equal((await door.call("ListColumns", other)).status, 200);
    return others;
  });
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  await until("the write that was under way is there", 10_000, async () => {
    const { data } = (await door.call("GetRow", at)).body as { data: Record<string, unknown> };
    return data["n1"] === 1 ? data : undefined;
  });
  // Another write of the team has its turn after the one that left before it began.
  const last = await patch("n6");
  assert.deepEqual(last.body.data, { n1: 1, n2: 1, n3: 1, n4: 1, n5: null, n6: 1 });
});
