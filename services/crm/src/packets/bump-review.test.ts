import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { testReviewing } from "../testing/test-packets.ts";

const { door } = await testCrm();

test("the next walkthrough is answered and signed again; earlier signatures are stale", async () => {
  const { as, signNow, answers, read } = await testReviewing(door, {
    items: [{ prompt: "?", type: "text" }],
  });
  const [{ id }] = (await answers()).items;
  await as("ada", "SaveAnswers", { answers: { [id]: "first" } });
  assert.equal((await signNow("ada", "request_changes", { note: "No." })).status, 200);
  const bumped = await as("bo", "BumpReview");
  assert.deepEqual([bumped.status, bumped.body.walkthrough_version], [200, 2], JSON.stringify(bumped.body));
  assert.equal((await as("ada", "SaveAnswers", { answers: { [id]: "second" } })).status, 200);
  const { verdicts } = await answers();
  assert.deepEqual(
    [verdicts[0].status, verdicts[0].walkthrough_version, verdicts[0].note],
    ["stale", 1, "No."],
  );
  assert.equal((await signNow("ada", "approve")).status, 200);
  assert.equal((await read()).readiness.approvals, 1);
});

test("of bumps over one version read one happens; a closed packet takes none", async () => {
  const { as, read } = await testReviewing(door);
  const bumps = await Promise.all(
    [1, 2, 3, 4].map(() => as("ada", "BumpReview", undefined, { "if-match": '"1"' })),
  );
  assert.deepEqual(bumps.map(({ status }) => status).sort(), [200, 412, 412, 412]);
  await as("ada", "EditReview", { status: "closed" });
  const refused = await as("ada", "BumpReview");
  assert.deepEqual([refused.status, refused.body.code], [409, "invalid_state_transition"]);
  assert.equal((await read()).walkthrough_version, 2);
});
