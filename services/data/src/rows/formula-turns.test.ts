import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller, withClient } from "@jst/testing";
import { lockWaits } from "../testing/lock-waits.ts";
import { testData } from "../testing/test-data.ts";

const { door, table, database } = await testData();
const filter = encodeURIComponent(JSON.stringify({ field: "f", op: "gt", value: 1 }));

/** A table of a new team, with a row that the filter finds. */
async function sheet() {
  const caller = testCaller();
  const columns = [
    { name: "n", type: "number" },
    { name: "f", type: "formula", formula: "{n} + 1" },
  ];
  const path = { table_id: await table(caller, columns) };
  const made = await door.call("CreateRow", { caller, path, body: { data: { n: 1 } } });
  assert.equal(made.status, 201);
  return { caller, path };
}

const found = (of: { caller: Caller; path: { table_id: string } }) =>
  door.call("ListRows", { ...of, query: `filter=${filter}` });

test("of many lists that formulas decide one of a team and two in all read at once; nobody else waits, and all are answered", async () => {
  const teams = [await sheet(), await sheet(), await sheet()];
  const [first] = teams;
  assert.ok(first);
  const lists = await withClient(database.superuserUrl, async (holder) => {
    await holder.query("begin");
    await holder.query("lock table data.rows in access exclusive mode");
    const begun = Array.from({ length: 20 }, () => found(first));
    await lockWaits(database, 1);
    const others = await door.call("ListColumns", first);
    assert.equal(others.status, 200, JSON.stringify(others.body));
    begun.push(...teams.map(found));
    await lockWaits(database, 2);
    await holder.query("commit");
    return begun;
  });
  const replies = await Promise.all(lists);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  assert.ok(replies.every(({ body }) => body.rows.length === 1));
});
