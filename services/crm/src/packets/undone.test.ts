import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { draft, signedIn, testReviewing } from "../testing/test-packets.ts";

const { door } = await testCrm();
const undo = (teamId: string, { headers }: TestReply, force = false) =>
  door.call("UndoChangeset", {
    caller: signedIn(teamId, randomUUID(), "owner"),
    path: { changeset_id: headers["x-changeset-id"] ?? "" },
    body: { force },
  });

test("a bump, an edit and a new packet that nobody has signed are undone, with what follows from them", async () => {
  const { as, read, caller } = await testReviewing(door, { items: [] });
  const edited = await as("ada", "EditReview", {
    title: "Another",
    reviewers: [{ email: "ada@members.test", required: false }],
  });
  const bumped = await as("ada", "BumpReview");
  assert.equal((await undo(caller.team_id, bumped)).status, 200);
  assert.equal((await undo(caller.team_id, edited)).status, 200);
  const { title, walkthrough_version: version, readiness, reviewers } = await read();
  assert.deepEqual([title, version, readiness.required_reviewers, reviewers.length], ["Plan", 1, 2, 3]);
  const owner = signedIn(caller.team_id);
  const made = await door.call("StartReview", { caller: owner, body: draft });
  assert.equal((await undo(caller.team_id, made)).status, 200);
  const gone = await door.call("GetPacket", { caller: owner, path: { packet_id: made.body.id } });
  assert.equal(gone.status, 404);
});

test("neither a signature nor a sheet is undone, and nothing that was answered or signed since", async () => {
  const { as, signNow, read, answers, caller } = await testReviewing(door, { items: [] });
  const bumped = await as("ada", "BumpReview");
  const saved = await as("ada", "SaveAnswers", { answers: {} });
  const signed = await signNow("ada", "approve");
  for (const write of [signed, saved, bumped])
    for (const force of [false, true]) {
      const { status, body } = await undo(caller.team_id, write, force);
      assert.deepEqual([status, body.code], [409, "not_undoable"], JSON.stringify(body));
    }
  assert.deepEqual([(await read()).readiness.approvals, (await answers()).answer_sheets.length], [1, 1]);
});

test("a packet that somebody has answered is not undone away", async () => {
  const caller = signedIn(randomUUID());
  const reviewers = [{ email: "ada@members.test" }];
  const made = await door.call("StartReview", { caller, body: { title: "T", reviewers, items: [] } });
  const path = { packet_id: made.body.id as string };
  const reviewer = signedIn(caller.team_id, made.body.reviewers[0].id as string);
  await door.call("SaveAnswers", { caller: reviewer, path, body: { answers: {} } });
  assert.equal((await undo(caller.team_id, made, true)).body.code, "not_undoable");
  assert.equal((await door.call("GetPacket", { caller, path })).status, 200);
});
