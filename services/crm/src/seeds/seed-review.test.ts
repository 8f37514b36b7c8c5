import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door } = await testCrm();
const reviewers = ["ada", "bo", "cy"].map((name) => `${name}@members.test`);
const seed = (team_id: string, more = {}) => door.operate("SeedReview", { team_id, reviewers, ...more });

test("the examples are in every state of readiness, with a stale verdict, a draft, every type of item", async () => {
  const caller = testCaller();
  const runs = await Promise.all([1, 2, 3].map(() => seed(caller.team_id)));
  const [first] = runs;
  for (const run of [...runs, await seed(caller.team_id)])
    assert.deepEqual([run.status, run.body], [200, first?.body]);
  const { packets } = (await door.call("ListPackets", { caller })).body;
  const all = packets as { id: string; status: string; readiness: { state: string } }[];
  assert.deepEqual(all.map(({ id }) => id).sort(), [...(first?.body.packets as string[])].sort());
  const states = new Set(all.map(({ readiness }) => readiness.state));
  assert.deepEqual([...states].sort(), ["changes_requested", "in_progress", "not_started", "ready"]);
  assert.ok(all.some(({ status }) => status === "draft"));
  const asked = all.map(({ id }) => door.call("GetPacketAnswers", { caller, path: { packet_id: id } }));
  const answers = (await Promise.all(asked)).map(({ body }) => body);
  const types = new Set(answers.flatMap(({ items }) => items.map(({ type }: { type: string }) => type)));
  assert.equal(types.size, 6);
  const statuses = answers.flatMap(({ verdicts }) =>
    verdicts.map(({ status }: { status: string }) => status),
  );
  assert.ok(statuses.includes("stale"));
  const [sheet] = answers.flatMap(({ answer_sheets: sheets }) => sheets);
  assert.deepEqual([sheet.answeredCount, sheet.total_items], [3, 6]);
});

test("reviewers who are not members are refused", async () => {
  const caller = testCaller();
  const more = { reviewers: ["ada@members.test", "bo@members.test", "eve@elsewhere.test"] };
  assert.equal((await seed(caller.team_id, more)).status, 422);
  assert.deepEqual((await door.call("ListPackets", { caller })).body.packets, []);
});
