import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testComms } from "../testing/test-comms.ts";

const { door, sql } = await testComms();
const body = { to: "ok@test.invalid", channel: "email", purpose: "transactional", subject: "a", text: "b" };

test("the operator sees what waits of all teams, what of that is due, and for how long", async () => {
  const waiting = async () => (await door.operate("GetQueue", {})).body;
  assert.deepEqual(await waiting(), { pending: 0, due: 0, oldest_due_age: 0 });
  const first = await door.call("SendMessage", { caller: testCaller(), body });
  const later = new Date(Date.now() + 3_600_000).toISOString();
  await door.call("SendMessage", { caller: testCaller(), body: { ...body, send_at: later } });
  await sql("update comms.queue set due_at = due_at - interval '90 s' where message_id = $1", [
    first.body.id,
  ]);
  const { pending, due, oldest_due_age: ageS } = await waiting();
  assert.deepEqual([pending, due], [2, 1]);
  assert.ok(Number(ageS) >= 90, String(ageS));
});
