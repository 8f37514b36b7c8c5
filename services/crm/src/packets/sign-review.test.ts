import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { signedIn, testReviewing } from "../testing/test-packets.ts";

const { door, audit } = await testCrm();

test("a reviewer signs once; who and when come from the session and the clock", async () => {
  const { as, signNow, answers, caller, callerOf } = await testReviewing(door, { items: [] });
  for (const more of [
    { reviewer: "bo@members.test" },
    { reviewer_id: randomUUID() },
    { signed_at: "2020-01-01T00:00:00Z" },
  ])
    assert.equal((await signNow("ada", "approve", more)).status, 422, JSON.stringify(more));
  const began = Date.now();
  const signed = await signNow("ada", "approve", { note: "Fine." });
  assert.deepEqual([signed.status, signed.body.readiness.approvals], [200, 1], JSON.stringify(signed.body));
  const [{ reviewer_id, verdict, note, signed_at: at }] = (await answers()).verdicts;
  assert.deepEqual([reviewer_id, verdict, note], [(await callerOf("ada")).member_id, "approve", "Fine."]);
  assert.ok(Math.abs(Date.parse(at) - began) < 60_000, at);
  const again = await signNow("ada", "request_changes");
  assert.deepEqual([again.status, again.body.code], [409, "invalid_state_transition"]);
  assert.equal((await answers()).verdicts[0].verdict, "approve");
  const entries = await audit(caller.team_id);
  assert.deepEqual(
    entries.map((entry) => entry["action"]),
    ["packet.create", "packet.sign"],
  );
  assert.equal((await as("ada", "SignReview", {})).status, 422);
});

test("signed in ten windows at once a packet is signed once; by all reviewers at once nothing is lost", async () => {
  const { signNow, read, caller } = await testReviewing(door, { items: [] });
  const own = await Promise.all(
    Array.from({ length: 10 }, (_, n) => signNow("ada", n % 2 ? "approve" : "abstain")),
  );
  assert.deepEqual(own.map(({ status }) => status).sort(), [200, ...Array<number>(9).fill(409)]);
  await Promise.all(["bo", "cy"].map((name) => signNow(name, "approve")));
  assert.equal((await read()).readiness.signed, 3);
  const signs = (await audit(caller.team_id)).filter((entry) => entry["action"] === "packet.sign");
  assert.equal(signs.length, 3);
});

test("what is signed is what was read: another walkthrough and other answers are refused", async () => {
  const { as, answers, read } = await testReviewing(door, { items: [{ prompt: "?", type: "text" }] });
  const [{ id }] = (await answers()).items;
  const sign = (walkthrough_version: number, sheet_version: number) =>
    as("ada", "SignReview", { verdict: "approve", walkthrough_version, sheet_version });
  await as("ada", "SaveAnswers", { answers: { [id]: "one" } });
  await as("ada", "SaveAnswers", { answers: { [id]: "two" } });
  await as("bo", "BumpReview");
  for (const [walkthrough, sheet, current] of [
    [1, 2, 2],
    [3, 2, 2],
    [2, 0, 2],
    [2, 1, 2],
  ] as const) {
    const { status, body } = await sign(walkthrough, sheet);
    assert.deepEqual([status, body.code, body.current_version], [412, "version_conflict", current]);
  }
  assert.equal((await read()).readiness.signed, 0);
  assert.equal((await sign(2, 2)).status, 200);
});

test("who approves has answered what is required; who does not need not", async () => {
  const { signNow, as, answers } = await testReviewing(door);
  const choice = (await answers()).items[1];
  const refused = await signNow("ada", "approve");
  assert.deepEqual(
    [refused.status, refused.body.errors.map(({ field }: { field: string }) => field)],
    [422, [`answers.${choice.id}`]],
  );
  assert.equal((await signNow("bo", "request_changes")).status, 200);
  await as("ada", "SaveAnswers", { answers: { [choice.id]: "a" } });
  assert.equal((await signNow("ada", "approve")).status, 200);
});

test("a member who is not a reviewer, a token and another team sign nothing", async () => {
  const { packet_id, read, caller, callerOf } = await testReviewing(door, { items: [] });
  const ada = await callerOf("ada");
  const sign = async (as: typeof ada) => {
    const body = { verdict: "approve", walkthrough_version: 1, sheet_version: 0 };
    const reply = await door.call("SignReview", { caller: as, path: { packet_id }, body });
    return [reply.status, reply.body.code];
  };
  assert.deepEqual(await sign(signedIn(caller.team_id)), [403, "insufficient_scope"]);
  for (const type of ["service", "human", "break_glass", "oauth_app"] as const)
    assert.deepEqual(await sign({ ...ada, token_type: type, scopes: [] }), [403, "insufficient_scope"]);
  assert.deepEqual(await sign(testCaller()), [403, "insufficient_scope"]);
  assert.deepEqual(await sign({ ...ada, team_id: randomUUID() }), [404, "not_found"]);
  assert.equal((await read()).readiness.signed, 0);
});

test("a draft and a closed packet are not signed", async () => {
  const { signNow, as, read } = await testReviewing(door, { items: [], status: "draft" });
  assert.equal((await signNow("ada", "approve")).body.from, "draft");
  await as("ada", "EditReview", { status: "closed" });
  assert.equal((await signNow("ada", "approve")).body.from, "closed");
  assert.equal((await read()).readiness.signed, 0);
});
