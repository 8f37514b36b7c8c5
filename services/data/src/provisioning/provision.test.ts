import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller, withClient } from "@jst/testing";
import { Database } from "@jst/db";
import { insertColumn } from "../engine/schema/stored-columns.ts";
import { newColumns } from "../engine/schema/new-columns.ts";
import { insertTable, type TableDraft } from "../engine/schema/stored-tables.ts";
import { testData } from "../testing/test-data.ts";
import { assetsTable } from "../engine/schema/assets-table.ts";
import { ProvisionedTeams } from "./provisioned-teams.ts";

const { database, door, events } = await testData();
const source = new Database({
  connectionString: database.url,
  poolSize: 2,
  applicationName: "data",
  changesetPrefix: "data",
});
after(() => source.close());

const adminOf = ({ team_id }: Caller) =>
  testCaller({ team_id, token_type: "human", member_id: randomUUID(), role: "admin" });

/** The platform itself, at work on a team. */
const actor = (teamId: string) => ({
  teamId,
  tokenId: "",
  actorType: "system",
  actorId: "",
  requestId: "r",
  timeoutMs: 5_000,
});

test("a team gets assets once, however often and however many ask", async () => {
  const caller = testCaller();
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => door.operate("Provision", { team_id: caller.team_id })),
  );
  for (const reply of replies)
    assert.deepEqual([reply.status, reply.body], [200, { team_id: caller.team_id }]);
  const { tables } = (await door.call("ListTables", { caller })).body;
  assert.deepEqual(
    tables.map((table: { name: string; system: boolean }) => [table.name, table.system]),
    [["assets", true]],
  );
  assert.deepEqual(tables[0].created_by, { type: "system", id: null });
  const { columns } = (await door.call("GetTable", { caller, path: { table_id: "assets" } })).body;
  assert.deepEqual(
    columns.map((column: { name: string }) => column.name),
    ["name", "asset_tag", "status", "assignee", "due_at", "condition", "note"],
  );
});

test("a team whose provisioning never came has assets from its first write on", async () => {
  const caller = testCaller();
  assert.deepEqual((await door.call("ListTables", { caller })).body.tables, []);
  const reply = await door.call("CreateRow", {
    caller,
    path: { table_id: "assets" },
    body: { data: { name: "Drill" } },
  });
  assert.equal(reply.status, 201);
  assert.deepEqual(reply.body.data, {
    name: "Drill",
    asset_tag: null,
    status: "available",
    assignee: null,
    due_at: null,
    condition: null,
    note: null,
  });
});

/** The table as the first release made it. */
const firstRelease: TableDraft = {
  ...assetsTable,
  columns: assetsTable.columns.slice(0, 5).map((column) => {
    if (column.name === "due_at") return { ...column, type: "date" };
    if (column.name !== "status") return column;
    const { states = [] } = column.options;
    return { ...column, type: "select", options: { options: states } };
  }),
};

/** A team of the first release with one drill that is out. */
async function oldTeam() {
  const caller = testCaller();
  await source.write(actor(caller.team_id), async (tx) => {
    const id = await insertTable(tx, firstRelease, 500);
    const cells = { name: "Drill", asset_tag: "a1", status: "checked_out", due_at: "2026-03-01" };
    await tx.query({
      text: "insert into data.rows (table_id, data, created_by_type) values ($1, $2, 'system')",
      values: [id, JSON.stringify(cells)],
    });
  });
  return caller;
}

test("assets of an earlier release become what they are now, with every row, once", async () => {
  const caller = await oldTeam();
  const at = { caller, path: { table_id: "assets" } };
  const rename = (display_name: string, column_id: string) =>
    door.call("UpdateColumn", { caller, path: { table_id: "assets", column_id }, body: { display_name } });
  await Promise.all([1, 2, 3].map(() => door.operate("Provision", { team_id: caller.team_id })));
  const { columns, version } = (await door.call("GetTable", at)).body;
  const types = columns.map((column: { name: string; type: string }) => `${column.name} ${column.type}`);
  assert.deepEqual(types, [
    "name text",
    "asset_tag text",
    "status state",
    "assignee json",
    "due_at datetime",
    "condition text",
    "note text",
  ]);
  assert.equal(version, 2);
  assert.equal((await rename("State", columns[2].id)).status, 200);
  await new ProvisionedTeams(source).provision(caller.team_id, "r");
  assert.equal((await door.call("GetTable", at)).body.columns[2].display_name, "State");
  const [row] = (await door.call("ListRows", at)).body.rows;
  assert.deepEqual(row.data, {
    name: "Drill",
    asset_tag: "a1",
    status: "checked_out",
    assignee: null,
    due_at: "2026-03-01T00:00:00.000Z",
    condition: null,
    note: null,
  });
  const path = { table_id: "assets", row_id: row.id };
  const move = (status: string) => door.call("UpdateRow", { caller, path, body: { data: { status } } });
  assert.equal((await move("maintenance")).status, 200);
  assert.equal((await move("checked_out")).body.code, "invalid_state_transition");
  const { history } = (await door.call("ListHistory", { caller, path, query: "field=status" })).body;
  assert.deepEqual([history.length, history[0].from, history[0].to], [1, "checked_out", "maintenance"]);
});

