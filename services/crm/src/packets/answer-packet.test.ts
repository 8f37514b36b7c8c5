import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { testPacket } from "../testing/test-packets.ts";

const { door } = await testCrm();

/** A packet whose items are answered by their places. */
async function sheets() {
  const packet = await testPacket(door);
  const ids = (await packet.answers()).items.map(({ id }: { id: string }) => id) as string[];
  const save = (values: Record<string, unknown>, reviewer = "ada@members.test") =>
    packet.write("AnswerPacket", {
      reviewer,
      answers: Object.fromEntries(
        Object.entries(values).map(([place, value]) => [ids[Number(place)] ?? place, value]),
      ),
    });
  return { ...packet, ids, save };
}

test("a sheet takes the place of the one before, and neither signs nor moves the packet", async () => {
  const { save, answers, read } = await sheets();
  assert.equal((await save({ 0: "one", 3: true })).status, 200);
  assert.equal((await save({ 4: 3 })).status, 200);
  const { answer_sheets: stored } = await answers();
  assert.deepEqual([stored.length, Object.values(stored[0].answers), stored[0].answeredCount], [1, [3], 1]);
  assert.deepEqual([(await read()).version, (await read()).readiness.signed], [1, 0]);
});

test("every invalid answer is named; nothing of the sheet is stored then", async () => {
  const { save, answers, ids } = await sheets();
  const { status, body } = await save({
    ...{ 0: 7, 1: "c", 2: ["a", "a"], 3: "true", 4: 2.5 },
    ...{ [randomUUID()]: "x", constructor: "y" },
  });
  const named = body.errors.map(({ field, code }: Record<string, string>) => [
    field?.replace("answers.", ""),
    code,
  ]);
  assert.equal(status, 422);
  assert.deepEqual(named.slice(0, 5), [
    [ids[0], "type_mismatch"],
    [ids[1], "invalid_option"],
    [ids[2], "invalid_option"],
    [ids[3], "type_mismatch"],
    [ids[4], "out_of_range"],
  ]);
  assert.deepEqual(
    named.slice(5).map(([, code]: string[]) => code),
    ["unknown_field", "unknown_field"],
  );
  for (const values of [
    { 4: 0 },
    { 4: 6 },
    { 1: ["a"] },
    { 2: "a" },
    { 2: [null] },
    { 0: "x".repeat(10_001) },
  ])
    assert.equal((await save(values)).status, 422, JSON.stringify(values).slice(0, 50));
  assert.deepEqual((await answers()).answer_sheets, []);
});

test("saved by a reviewer ten times at once there is one sheet, one of the ten", async () => {
  const { save, answers } = await sheets();
  const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => save({ 0: `text ${n}` })));
  for (const { status } of replies) assert.equal(status, 200);
  assert.equal((await answers()).answer_sheets.length, 1);
});

test("a stranger's sheet and one of a closed packet are refused", async () => {
  const { save, write, answers } = await sheets();
  assert.equal((await save({ 0: "x" }, "dee@members.test")).status, 422);
  await write("EditPacket", { status: "closed" });
  assert.equal((await save({ 0: "x" })).body.code, "invalid_state_transition");
  assert.deepEqual((await answers()).answer_sheets, []);
});
