import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { ROW_BYTES_MAX } from "../types/row-bytes.ts";
import { refusal, sheetOf, testSheets } from "../../testing/test-sheets.ts";

const { door, sheet } = await testSheets();
type Sheet = ReturnType<typeof sheetOf>;

/** Executed, and what it answered. */
async function done(reply: Promise<TestReply>): Promise<TestReply> {
  const made = await reply;
  assert.ok(made.status < 300, JSON.stringify(made.body));
  return made;
}

/** Cells of a row that is nearly as large as a row may be. */
const nearly = (spare: number) => ({ meta: "y".repeat(ROW_BYTES_MAX - spare) });

/** Refused as a conflict of this row's cell, and nothing has moved. */
async function assertTold(s: Sheet, made: TestReply, id: string, name: string): Promise<void> {
  const cells = await s.cells(name);
  const refused = await s.undo(made);
  assert.deepEqual(refusal(refused), [409, "changeset_conflict"], JSON.stringify(refused.body));
  const told = refused.body.conflicts.map((one: object) => ({ ...one, reason: undefined }));
  assert.deepEqual(told, [{ resource: "rows", id, fields: [`data.${name}`], reason: undefined }]);
  assert.deepEqual(await s.cells(name), cells);
}

test("an undone change of a type with which a row would be too large is a conflict; by force that cell is emptied", async () => {
  const s = await sheet([
    { name: "d", type: "datetime" },
    { name: "meta", type: "json" },
  ]);
  const changed = await done(s.update("d", { type: "date" }));
  const full = await done(s.row({ d: "2026-01-01", ...nearly(40) }));
  await done(s.row({ d: "2026-01-01" }));
  await assertTold(s, changed, full.body.id, "d");
  await done(s.undo(changed, { force: true }));
  assert.deepEqual(await s.cells("d"), [null, "2026-01-01T00:00:00.000Z"]);
});

test("a default that no longer fits a row does not make its column required again, also by force", async () => {
  const s = await sheet([
    { name: "a", type: "text", required: true, default: "x".repeat(200) },
    { name: "meta", type: "json" },
  ]);
  const changed = await done(s.update("a", { required: false }));
  const full = await done(s.row({ a: null, ...nearly(100) }));
  await assertTold(s, changed, full.body.id, "a");
  await done(s.undo(changed, { force: true }));
  assert.deepEqual(await s.cells("a"), [null]);
  await done(s.patch(full.body.id, { a: null }));
});

test("an undone column whose texts, shown by a relation, make a row too large is a conflict", async () => {
  const s = await sheet([{ name: "b", type: "text" }]);
  const made = await done(s.create({ name: "n", type: "text" }));
  const relation = { table_id: s.path.table_id, display_column: "n" };
  const columns = [
    { name: "of", type: "relation", relation },
    { name: "meta", type: "json" },
  ];
  const { caller } = s;
  const body = { display_name: "Tasks", columns };
  const tasks = sheetOf(door, caller, (await done(door.call("CreateTable", { caller, body }))).body.id);
  const of = (await done(s.row({ n: "n".repeat(1_000) }))).body.id as string;
  await done(tasks.row({ of, ...nearly(100) }));
  for (const force of [false, true]) {
    const refused = await s.undo(made, { force });
    assert.deepEqual(refusal(refused), [409, "changeset_conflict"], JSON.stringify(refused.body));
  }
  assert.deepEqual(await tasks.cells("of"), [of]);
});

test("numbers that no longer fit into a row stay a conflict, also by force", async () => {
  const s = await sheet([
    { name: "n", type: "autonumber" },
    { name: "meta", type: "json" },
  ]);
  const removed = await done(s.remove("n"));
  await done(s.row(nearly('{"meta": ""}'.length)));
  for (const force of [false, true]) {
    const refused = await s.undo(removed, { force });
    assert.deepEqual(refusal(refused), [409, "changeset_conflict"], JSON.stringify(refused.body));
  }
});
