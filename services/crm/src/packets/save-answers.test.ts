import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { signedIn, testReviewing } from "../testing/test-packets.ts";

const { door, audit } = await testCrm();

/** A packet, and what saves a text as one of its reviewers. */
async function sheets(more: object = {}) {
  const reviewing = await testReviewing(door, more);
  const [{ id }] = (await reviewing.answers()).items;
  const save = (name: string, text: unknown, headers = {}) =>
    reviewing.as(name, "SaveAnswers", { answers: { [id]: text } }, headers);
  return { ...reviewing, id: id as string, save };
}

test("a reviewer saves a sheet over the version that was read, 0 where there was none", async () => {
  const { save, answers, id, caller } = await sheets();
  const first = await save("ada", "one", { "if-match": '"0"' });
  assert.deepEqual(
    [first.status, first.body.version, first.headers["etag"]],
    [200, 1, '"1"'],
    JSON.stringify(first.body),
  );
  assert.deepEqual([first.body.answers, first.body.answeredCount], [{ [id]: "one" }, 1]);
  const other = await save("ada", "two", { "if-match": '"0"' });
  assert.deepEqual([other.status, other.body.current_version], [412, 1]);
  assert.equal((await save("ada", "two", { "if-match": '"1"' })).body.version, 2);
  const same = await save("ada", "two");
  assert.deepEqual([same.body.version, same.headers["x-changeset-id"]], [2, undefined]);
  const { answer_sheets: stored } = await answers();
  assert.deepEqual([stored.length, stored[0].version, stored[0].answers], [1, 2, { [id]: "two" }]);
  const actions = (await audit(caller.team_id)).map((entry) => entry["action"]);
  assert.deepEqual(actions, ["packet.create", "packet.answer", "packet.answer"]);
});

test("of two windows that read nothing one saves its first sheet, and the other is told", async () => {
  const { save, answers, id } = await sheets();
  const replies = await Promise.all(
    ["left", "right"].map((text) => save("ada", text, { "if-match": '"0"' })),
  );
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412]);
  const kept = replies.find(({ status }) => status === 200)?.body.answers[id];
  assert.equal((await answers()).answer_sheets[0].answers[id], kept);
});

test("a sheet is that of the session alone: nobody names another, and a member who is not a reviewer has none", async () => {
  const { as, save, answers, packet_id, caller, id } = await sheets();
  for (const more of [
    { reviewer: "bo@members.test" },
    { reviewer_id: randomUUID() },
    { updated_at: "2020-01-01T00:00:00Z" },
  ])
    assert.equal((await as("ada", "SaveAnswers", { answers: {}, ...more })).status, 422);
  await save("bo", "mine");
  const stranger = signedIn(caller.team_id, randomUUID(), "owner");
  const refused = await door.call("SaveAnswers", {
    caller: stranger,
    path: { packet_id },
    body: { answers: { [id]: "theirs" } },
  });
  assert.deepEqual([refused.status, refused.body.code], [403, "insufficient_scope"]);
  const elsewhere = await door.call("SaveAnswers", {
    caller: signedIn(randomUUID()),
    path: { packet_id },
    body: { answers: {} },
  });
  assert.equal(elsewhere.status, 404);
  assert.deepEqual(
    (await answers()).answer_sheets.map((sheet: { answers: object }) => sheet.answers),
    [{ [id]: "mine" }],
  );
});

test("every invalid answer is named, and nothing of the sheet is stored", async () => {
  const { as, answers, id } = await sheets();
  const hostile = { [id]: 7, [randomUUID()]: "x", constructor: "y" };
  const { status, body } = await as("ada", "SaveAnswers", { answers: hostile });
  assert.deepEqual([status, body.errors.length], [422, 3]);
  for (const value of [null, [], "text"])
    assert.equal((await as("ada", "SaveAnswers", { answers: value })).status, 422);
  assert.deepEqual((await answers()).answer_sheets, []);
});

test("what is signed, a draft and a closed packet take no answers", async () => {
  const { save, signNow, as } = await sheets({ items: [{ prompt: "?", type: "text" }] });
  await save("ada", "one");
  await signNow("ada", "approve");
  const signed = await save("ada", "two");
  assert.deepEqual(
    [signed.status, signed.body.code, signed.body.from],
    [409, "invalid_state_transition", "signed"],
  );
  assert.equal((await save("bo", "still")).status, 200);
  for (const status of ["draft", "closed"]) {
    await as("bo", "EditReview", { status });
    assert.equal((await save("bo", "late")).body.from, status);
  }
});
