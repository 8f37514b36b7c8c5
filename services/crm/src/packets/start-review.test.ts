import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller, TEST_BASE_URL } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { draft, signedIn } from "../testing/test-packets.ts";

const { door, audit } = await testCrm();
const start = (caller: ReturnType<typeof signedIn>, body: object = {}, headers = {}) =>
  door.call("StartReview", { caller, body: { ...draft, ...body }, headers });

test("a packet is made by the member who is signed in, with a changeset and an entry in the audit log", async () => {
  const caller = signedIn(randomUUID());
  const { status, body, headers } = await start(caller);
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(body.created_by, { type: "member", id: caller.member_id });
  assert.equal(headers["location"], `${TEST_BASE_URL}/api/v1/review/packets/${body.id}`);
  assert.equal(headers["etag"], '"1"');
  assert.deepEqual(
    [body.status, body.walkthrough_version, body.readiness.state],
    ["in_review", 1, "not_started"],
  );
  const [entry, ...others] = await audit(caller.team_id);
  assert.deepEqual([entry?.["action"], others], ["packet.create", []]);
  assert.deepEqual(entry?.["actor"] ?? [entry?.["actor_type"], entry?.["actor_id"]], [
    "member",
    caller.member_id,
  ]);
  const read = await door.call("GetPacket", { caller, path: { packet_id: body.id } });
  assert.deepEqual(read.body, body);
  assert.match(headers["x-changeset-id"] ?? "", /^crm_/);
});

test("sent again with its key a packet is made once", async () => {
  const caller = signedIn(randomUUID());
  const headers = { "idempotency-key": randomUUID() };
  const replies = await Promise.all([1, 2, 3].map(() => start(caller, {}, headers)));
  const last = await start(caller, {}, headers);
  assert.equal(last.status, 201);
  for (const { status, body } of replies) if (status === 201) assert.equal(body.id, last.body.id);
  assert.equal((await door.call("ListPackets", { caller })).body.packets.length, 1);
});

test("what no packet is made of is refused at its place, all of it, and nothing is stored", async () => {
  const caller = signedIn(randomUUID());
  const { status, body } = await start(caller, {
    title: "  ",
    due_at: "2026-13-01T00:00:00Z",
    reviewers: [{ email: "eve@elsewhere.test" }],
    items: [{ prompt: "?", type: "choice" }],
  });
  assert.equal(status, 422);
  assert.ok(body.errors.length >= 1);
  for (const extra of [
    { created_by: {} },
    { verdicts: [] },
    { walkthrough_version: 7 },
    { status: "closed" },
  ])
    assert.equal((await start(caller, extra)).status, 422, JSON.stringify(extra));
  assert.deepEqual((await door.call("ListPackets", { caller })).body.packets, []);
});

test("no token makes one, whatever its scopes", async () => {
  const teamId = randomUUID();
  for (const type of ["service", "human", "break_glass", "oauth_app"] as const) {
    const caller = testCaller({ team_id: teamId, token_type: type, member_id: randomUUID(), role: "owner" });
    const { status, body } = await start(caller);
    assert.deepEqual([status, body.code], [403, "insufficient_scope"], type);
  }
});
