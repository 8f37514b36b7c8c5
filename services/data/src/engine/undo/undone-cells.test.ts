import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { sheet } = await testSheets();

/** Executed, and what it answered. */
async function done(reply: Promise<TestReply>): Promise<TestReply> {
  const made = await reply;
  assert.ok(made.status < 300, JSON.stringify(made.body));
  return made;
}

test("an undone patch brings back to a column of members no id that was written while it was text", async () => {
  const s = await sheet([{ name: "u", type: "user" }]);
  const [ada, bo] = [randomUUID(), randomUUID()];
  const row = await s.row({ u: ada });
  const moved = await done(s.patch(row.body.id, { u: bo }));
  const changed = await done(s.update("u", { type: "text" }));
  await done(s.patch(row.body.id, { u: randomUUID() }));
  const cleared = await done(s.patch(row.body.id, { u: null }));
  await done(s.undo(changed));
  const refused = await s.undo(cleared);
  assert.deepEqual(refusal(refused), [409, "changeset_conflict"], JSON.stringify(refused.body));
  assert.deepEqual(refused.body.conflicts, [{ resource: "rows", id: row.body.id, fields: ["data.u"] }]);
  await done(s.undo(cleared, { force: true }));
  assert.deepEqual(await s.cells("u"), [null]);
  // One that was checked when it was written comes back.
  await done(s.undo(moved, { force: true }));
  assert.deepEqual(await s.cells("u"), [ada]);
});

test("a cell comes back to no column that was deleted when it was written and has its name again", async () => {
  const s = await sheet([
    { name: "u", type: "user" },
    { name: "b", type: "text" },
  ]);
  const row = await s.row({ b: "x" });
  const removed = await done(s.remove("u"));
  await done(s.create({ name: "u", type: "text" }));
  await done(s.patch(row.body.id, { u: randomUUID() }));
  const cleared = await done(s.patch(row.body.id, { u: null, b: "y" }));
  await done(s.remove("u"));
  await done(s.undo(removed));
  await done(s.undo(cleared));
  assert.deepEqual([await s.cells("u"), await s.cells("b")], [[null], ["x"]]);
});

test("a cell comes back to its column that was deleted and brought back in between", async () => {
  const s = await sheet([{ name: "u", type: "user" }]);
  const ada = randomUUID();
  const row = await s.row({ u: ada });
  const cleared = await done(s.patch(row.body.id, { u: null }));
  await done(s.undo(await done(s.remove("u"))));
  await done(s.undo(cleared));
  assert.deepEqual(await s.cells("u"), [ada]);
});
