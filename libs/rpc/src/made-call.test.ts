import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testNotes, testTeam } from "@jst/testing";
import { CALL_HEADER, encodedCall, PREVIEW_HEADER, RECORDED_HEADER } from "@jst/rpc";

const { door, stored, audit, breakOutbox } = await testNotes();
const ada = { title: "Ada", slug: "ada" };
const made = { tool: "note_create", door: "mcp", arguments: {}, arguments_digest: "ab" };
const headers = { [CALL_HEADER]: encodedCall({ ...made, resource: "notes", startedAt: Date.now() }) };

/** The calls of tools among the team's entries. */
const calls = async (team: string) => (await audit(team)).filter(({ action }) => action === "tool.call");

test("a write and a proposal put the call they are made for on record, in their own transaction", async () => {
  const { service, member } = testTeam();
  const ran = await door.call("CreateNote", { caller: service, body: ada, headers });
  const body = { ...ada, slug: "eve@example.com" };
  const queued = await door.call("CreateNote", { caller: member, body, headers });
  assert.deepEqual([ran.status, queued.status], [201, 202]);
  const [first, second] = await calls(service.team_id);
  const { latency_ms, ...call } = JSON.parse(String(first?.["call"])) as { latency_ms: number };
  assert.ok(latency_ms >= 0);
  assert.deepEqual(call, made);
  assert.deepEqual(
    [first, second].map((entry) => [entry?.["changeset_id"], entry?.["token_id"], entry?.["outcome"]]),
    [
      [ran.headers["x-changeset-id"], service.token_id, "success"],
      [queued.body.changeset_id, member.token_id, "success"],
    ],
  );
  for (const reply of [ran, queued]) assert.equal(reply.headers[RECORDED_HEADER], "1");
});

test("what cannot be put on record is not written", async () => {
  const { service } = testTeam();
  await breakOutbox(async () => {
    assert.ok((await door.call("CreateNote", { caller: service, body: ada, headers })).status >= 500);
  });
  assert.equal((await stored(service.team_id)).notes, 0);
});

test("what writes nothing leaves the record to the door: refusals, previews, no-ops, repetitions", async () => {
  const { service: caller } = testTeam();
  const named = { ...headers, "idempotency-key": randomUUID() };
  const { body: note } = await door.call("CreateNote", { caller, body: ada, headers: named });
  const path = { note_id: note.id as string };
  const replies = [
    await door.call("CreateNote", { caller, body: ada, headers: named }),
    await door.call("CreateNote", { caller, body: ada, headers }),
    await door.call("UpdateNote", { caller, path, body: { title: "Ada" }, headers }),
    await door.call("UpdateNote", {
      caller,
      path,
      body: { title: "Eve" },
      headers: { ...headers, [PREVIEW_HEADER]: "1" },
    }),
  ];
  assert.deepEqual(
    replies.map(({ status, headers: { [RECORDED_HEADER]: recorded } }) => [status, recorded]),
    [
      [201, undefined],
      [409, undefined],
      [200, undefined],
      [200, undefined],
    ],
  );
  assert.equal((await calls(caller.team_id)).length, 1);
});
