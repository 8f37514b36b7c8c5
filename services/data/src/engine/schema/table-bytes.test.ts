import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@jst/testing";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();
const MiB = 1024 * 1024;
/** As long as 500 choices may be, in characters of three bytes: 600 KB. */
const longest = {
  type: "select",
  options: {
    options: Array.from({ length: 500 }, (_, place) => ({
      value: `${place}`.padEnd(200, "字"),
      label: "字".repeat(200),
    })),
  },
};

test("columns that are more than 8 MiB together are refused, new, changed or taken back, and the table is answered as it was", async () => {
  const s = await sheet([{ name: "note", type: "select" }]);
  const made = [];
  for (let n = 0; n < 14; n += 1) made.push(await s.create({ name: `c${n}`, ...longest }));
  const fits = made.filter(({ status }) => status === 201).length;
  assert.equal(fits, 13);
  const refused = [422, "limit_reached"];
  assert.deepEqual(refusal(await s.create({ name: "c14", ...longest })), refused);
  assert.deepEqual(refusal(await s.update("note", { options: longest.options })), refused);
  const removed = await s.remove("c0");
  assert.equal(removed.status, 200);
  const other = await s.create({ name: "other", ...longest });
  assert.equal(other.status, 201);
  const undone = await s.undo(removed, { force: true });
  assert.deepEqual(refusal(undone), [409, "changeset_conflict"]);
  assert.match(undone.body.conflicts[0].reason, /8 MiB/);
  assert.equal((await s.update("c1", { display_name: "Other" })).status, 200);
  const { status, body } = await door.call("GetTable", s);
  const bytes = Buffer.byteLength(JSON.stringify(body));
  assert.deepEqual([status, body.columns.length], [200, 14]);
  assert.ok(bytes > 7 * MiB && bytes < 9 * MiB, `${bytes} bytes`);
});

test("columns that were more before may become fewer and less, not more", async () => {
  const s = await sheet([{ name: "first", ...longest }]);
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into data.columns (team_id, table_id, name, display_name, type, options, position)
        select team_id, table_id, 'c' || n, 'c', type, options, n
        from data.columns, generate_series(1, 15) n where table_id = $1`,
      [s.path.table_id],
    );
    await client.query("update data.tables set schema_version = schema_version + 1 where id = $1", [
      s.path.table_id,
    ]);
  });
  assert.deepEqual(refusal(await s.create({ name: "more", type: "text" })), [422, "limit_reached"]);
  assert.equal((await s.update("c1", { options: { options: [] } })).status, 200);
  assert.equal((await s.remove("c2")).status, 200);
});