test("a write by a process that has not seen the team upgrades its assets first", async () => {
  const caller = await oldTeam();
  const reply = await door.call("CreateRow", {
    caller,
    path: { table_id: "assets" },
    body: { data: { name: "Saw", due_at: "2026-03-01T10:00:00+02:00", asset_tag: "a2" } },
  });
  assert.deepEqual([reply.status, reply.body.data.due_at], [201, "2026-03-01T08:00:00.000Z"]);
  const body = { data: { name: "Again", asset_tag: "a1" } };
  const clash = await door.call("CreateRow", { caller, path: { table_id: "assets" }, body });
  assert.equal(clash.body.code, "unique_violation");
});

test("a value that is not a team id is refused", async () => {
  for (const body of [{}, { team_id: "x" }, { team_id: 5 }, { team_id: testCaller().team_id, more: 1 }]) {
    assert.equal((await door.operate("Provision", body)).status, 422, JSON.stringify(body));
  }
});

test("only the operator provisions", async () => {
  await assert.rejects(door.call("Provision", { body: { team_id: testCaller().team_id } }), { code: 16 });
});

test("what the platform made stays: its table assets cannot be undone away", async () => {
  const caller = testCaller();
  await door.operate("Provision", { team_id: caller.team_id });
  const admin = adminOf(caller);
  const id = await withClient(database.superuserUrl, async (client) => {
    const sql = "select distinct changeset_id as id from data.changes where team_id = $1";
    return (await client.query<{ id: string }>(sql, [caller.team_id])).rows[0]?.id ?? "";
  });
  const path = { changeset_id: `data_${id}` };
  const shown = await door.call("GetChangeset", { caller: admin, path });
  assert.deepEqual([shown.status, shown.body.reversible], [200, false]);
  const refused = await door.call("UndoChangeset", { caller: admin, path, body: { force: true } });
  assert.deepEqual([refused.status, refused.body.code], [409, "not_undoable"]);
  assert.equal((await door.call("GetTable", { caller, path: { table_id: "assets" } })).status, 200);
});

test("a column of its own that assets have come to rely on is not undone", async () => {
  const caller = await oldTeam();
  const asService = { ...actor(caller.team_id), actorType: "service", actorId: caller.token_id };
  const note = assetsTable.columns.filter(({ name }) => name === "note");
  const { changesetId } = await source.write(asService, async (tx) => {
    const [table] = await tx.query<{ id: string }>({ text: "select id from data.tables", values: [] });
    for (const draft of note) await insertColumn(tx, table?.id ?? "", draft);
  });
  await new ProvisionedTeams(source).provision(caller.team_id, "r");
  const admin = adminOf(caller);
  const undo = { caller: admin, path: { changeset_id: changesetId }, body: { force: true } };
  const refused = await door.call("UndoChangeset", undo);
  assert.deepEqual([refused.status, refused.body.code], [409, "not_undoable"]);
});

test("a team's own table named assets stays its own: not upgraded, without events, its columns free", async () => {
  const caller = testCaller();
  const columns = newColumns([
    { name: "status", type: "text" },
    { name: "due_at", type: "text" },
  ]);
  await source.write(actor(caller.team_id), (tx) =>
    insertTable(tx, { ...assetsTable, is_system: false, columns }, 500),
  );
  const path = { table_id: "assets" };
  const body = { data: { status: "checked_out", due_at: "soon" } };
  const row = await door.call("CreateRow", { caller, path, body });
  assert.deepEqual([row.status, row.body.data], [201, body.data]);
  assert.deepEqual(await events(caller.team_id), []);
  const move = { path: { asset_id: row.body.id }, body: {} };
  assert.equal((await door.call("ReturnAsset", { caller, ...move })).status, 404);
  const own = (await door.call("GetTable", { caller, path })).body.columns[0];
  const removed = await door.call("DeleteColumn", { caller, path: { ...path, column_id: own.id } });
  assert.equal(removed.status, 200, JSON.stringify(removed.body));
});
