import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { reader, testEmr } from "../testing/test-emr.ts";
import { said, wellnessOf, wellnessTeam } from "../testing/wellness-samples.ts";

const { door } = await testEmr();
const { consent, step } = wellnessOf(door);

test("a consent of another team, an unknown one and an invalid id are the same 404", async () => {
  const other = wellnessTeam();
  const { id } = await consent(other.service, other.contact);
  const caller = reader();
  const replies = await Promise.all(
    [id, randomUUID(), "x"].map((consent_id) =>
      door.call("GetWellnessConsent", { caller, path: { consent_id } }),
    ),
  );
  const shown = replies.map(said);
  assert.equal(replies[0]?.status, 404);
  assert.deepEqual(shown[1], shown[0]);
  assert.deepEqual(shown[2], shown[0]);
  for (const action of ["grant", "revoke"]) assert.equal((await step(caller, action, id)).status, 404);
});
