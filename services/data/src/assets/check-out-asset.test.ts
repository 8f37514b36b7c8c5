import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testAssets, warehouse } from "../testing/test-assets.ts";
import { refusal } from "../testing/test-sheets.ts";

const { asset, door, events, peers, told } = await testAssets();

test("an available asset is out, with whom, until when and why, and its event tells the whole row", async () => {
  const { caller, id, checkOut, read } = await asset({ asset_tag: "a1" });
  const due = "2030-01-31T12:00:00+01:00";
  const reply = await checkOut({ assignee: warehouse, due_at: due, note: "for the fair" });
  assert.deepEqual([reply.status, reply.headers.etag], [200, '"2"']);
  const cells = {
    name: "Drill",
    asset_tag: "a1",
    status: "checked_out",
    assignee: warehouse,
    due_at: "2030-01-31T11:00:00.000Z",
    condition: null,
    note: "for the fair",
  };
  assert.deepEqual([reply.body.data, await read()], [cells, cells]);
  const stored = await events(caller.team_id);
  assert.equal(stored.length, 1);
  assert.deepEqual(
    [stored[0]?.type, stored[0]?.changeset_id, stored[0]?.data],
    [
      "asset.checked_out",
      reply.headers["x-changeset-id"],
      {
        object: reply.body,
        previous: { data: { status: "available", assignee: null, due_at: null, note: null } },
      },
    ],
  );
  assert.equal(stored[0]?.data.object["id"], id);
});

test("what is out, under repair or retired is 409 asset_unavailable, and nothing is stored", async () => {
  for (const status of ["checked_out", "maintenance", "retired"]) {
    const { caller, checkOut, patch, read } = await asset();
    assert.equal((await patch({ status })).status, 200);
    const [before, told0] = [await read(), await told(caller)];
    const reply = await checkOut({ assignee: warehouse });
    assert.deepEqual(refusal(reply), [409, "asset_unavailable", "asset_id asset_unavailable"], status);
    assert.deepEqual([await read(), await told(caller)], [before, told0]);
  }
});

test("of two who want an asset at once, one gets it", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { caller, checkOut } = await asset();
    const replies = await Promise.all(
      ["a", "b", "c"].map((id) => checkOut({ assignee: { type: "location", id } })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
    assert.equal((await told(caller)).length, 1);
  }
});

test("a contact or member whom the team lacks is refused as a malformed id is", async () => {
  const { checkOut } = await asset();
  const stranger = randomUUID();
  peers.strangers.add(stranger);
  for (const type of ["contact", "member"]) {
    const faults = [422, "validation_failed", "assignee.id not_found"];
    assert.deepEqual(refusal(await checkOut({ assignee: { type, id: stranger } })), faults);
    assert.deepEqual(refusal(await checkOut({ assignee: { type, id: "Ada" } })), faults);
    const known = await asset();
    assert.equal((await known.checkOut({ assignee: { type, id: randomUUID() } })).status, 200);
  }
});

test("a body that is not understood is 422 with each member", async () => {
  const { checkOut } = await asset();
  const bodies: [body: unknown, ...fields: string[]][] = [
    [{}, "assignee required"],
    [{ assignee: "Ada" }, "assignee invalid_type"],
    [{ assignee: { type: "dog", id: "" }, due_at: 5, note: 5 }, "assignee.type invalid_value"],
    [{ assignee: warehouse, due_at: "tomorrow", moon: 1 }, "due_at invalid_format", "moon unknown_field"],
  ];
  for (const [body, ...fields] of bodies) {
    const reply = await checkOut(body);
    assert.equal(reply.status, 422, JSON.stringify(body));
    const found = (reply.body.errors as { field: string; code: string }[]).map(
      (each) => `${each.field} ${each.code}`,
    );
    for (const field of fields) assert.ok(found.includes(field), `${field} of ${found.join(", ")}`);
  }
});

test("If-Match refuses a stale check-out, and another team's asset is absent to the letter", async () => {
  const { id, checkOut } = await asset();
  for (const tag of ['"7"', '"999999999999999"', '"nonsense"']) {
    const stale = await checkOut({ assignee: warehouse }, { headers: { "if-match": tag } });
    assert.deepEqual([stale.status, stale.body.current_version], [412, 1], tag);
  }
  const body = { assignee: warehouse };
  const caller = testCaller();
  const [foreign, absent, malformed] = await Promise.all(
    [id, randomUUID(), "drill"].map((asset_id) =>
      door.call("CheckOutAsset", { caller, path: { asset_id }, body }),
    ),
  );
  for (const reply of [foreign, absent, malformed]) {
    assert.deepEqual([reply?.status, reply?.body.detail], [404, absent?.body.detail]);
  }
});

test("a deleted asset is absent", async () => {
  const { caller, id, checkOut } = await asset();
  await door.call("DeleteRow", { caller, path: { table_id: "assets", row_id: id } });
  assert.equal((await checkOut({ assignee: warehouse })).status, 404);
});

test("an untrusted hand proposes; the event comes with the approval", async () => {
  const { caller, id, read } = await asset();
  const person = (role: "member" | "owner") =>
    testCaller({
      team_id: caller.team_id,
      token_type: "human",
      member_id: randomUUID(),
      role,
      team: { ...caller.team, modules: { tables: true } },
    });
  const body = { assignee: warehouse };
  const proposed = await door.call("CheckOutAsset", {
    caller: person("member"),
    path: { asset_id: id },
    body,
  });
  assert.deepEqual([proposed.status, proposed.body.preview[0].after.data.status], [202, "checked_out"]);
  assert.deepEqual([(await read())["status"], await told(caller)], ["available", []]);
  const { changeset_id } = proposed.body;
  const approved = await door.call("ApproveChangeset", { caller: person("owner"), path: { changeset_id } });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.equal((await read())["status"], "checked_out");
  assert.deepEqual(
    (await told(caller)).map(({ type, changeset }) => [type, changeset]),
    [["asset.checked_out", changeset_id]],
  );
});

test("a repetition under one Idempotency-Key is one check-out", async () => {
  const { caller, checkOut } = await asset();
  const headers = { "idempotency-key": "once" };
  const [first, again] = [
    await checkOut({ assignee: warehouse }, { headers }),
    await checkOut({ assignee: warehouse }, { headers }),
  ];
  assert.deepEqual(
    [again.status, again.body, again.headers["idempotency-replayed"]],
    [200, first.body, "true"],
  );
  assert.equal((await told(caller)).length, 1);
});
