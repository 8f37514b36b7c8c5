import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { reader, testEmr } from "../testing/test-emr.ts";
import { observedIn, said, wellnessOf } from "../testing/wellness-samples.ts";

const { door } = await testEmr();
const { step, get } = wellnessOf(door);

test("one observation: 200, 403 without consent, and one 404 for a foreign, an unknown and no id", async () => {
  const { service, rate, vitals } = await observedIn(door);
  assert.equal((await get(service, rate)).body.value, 64);
  await step(service, "revoke", vitals);
  const refused = await get(service, rate);
  assert.deepEqual([refused.status, refused.body.code], [403, "consent_required"]);
  const replies = await Promise.all([rate, randomUUID(), "x"].map((id) => get(reader(), id)));
  const shown = replies.map(said);
  assert.equal(replies[0]?.status, 404);
  assert.deepEqual([shown[1], shown[2]], [shown[0], shown[0]]);
});
