import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { testPacket } from "../testing/test-packets.ts";

const { door, audit } = await testCrm();

test("signed again, the last verdict of a reviewer stands", async () => {
  const { caller, sign, read, answers } = await testPacket(door);
  await sign("ada", "request_changes", { note: "No." });
  assert.equal((await read()).status, "changes_requested");
  await sign("ADA", "approve", { note: "" });
  const [{ verdict, note, status }] = (await answers()).verdicts;
  assert.deepEqual([verdict, note, status], ["approve", null, "signed"]);
  assert.deepEqual([(await read()).readiness.signed, (await read()).status], [1, "in_review"]);
  const actions = (await audit(caller.team_id)).map((entry) => entry["action"]);
  assert.deepEqual(actions, ["packet.create", "packet.sign", "packet.sign"]);
});

test("signed by all at once, no signature is lost", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { sign, read } = await testPacket(door);
    await Promise.all(["ada", "bo", "cy"].map((name) => sign(name, "approve")));
    const { readiness, status, version } = await read();
    assert.deepEqual([readiness.signed, readiness.approvals, status, version], [3, 3, "approved", 4]);
  }
});

test("a stranger, another verdict and a closed packet are refused, and nothing is signed", async () => {
  const { sign, write, read } = await testPacket(door);
  const stranger = await sign("dee", "approve");
  assert.deepEqual([stranger.status, stranger.body.errors[0].field], [422, "reviewer"]);
  for (const verdict of ["approved", "", null, ["approve"]])
    assert.equal((await sign("ada", verdict as string)).status, 422);
  assert.equal((await sign("ada", "approve", { walkthrough_version: 7 })).status, 422);
  await write("EditPacket", { status: "closed" });
  assert.equal((await sign("ada", "approve")).body.code, "invalid_state_transition");
  assert.equal((await read()).readiness.signed, 0);
});
