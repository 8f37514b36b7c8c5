import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller, until, withClient, type TestReply } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";
import { leaveDeadlocks } from "../../testing/unresolved-deadlocks.ts";

const { database, door, sheet } = await testSheets();
await leaveDeadlocks(database);
type Sheet = Awaited<ReturnType<typeof sheet>>;

function undo({ caller: { team_id } }: Sheet, made: TestReply, force = false): Promise<TestReply> {
  const caller = testCaller({ team_id, token_type: "human", member_id: randomUUID(), role: "admin" });
  const path = { changeset_id: made.headers["x-changeset-id"] ?? "" };
  return door.call("UndoChangeset", { caller, path, body: { force } });
}

/** Refused for these fields, also with force, and the cells stay as they are. */
async function assertTaken(s: Sheet, made: TestReply, name: string, fields: string[]): Promise<void> {
  const cells = await s.cells(name);
  for (const force of [false, true]) {
    const reply = await undo(s, made, force);
    assert.deepEqual(
      [reply.status, reply.body.code],
      [409, "changeset_conflict"],
      JSON.stringify(reply.body),
    );
    const named = reply.body.conflicts.flatMap((conflict: { fields: string[] }) => conflict.fields);
    for (const field of fields) assert.ok(named.includes(field), `${field} is not among ${named}`);
  }
  assert.deepEqual(await s.cells(name), cells);
}

test("a unique value that another row has as the column stores it now is a conflict that force does not help", async () => {
  const s = await sheet([{ name: "a", type: "text", unique: true }]);
  const row = await s.row({ a: "1" });
  const cleared = await s.patch(row.body.id, { a: null });
  assert.equal((await s.update("a", { type: "integer" })).status, 200);
  assert.equal((await s.row({ a: 1 })).status, 201);
  await assertTaken(s, cleared, "a", ["data.a"]);
});

test("instants that were two texts and are one to the former type of their column are a conflict that force does not help", async () => {
  const s = await sheet([{ name: "a", type: "datetime", unique: true }]);
  const changed = await s.update("a", { type: "text" });
  assert.equal((await s.row({ a: "2026-01-01T00:00:00Z" })).status, 201);
  assert.equal((await s.row({ a: "2026-01-01T01:00:00+01:00" })).status, 201);
  await assertTaken(s, changed, "a", []);
});

test("a text comes back neither to a relation nor to any newer column that has its name", async () => {
  for (const made of ["relation", "text"]) {
    const s = await sheet([{ name: "a", type: "text" }], []);
    const row = await s.row({ a: "first" });
    const patched = await s.patch(row.body.id, { a: "second" });
    const cleared = await s.patch(row.body.id, { a: null });
    assert.equal((await s.remove("a")).status, 200);
    const relation = { relation: { table_id: s.path.table_id, cardinality: "one" } };
    const again = await s.create({ name: "a", type: made, ...(made === "relation" ? relation : {}) });
    assert.equal(again.status, 201, JSON.stringify(again.body));
    for (const change of [cleared, patched]) {
      const reply = await undo(s, change, true);
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      assert.deepEqual(await s.cells("a"), [null]);
    }
  }
});

test("undos of tables that link to each other hold them in one order", async () => {
  const one = await sheet([{ name: "n", type: "text" }]);
  const body = { display_name: "Other", columns: [{ name: "n", type: "text" }] };
  const other = (await door.call("CreateTable", { caller: one.caller, body })).body.id as string;
  const back = { table_id: one.path.table_id, cardinality: "one" };
  assert.equal(
    (await one.create({ name: "to", type: "relation", relation: { ...back, table_id: other } })).status,
    201,
  );
  const at = { caller: one.caller, path: { table_id: other } };
  const column = { name: "to", type: "relation", relation: back };
  assert.equal((await door.call("CreateColumn", { ...at, body: column })).status, 201);
  const there = await door.call("CreateRow", { ...at, body: { data: {} } });
  const here = await one.row({ to: there.body.id });
  const path = { ...at.path, row_id: there.body.id };
  const patchThere = (data: object) => door.call("UpdateRow", { ...at, path, body: { data } });
  await patchThere({ to: here.body.id });
  const cleared = [await one.patch(here.body.id, { to: null }), await patchThere({ to: null })];
  const undone = await withClient(database.superuserUrl, async (client) => {
    // Both have begun, and neither has seen what it links to, when they go on.
    await client.query("begin; lock table data.columns");
    const replies = cleared.map((change) => undo(one, change));
    await until("both undos wait", 10_000, async () => {
      const { rows } = await client.query<{ waiting: number }>(
        // Databases of one template have the same numbers for the same tables.
        `select count(*)::int as waiting from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and not granted and relation = 'data.columns'::regclass`,
      );
      return rows[0]?.waiting === replies.length ? true : undefined;
    });
    await client.query("commit");
    return Promise.all(replies);
  });
  assert.deepEqual(
    undone.map(({ status }) => status),
    [200, 200],
  );
});
