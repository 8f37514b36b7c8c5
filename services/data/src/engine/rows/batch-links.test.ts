import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { ownRelation, promoteFrom, rowsByRelation } from "../../testing/test-storage.ts";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();

test("links are checked in every row of a batch", async () => {
  const people = await sheet([{ name: "name", type: "text" }], [{ name: "Ada" }]);
  const at = { caller: people.caller };
  const made = await door.call("CreateTable", {
    ...at,
    body: { display_name: "Tasks", columns: [{ name: "owner", type: "relation", relation: { table_id: people.path.table_id } }] },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const owner = (await door.call("ListRows", { ...at, path: people.path })).body.rows[0].id;
  const batch = (atomic: boolean) =>
    door.call("BatchRows", {
      ...at,
      path: { table_id: made.body.id },
      body: { rows: [{ data: { owner } }, { data: { owner: randomUUID() } }], atomic },
    });
  assert.deepEqual(refusal(await batch(true)), [422, "validation_failed", "rows.1.data.owner not_found"]);
  const reply = await batch(false);
  assert.equal(reply.body.rows[0].data.owner, owner);
  assert.equal(reply.body.rows[1].error.errors[0].field, "rows.1.data.owner");
}); // prettier-ignore

test("however many links of a batch are missing, its answer names at least one in each row and about a thousand in all", async () => {
  const s = await sheet([{ name: "name", type: "text" }]);
  const relation = { table_id: s.path.table_id, cardinality: "many" };
  assert.equal((await s.create({ name: "peers", type: "relation", relation })).status, 201);
  const peers = () => Array.from({ length: 40 }, () => randomUUID());
  const rows = Array.from({ length: 500 }, () => ({ data: { peers: peers() } }));
  const batch = (atomic: boolean) =>
    door.call("BatchRows", { caller: s.caller, path: s.path, body: { rows, atomic } });
  const each = (await batch(false)).body.rows.map(
    ({ error }: { error: { errors: unknown[] } }) => error.errors.length,
  ) as number[];
  assert.deepEqual([each.length, each[0], Math.min(...each)], [500, 40, 1]);
  assert.equal(
    each.reduce((sum, count) => sum + count),
    1_000 + 475,
  );
  const whole = (await batch(true)).body;
  assert.equal(whole.errors.length, 100);
});

test("a table with a physical table of its own takes batches and keeps its history as before", async () => {
  const s = await sheet([
    { name: "sku", type: "text", unique: true },
    { name: "stage", type: "state", options: { states: ["new", "sold"], initial: "new" } },
  ]);
  const batch = (rows: object[]) =>
    door.call("BatchRows", {
      caller: s.caller,
      path: s.path,
      body: { upsert_on: "sku", rows: rows.map((data) => ({ data })) },
    });
  assert.equal((await batch([{ sku: "a" }, { sku: "b" }, { sku: "c" }])).status, 200);
  await promoteFrom(database, 3);
  const reply = await batch([{ sku: "d" }, { sku: "a", stage: "sold" }]);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.deepEqual(Object.keys(await rowsByRelation(database, s.path.table_id)), [
    ownRelation(s.path.table_id),
  ]);
  const states = async (row_id: string) =>
    (await door.call("ListHistory", { caller: s.caller, path: { ...s.path, row_id } })).body.history.map(
      (entry: { to: string }) => entry.to,
    );
  assert.deepEqual(await states(reply.body.rows[0].id), ["new"]);
  assert.deepEqual(await states(reply.body.rows[1].id), ["sold", "new"]);
  assert.equal(
    (await s.create({ name: "mood", type: "state", options: { states: ["up"], initial: "up" } })).status,
    201,
  );
  assert.deepEqual(await states(reply.body.rows[0].id), ["up", "new"]);
});
