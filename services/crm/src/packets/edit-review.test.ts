import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { signedIn, testReviewing } from "../testing/test-packets.ts";

const { door } = await testCrm();

test("what is given is changed, over the version that was read; what reads as before writes nothing", async () => {
  const { as, read } = await testReviewing(door);
  const edited = await as("ada", "EditReview", {
    title: " Plan B ",
    description: "",
    due_at: "2030-01-01T00:00:00Z",
  });
  assert.equal(edited.status, 200, JSON.stringify(edited.body));
  assert.deepEqual([edited.body.title, edited.body.description, edited.body.version], ["Plan B", null, 2]);
  const same = await as("ada", "EditReview", { title: "Plan B", due_at: "2030-01-01T01:00:00+01:00" });
  assert.deepEqual([same.status, same.body.version, same.headers["x-changeset-id"]], [200, 2, undefined]);
  const stale = await as("ada", "EditReview", { title: "Mine" }, { "if-match": '"1"' });
  assert.deepEqual([stale.status, stale.body.code, stale.body.current_version], [412, "version_conflict", 2]);
  assert.deepEqual((await as("ada", "EditReview", { due_at: null })).body.due_at, null);
  assert.equal((await read()).title, "Plan B");
});

test("questions are replaced; those that stay keep their id, and with it their answers", async () => {
  const { as, answers } = await testReviewing(door);
  const { items } = await answers();
  const [text, choice] = items;
  await as("ada", "SaveAnswers", { answers: { [text.id]: "one", [choice.id]: "a" } });
  const { id, prompt, type, options } = choice;
  const edited = await as("ada", "EditReview", {
    items: [
      { id, prompt, type, options },
      { prompt: "New?", type: "boolean" },
    ],
  });
  assert.equal(edited.status, 200, JSON.stringify(edited.body));
  const after = await answers();
  const shown = after.items.map((item: Record<string, unknown>) => [item["prompt"], item["order"]]);
  assert.deepEqual(shown, [
    ["One?", 1],
    ["New?", 2],
  ]);
  assert.deepEqual([after.items[0].id, after.answer_sheets[0].answeredCount], [choice.id, 1]);
  const refused = await as("ada", "EditReview", {
    items: [
      { id: randomUUID(), prompt: "?", type: "text" },
      { id, prompt: "?", type: "text" },
      { id, prompt: "?", type: "choice", options: ["a"] },
    ],
  });
  assert.deepEqual(
    refused.body.errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`),
    ["items.0.id not_found", "items.1.type not_allowed", "items.2.id duplicate"],
  );
});

test("what somebody has signed stays for this walkthrough; reviewers come, and who has signed stays", async () => {
  const { as, signNow, read } = await testReviewing(door);
  assert.equal((await signNow("cy", "abstain")).status, 200);
  for (const patch of [{ title: "Another" }, { description: "More" }, { items: [] }]) {
    const { status, body } = await as("ada", "EditReview", patch);
    assert.deepEqual([status, body.code], [409, "invalid_state_transition"], JSON.stringify(patch));
  }
  const without = await as("ada", "EditReview", { reviewers: [{ email: "dee@members.test" }] });
  assert.deepEqual([without.status, without.body.errors[0].field], [422, "reviewers"]);
  const more = { reviewers: [{ email: "cy@members.test" }, { email: "dee@members.test", required: false }] };
  const { status, body } = await as("ada", "EditReview", more);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.readiness.required_reviewers, body.readiness.blocking.length], [1, 1]);
  await as("cy", "BumpReview");
  assert.equal((await as("cy", "EditReview", { title: "Another" })).status, 200);
  assert.equal((await read()).title, "Another");
});

test("a closed packet takes nothing but to be opened, by which it may be changed at once", async () => {
  const { as, read } = await testReviewing(door);
  assert.equal((await as("ada", "EditReview", { status: "closed" })).body.status, "closed");
  const refused = await as("ada", "EditReview", { title: "Late" });
  assert.deepEqual([refused.status, refused.body.from], [409, "closed"]);
  const opened = await as("ada", "EditReview", { status: "draft", title: "In time" });
  assert.deepEqual([opened.body.status, opened.body.title], ["draft", "In time"]);
  for (const status of ["approved", "changes_requested", null])
    assert.equal((await as("ada", "EditReview", { status })).status, 422);
  assert.equal((await read()).status, "draft");
});

test("an absent packet and another team's read alike", async () => {
  const { packet_id } = await testReviewing(door);
  const caller = signedIn(randomUUID());
  for (const id of [packet_id, randomUUID(), "17"]) {
    const { status, body } = await door.call("EditReview", {
      caller,
      path: { packet_id: id },
      body: { title: "Mine" },
    });
    assert.deepEqual([status, body.code], [404, "not_found"]);
  }
});
