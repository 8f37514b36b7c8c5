import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { testPacket } from "../testing/test-packets.ts";

const { door } = await testCrm();

test("a packet reads as it was made, with its reviewers in their order and its readiness", async () => {
  const { read } = await testPacket(door, { description: "D", due_at: "2030-01-31T12:00:00+01:00" });
  const packet = await read();
  const named = packet.reviewers.map(({ name, required }: Record<string, unknown>) => [name, required]);
  assert.deepEqual(named, [
    ["ada@members.test", true],
    ["bo@members.test", true],
    ["cy@members.test", false],
  ]);
  const [ada, bo] = packet.reviewers.map(({ id }: { id: string }) => id);
  assert.deepEqual(packet.readiness, {
    ...{ state: "not_started", required_reviewers: 2, signed: 0, approvals: 0 },
    blocking: [ada, bo],
  });
  const { title, description, status, due_at, walkthrough_version, version, created_by } = packet;
  assert.deepEqual(
    [title, description, status, due_at, walkthrough_version, version],
    ["Plan", "D", "in_review", "2030-01-31T11:00:00.000Z", 1, 1],
  );
  assert.deepEqual(created_by, { type: "system", id: null });
});

test("one that the caller has in this version is 304; each signature makes another version", async () => {
  const { caller, packet_id, sign } = await testPacket(door);
  const ask = (tag: string) =>
    door.call("GetPacket", { caller, path: { packet_id }, headers: { "if-none-match": tag } });
  assert.deepEqual([(await ask('"1"')).status, (await ask('"2"')).status], [304, 200]);
  await sign("ada", "approve");
  const now = await ask('"1"');
  assert.deepEqual([now.status, now.headers.etag], [200, '"2"']);
});

test("another team's, an absent and a malformed id get the same 404, the answers too", async () => {
  const { packet_id: foreign } = await testPacket(door);
  const caller = testCaller();
  for (const method of ["GetPacket", "GetPacketAnswers"]) {
    const get = async (packet_id: string) => {
      const { status, body } = await door.call(method, { caller, path: { packet_id } });
      return [status, { ...(body as object), request_id: "" }];
    };
    const absent = await get(randomUUID());
    assert.equal(absent[0], 404);
    for (const id of [foreign, "17", "", "' or true --"]) assert.deepEqual(await get(id), absent, id);
  }
});
