import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testAssets, warehouse } from "../../testing/test-assets.ts";

const { asset, door, events, table, told } = await testAssets();
const assets = { table_id: "assets" };

test("a direct change of the status tells the same as the actions, and no other change tells anything", async () => {
  const { caller, id, patch } = await asset();
  for (const cells of [
    { name: "Saw" },
    { status: "checked_out", assignee: { type: "location", id: "Hall" } },
    { due_at: "2030-01-01T00:00:00Z" },
    { status: "maintenance" },
    { status: "available" },
    { status: "checked_out" },
    { status: "retired" },
  ])
    assert.equal((await patch(cells)).status, 200, JSON.stringify(cells));
  assert.deepEqual(
    (await told(caller)).map(({ type, id: told, previous }) => [type, told, previous]),
    [
      ["asset.checked_out", id, { data: { status: "available", assignee: null } }],
      ["asset.returned", id, { data: { status: "checked_out" } }],
      ["asset.checked_out", id, { data: { status: "available" } }],
      ["asset.returned", id, { data: { status: "checked_out" } }],
    ],
  );
});

test("an asset that begins as checked out tells so; deleting and restoring it tells nothing", async () => {
  const caller = testCaller();
  const body = { data: { name: "Van", status: "checked_out" } };
  const made = await door.call("CreateRow", { caller, path: assets, body });
  const path = { ...assets, row_id: made.body.id };
  assert.equal((await door.call("DeleteRow", { caller, path })).status, 200);
  assert.equal((await door.call("UpdateRow", { caller, path, body: { action: "restore" } })).status, 200);
  const stored = await events(caller.team_id);
  assert.deepEqual(
    stored.map(({ type, data }) => [type, data]),
    [["asset.checked_out", { object: made.body }]],
  );
});

test("each row of a batch reports its change, in its order, and a refused one reports none", async () => {
  const { caller, id } = await asset({ asset_tag: "a1" });
  const rows = [
    { data: { name: "New", asset_tag: "a2", status: "checked_out" } },
    { data: { name: "Bad", asset_tag: "a3", status: "lost" } },
    { data: { name: "Idle", asset_tag: "a4" } },
    { data: { asset_tag: "a1", status: "checked_out" } },
  ];
  const body = { upsert_on: "asset_tag", atomic: false, rows };
  const reply = await door.call("BatchRows", { caller, path: assets, body });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const [made] = reply.body.rows;
  assert.deepEqual(
    (await told(caller)).map(({ type, id: told }) => [type, told]),
    [
      ["asset.checked_out", made.id],
      ["asset.checked_out", id],
    ],
  );
});

test("an undone check-out is a return, an undone return a check-out, under the undo's own changeset", async () => {
  const { caller, checkOut, takeBack, read } = await asset();
  const admin = testCaller({
    team_id: caller.team_id,
    token_type: "human",
    member_id: randomUUID(),
    role: "owner",
  });
  const undo = async (changeset_id: string | undefined) => {
    const path = { changeset_id: changeset_id ?? "" };
    const reply = await door.call("UndoChangeset", { caller: admin, path });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body.id as string;
  };
  const out = await checkOut({ assignee: warehouse });
  const first = await undo(out.headers["x-changeset-id"]);
  assert.deepEqual([(await read())["status"], (await read())["assignee"]], ["available", null]);
  await checkOut({ assignee: warehouse });
  const back = await takeBack();
  const second = await undo(back.headers["x-changeset-id"]);
  assert.deepEqual([(await read())["status"], (await read())["assignee"]], ["checked_out", warehouse]);
  const all = (await told(caller)).map(({ type, changeset }) => [type, changeset]);
  assert.deepEqual(all[1], ["asset.returned", first]);
  assert.deepEqual(all.at(-1), ["asset.checked_out", second]);
  assert.equal(all.length, 5);
});

test("a status column of another table tells nothing", async () => {
  const caller = testCaller();
  const states = { states: ["available", "checked_out"], initial: "available" };
  const table_id = await table(caller, [{ name: "status", type: "state", options: states }]);
  const body = { data: { status: "checked_out" } };
  assert.equal((await door.call("CreateRow", { caller, path: { table_id }, body })).status, 201);
  assert.deepEqual(await events(caller.team_id), []);
});
