import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testData } from "../testing/test-data.ts";

const { door } = await testData();

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
    ["name", "asset_tag", "status", "assignee", "due_at"],
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
  });
});

test("what is no team id is refused", async () => {
  for (const body of [{}, { team_id: "x" }, { team_id: 5 }, { team_id: testCaller().team_id, more: 1 }]) {
    assert.equal((await door.operate("Provision", body)).status, 422, JSON.stringify(body));
  }
});

test("only the operator provisions", async () => {
  await assert.rejects(door.call("Provision", { body: { team_id: testCaller().team_id } }), { code: 16 });
});
