import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestReply, withClient } from "@jst/testing";
import { sheetOf, testSheets } from "../testing/test-sheets.ts";

const { database, door, sheet } = await testSheets();
type Sheet = ReturnType<typeof sheetOf>;

const stage = (...states: string[]) => ({ states, initial: states[0] ?? "" });

/** Executed, and what it answered. */
async function done(reply: Promise<TestReply>): Promise<TestReply> {
  const made = await reply;
  assert.ok(made.status < 300, JSON.stringify(made.body));
  return made;
}

/** The row's transitions, newest first, with the changesets that they belong to. */
async function history({ caller, path }: Sheet, row: TestReply) {
  const reply = await door.call("ListHistory", { caller, path: { ...path, row_id: row.body.id } });
  const entries = reply.body.history as {
    from: string;
    to: string;
    changeset_id: string;
    changed_by: object;
  }[];
  return entries.map(({ from, to, changeset_id: id, changed_by: by }) => ({ move: `${from} ${to}`, id, by }));
}

const movesOf = async (s: Sheet, row: TestReply) => (await history(s, row)).map(({ move }) => move);

test("an undone move is one entry from the present state to the restored one, by who undid it", async () => {
  const transitions = { open: ["busy"], busy: ["done"] };
  const s = await sheet([
    { name: "s", type: "state", options: { ...stage("open", "busy", "done"), transitions } },
  ]);
  const row = await s.row({});
  const begun = await done(s.patch(row.body.id, { s: "busy" }));
  await done(s.patch(row.body.id, { s: "done" }));
  const undone = await done(s.undo(begun, { force: true }));
  assert.deepEqual(await s.cells("s"), ["open"]);
  const [last, ...earlier] = await history(s, row);
  assert.deepEqual(last, {
    move: "done open",
    id: undone.headers["x-changeset-id"],
    by: undone.body.proposed_by,
  });
  assert.deepEqual(
    earlier.map(({ move }) => move),
    ["busy done", "open busy", "null open"],
  );
});

test("an undo that meets a state which is none any more leaves the cell, and no entry of moves that never were", async () => {
  const s = await sheet([{ name: "s", type: "state", options: stage("open", "busy", "done") }]);
  const row = await s.row({ s: "busy" });
  const moved = await done(s.patch(row.body.id, { s: "done" }));
  await done(s.update("s", { options: stage("open", "done") }));
  assert.equal((await s.undo(moved)).status, 409);
  await done(s.undo(moved, { force: true }));
  assert.deepEqual([await s.cells("s"), await movesOf(s, row)], [["done"], ["busy done", "null busy"]]);
});

test("a state that is none any more and gives way to the default is one entry", async () => {
  const s = await sheet([{ name: "s", type: "state", required: true, options: stage("open", "busy") }]);
  const row = await s.row({ s: "busy" });
  await done(s.update("s", { options: stage("open", "done"), default: "open", force: true }));
  assert.deepEqual([await s.cells("s"), await movesOf(s, row)], [["open"], ["busy open", "null busy"]]);
});

test("one undo that writes rows of two tables keeps the moves of those that have states", async () => {
  const s = await sheet([{ name: "s", type: "state", options: stage("open", "busy") }]);
  const relation = { table_id: s.path.table_id, display_column: "s" };
  const body = { display_name: "Tasks", columns: [{ name: "of", type: "relation", relation }] };
  const { caller } = s;
  const tasks = sheetOf(door, caller, (await done(door.call("CreateTable", { caller, body }))).body.id);
  const target = await done(s.row({ s: "busy" }));
  const rows = [target, await done(s.row({}))];
  const named = Array.from({ length: 300 }, () => ({ data: { of: target.body.id } }));
  await done(door.call("BatchRows", { caller, path: tasks.path, body: { rows: named } }));
  const removed = await done(s.remove("s", { query: "force=true" }));
  // The rows are then read in the order in which they are stored, the others first.
  await withClient(database.superuserUrl, (client) => client.query("analyze data.rows"));
  await done(s.undo(removed));
  assert.deepEqual(await s.cells("s"), ["busy", "open"]);
  for (const [i, state] of ["busy", "open"].entries())
    assert.deepEqual(await movesOf(s, rows[i] ?? target), [
      `null ${state}`,
      `${state} null`,
      `null ${state}`,
    ]);
});
