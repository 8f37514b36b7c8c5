import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller, withClient } from "@jst/testing";
import { lockWaits, whileHeld } from "../../testing/lock-waits.ts";
import { testData } from "../../testing/test-data.ts";

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

test("lists that wait for a connection of their team keep nobody else's formula lists waiting", async () => {
  const teams = [await sheet(), await sheet()];
  const other = await sheet();
  const ids = await Promise.all(
    teams.map(async (team): Promise<string> => (await found(team)).body.rows[0].id),
  );
  const [heldFirst = "", heldSecond = ""] = ids;
  const replies = await whileHeld(database, heldFirst, async () => {
    const inner = await whileHeld(database, heldSecond, async () => {
      const patches = teams.flatMap(({ caller, path }, team) =>
        [2, 3].map((n) =>
          door.call("UpdateRow", {
            caller,
            path: { ...path, row_id: ids[team] ?? "" },
            body: { data: { n } },
          }),
        ),
      );
      // Two of five connections for each of two teams; the fifth is left for a third team.
      await lockWaits(database, 4);
      const lists = teams.map(found);
      const { status, body } = await found(other);
      assert.deepEqual([status, body.rows?.length], [200, 1], body.detail);
      return [Promise.resolve({ patches, lists })];
    });
    return inner.flatMap(({ patches, lists }) => [...patches, ...lists]);
  });
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
});
