import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { testPacket } from "../testing/test-packets.ts";

const { door } = await testCrm();

test("the next walkthrough begins without a signature, and those given stay with the one before", async () => {
  const { sign, write, read, answers } = await testPacket(door);
  await sign("ada", "approve");
  await sign("bo", "approve");
  assert.equal((await read()).status, "approved");
  assert.equal((await write("BumpPacket")).status, 200);
  const { status, walkthrough_version: version, readiness } = await read();
  assert.deepEqual([status, version, readiness.state, readiness.signed], ["in_review", 2, "not_started", 0]);
  await sign("ada", "approve");
  const { verdicts } = await answers();
  const shown = verdicts.map((one: Record<string, unknown>) => [one["status"], one["walkthrough_version"]]);
  assert.deepEqual(shown, [
    ["signed", 2],
    ["stale", 1],
    ["pending", 2],
  ]);
});

test("bumped by ten at once, a packet goes on by ten; a closed one not at all", async () => {
  const { write, read } = await testPacket(door);
  await Promise.all(Array.from({ length: 10 }, () => write("BumpPacket")));
  assert.equal((await read()).walkthrough_version, 11);
  await write("EditPacket", { status: "closed" });
  const refused = await write("BumpPacket");
  assert.deepEqual([refused.status, refused.body.code], [409, "invalid_state_transition"]);
  assert.equal((await read()).walkthrough_version, 11);
});
