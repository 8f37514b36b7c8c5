import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { testPacket } from "../testing/test-packets.ts";

const { door } = await testCrm();

test("items stand in their order, and every reviewer has a verdict: pending, signed or stale", async () => {
  const { answers, packet_id, sign, write, read } = await testPacket(door);
  const { items, verdicts, answer_sheets, readiness } = await answers();
  assert.deepEqual(
    items.map(({ order, type, section, required }: Record<string, unknown>) => [
      order,
      type,
      section,
      required,
    ]),
    [
      [1, "text", "First", false],
      [2, "choice", null, true],
      [3, "multi_choice", null, false],
      [4, "boolean", null, false],
      [5, "rating", null, false],
    ],
  );
  assert.deepEqual([items[1].options, "options" in items[0]], [["a", "b"], false]);
  const pending = { walkthrough_version: 1, status: "pending", verdict: null, note: null, signed_at: null };
  const { reviewers } = await read();
  const named = reviewers.map(({ id, name }: Record<string, unknown>) => ({
    reviewer_id: id,
    reviewer_name: name,
  }));
  assert.deepEqual(
    verdicts,
    named.map((one: object) => ({ ...one, ...pending })),
  );
  assert.deepEqual([answer_sheets, readiness], [[], (await read()).readiness]);
  await sign("bo", "approve", { note: "Good" });
  await write("BumpPacket");
  await sign("cy", "abstain");
  const later = await answers();
  assert.deepEqual([later.packet_id, later.walkthrough_version], [packet_id, 2]);
  const shown = later.verdicts.map(
    ({ status, walkthrough_version: version, verdict, note }: Record<string, unknown>) => [
      ...[status, version, verdict, note],
    ],
  );
  assert.deepEqual(shown, [
    ["pending", 2, null, null],
    ["stale", 1, "approve", "Good"],
    ["signed", 2, "abstain", null],
  ]);
  assert.match(later.verdicts[1].signed_at, /^\d{4}-.*\.\d{3}Z$/);
});

test("sheets stand in the order of the reviewers; false and 0 are answers, nothing and blanks are not", async () => {
  const { answers, write } = await testPacket(door);
  const ids = (await answers()).items.map(({ id }: { id: string }) => id) as string[];
  const save = (name: string, values: Record<number, unknown>) =>
    write("AnswerPacket", {
      reviewer: `${name}@members.test`,
      answers: Object.fromEntries(
        Object.entries(values).map(([place, value]) => [ids[Number(place)], value]),
      ),
    });
  assert.equal((await save("bo", { 0: "", 1: null, 2: [], 3: false })).status, 200);
  assert.equal((await save("ada", { 0: "x", 1: "b", 2: ["c", "a"], 3: true, 4: 5 })).status, 200);
  const { answer_sheets: sheets, readiness, verdicts } = await answers();
  const counts = sheets.map(
    ({ reviewer_id: id, answeredCount, total_items: total }: Record<string, unknown>) => [
      ...[id, answeredCount, total],
    ],
  );
  assert.deepEqual(counts, [
    [verdicts[0].reviewer_id, 5, 5],
    [verdicts[1].reviewer_id, 1, 5],
  ]);
  assert.deepEqual(sheets[0].answers[ids[2] ?? ""], ["c", "a"]);
  assert.equal(readiness.state, "not_started");
});
