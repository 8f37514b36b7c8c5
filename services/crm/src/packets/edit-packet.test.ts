import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { testPacket } from "../testing/test-packets.ts";

const { door } = await testCrm();

test("a packet is a draft, in review or closed as it was set, and goes on where it was", async () => {
  const { sign, write, read } = await testPacket(door, { status: "draft" });
  const set = async (status: string) => {
    const reply = await write("EditPacket", { status });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    const { status: shown, version } = await read();
    return `${shown} ${version}`;
  };
  assert.equal((await sign("ada", "request_changes")).status, 200);
  assert.deepEqual([(await read()).status, (await read()).readiness.state], ["draft", "changes_requested"]);
  assert.equal(await set("in_review"), "changes_requested 3");
  assert.equal(await set("closed"), "closed 4");
  assert.equal(await set("closed"), "closed 4");
  assert.equal(await set("in_review"), "changes_requested 5");
});

test("another status, an absent packet and another team's are refused", async () => {
  const { write, packet_id } = await testPacket(door);
  for (const status of ["approved", "", null])
    assert.equal((await write("EditPacket", { status })).status, 422);
  for (const body of [
    { team_id: testCaller().team_id, packet_id },
    { packet_id: randomUUID() },
    { packet_id: "17" },
  ])
    assert.equal((await write("EditPacket", { ...body, status: "closed" })).status, 404);
});
