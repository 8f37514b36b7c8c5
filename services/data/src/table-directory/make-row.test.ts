import { testCaller, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";

const { database, door } = await testData();

const newTable = async (caller: ReturnType<typeof testCaller>) => {
  const columns = [
    { name: "title", type: "text", required: true },
    { name: "no", type: "autonumber" },
  ];
  const reply = await door.call("CreateTable", { caller, body: { display_name: "Mail", columns } });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  return reply.body.id as string;
};

test("a row is stored once under its id, by the platform, with a changeset, also when it was deleted since", async () => {
  const caller = testCaller();
  const table_id = await newTable(caller);
  const row_id = randomUUID();
  const body = { team_id: caller.team_id, table_id, row_id, data: { title: "Hello" } };
  for (let time = 0; time < 2; time += 1)
    assert.deepEqual((await door.callAs("comms", "MakeRow", body)).body, { id: row_id });
  const { rows } = (await door.call("ListRows", { caller, path: { table_id } })).body;
  assert.deepEqual(
    rows.map((row: { id: string; data: object; created_by: object }) => [row.id, row.data, row.created_by]),
    [[row_id, { title: "Hello", no: 1 }, { type: "system", id: null }]],
  );
  const { rows: changes } = await withClient(database.superuserUrl, (client) =>
    client.query("select op, actor_type from data.changes where resource_id = $1", [row_id]),
  );
  assert.deepEqual(changes, [{ op: "create", actor_type: "system" }]);
  await door.call("DeleteRow", { caller, path: { table_id, row_id } });
  assert.equal((await door.callAs("comms", "MakeRow", body)).status, 200);
  assert.deepEqual((await door.call("ListRows", { caller, path: { table_id } })).body.rows, []);
});

test("what does not fit is refused as a create of it is, and so is another team's table", async () => {
  const caller = testCaller();
  const table_id = await newTable(caller);
  const ask = async (body: object) => {
    const asked = { team_id: caller.team_id, table_id, row_id: randomUUID(), data: {}, ...body };
    const reply = await door.callAs("comms", "MakeRow", asked);
    return [reply.status, reply.body.code];
  };
  assert.deepEqual(await ask({}), [422, "validation_failed"]);
  assert.deepEqual(await ask({ data: { title: "x", other: 1 } }), [422, "unknown_column"]);
  assert.deepEqual(await ask({ data: { title: "x" }, table_id: randomUUID() }), [404, "not_found"]);
  const foreign = { data: { title: "x" }, team_id: testCaller().team_id };
  assert.deepEqual(await ask(foreign), [404, "not_found"]);
  assert.deepEqual((await door.call("ListRows", { caller, path: { table_id } })).body.rows, []);
});
