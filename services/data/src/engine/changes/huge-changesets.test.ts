import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller, withClient } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";

const { door, sheet, database } = await testSheets();

/** A sheet of that many rows with this cell, stored past the service. */
async function filled(rows: number, cell: string) {
  const s = await sheet([{ name: "a", type: "long_text" }]);
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into data.rows (team_id, table_id, data, created_by_type)
       select $1, $2, jsonb_build_object('a', $4::text), 'service' from generate_series(1, $3)`,
      [s.caller.team_id, s.path.table_id, rows, cell],
    );
  });
  const { team_id, team } = s.caller;
  const person = () =>
    testCaller({
      team_id,
      team: { ...team, modules: { tables: true } },
      token_type: "human",
      member_id: randomUUID(),
      role: "admin",
    });
  return { s, person };
}

test("a changeset of too many operations is neither proposed nor undone, and says what to do", async () => {
  const { s, person } = await filled(10_001, "x");
  const body = { name: "b", type: "integer", default: 1 };
  const proposed = await door.call("CreateColumn", { caller: person(), path: s.path, body });
  assert.deepEqual([proposed.status, proposed.body.code], [422, "limit_reached"]);
  assert.match(proposed.body.detail, /10000 operations/);
  const made = await s.create(body);
  assert.equal(made.status, 201);
  const path = { changeset_id: made.headers["x-changeset-id"] ?? "" };
  const undone = await door.call("UndoChangeset", { caller: person(), path, body: {} });
  assert.deepEqual([undone.status, undone.body.code], [422, "limit_reached"]);
  const shown = await door.call("GetChangeset", { caller: person(), path });
  assert.deepEqual([shown.body.status, shown.body.operation_count > 10_001], ["executed", true]);
});

test("a changeset whose images are too large is not proposed", async () => {
  const { s, person } = await filled(400, "x".repeat(50_000));
  const body = { name: "b", type: "integer", default: 1 };
  const proposed = await door.call("CreateColumn", { caller: person(), path: s.path, body });
  assert.deepEqual([proposed.status, proposed.body.code], [422, "limit_reached"]);
});

/** Reads all operations of a changeset, a page at a time. */
async function operationsOf(caller: Caller, path: { changeset_id: string }) {
  const all: { id?: string; resource: string; after: { data?: object } }[] = [];
  for (;;) {
    const query = `operations_after=${all.length}`;
    const { status, body } = await door.call("GetChangeset", { caller, path, query });
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300));
    assert.equal(body.operation_count, 2_002);
    if (body.operations.length === 0) return all;
    assert.ok(body.operations.length <= 200);
    all.push(...(body.operations as typeof all));
  }
}

/** Each of 2,000 rows is there once, with the column that the changeset makes by its name. */
async function assertRead(caller: Caller, path: { changeset_id: string }): Promise<void> {
  const operations = await operationsOf(caller, path);
  const rows = operations.filter(({ resource }) => resource === "rows");
  assert.equal(operations.length - rows.length, 2);
  assert.equal(new Set(rows.map(({ id }) => id)).size, 2_000);
  for (const { after } of rows) assert.deepEqual(after.data, { a: "x", b: 1 });
}

test("a large one is read in pages, each of which names what another one makes, and approved and undone as a whole", async () => {
  const { s, person } = await filled(2_000, "x");
  const [proposer, decider] = [person(), person()];
  const body = { name: "b", type: "integer", default: 1 };
  const proposed = await door.call("CreateColumn", { caller: proposer, path: s.path, body });
  assert.equal(proposed.status, 202, JSON.stringify(proposed.body).slice(0, 300));
  const path = { changeset_id: proposed.body.changeset_id as string };
  await assertRead(proposer, path);
  const approved = await door.call("ApproveChangeset", { caller: decider, path });
  assert.equal(approved.status, 200, JSON.stringify(approved.body).slice(0, 300));
  await assertRead(decider, path);
  const undone = await door.call("UndoChangeset", { caller: decider, path, body: {} });
  assert.equal(undone.status, 200, JSON.stringify(undone.body).slice(0, 300));
});
