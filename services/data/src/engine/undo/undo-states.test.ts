import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestReply, withClient } from "@jst/testing";
import { sheetOf, testSheets } from "../../testing/test-sheets.ts";
import { fillTrash, MANY, rowOf } from "../../testing/test-trash.ts";

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

test("an undo of a state that is no longer declared leaves the cell, and adds no history entry", async () => {
  const s = await sheet([{ name: "s", type: "state", options: stage("open", "busy", "done") }]);
  const row = await s.row({ s: "busy" });
  const moved = await done(s.patch(row.body.id, { s: "done" }));
  await done(s.update("s", { options: stage("open", "done") }));
  assert.equal((await s.undo(moved)).status, 409);
  await done(s.undo(moved, { force: true }));
  assert.deepEqual([await s.cells("s"), await movesOf(s, row)], [["done"], ["busy done", "null busy"]]);
});

test("a state that is no longer declared and is replaced by the default makes one entry", async () => {
  const s = await sheet([{ name: "s", type: "state", required: true, options: stage("open", "busy") }]);
  const row = await s.row({ s: "busy" });
  await done(s.update("s", { options: stage("open", "done"), default: "open", force: true }));
  assert.deepEqual([await s.cells("s"), await movesOf(s, row)], [["open"], ["busy open", "null busy"]]);
});

test("a column that was text for a while goes on from the state it had, never from a text", async () => {
  const s = await sheet([{ name: "s", type: "state", options: stage("a", "b", "c") }]);
  const rows = [await s.row({ s: "b" }), await s.row({ s: "b" }), await s.row({ s: "b" }), await s.row({})];
  const all = () => Promise.all(rows.map((row) => movesOf(s, row)));
  await done(s.update("s", { type: "text" }));
  await done(s.patch(rows[0]?.body.id, { s: "c" }));
  await done(s.patch(rows[1]?.body.id, { s: "zz" }));
  await done(s.patch(rows[1]?.body.id, { s: "zzz" }));
  const back = await done(s.update("s", { type: "state", options: stage("a", "b", "c"), force: true }));
  assert.deepEqual(await s.cells("s"), ["c", null, "b", "a"]);
  const resumed = [["b c", "null b"], ["b null", "null b"], ["null b"], ["null a"]];
  assert.deepEqual(await all(), resumed);
  const [last] = await history(s, rows[0] ?? back);
  assert.equal(last?.id, back.headers["x-changeset-id"]);
  await done(s.patch(rows[0]?.body.id, { s: "a" }));
  assert.deepEqual((await all())[0], ["c a", "b c", "null b"]);
});

test("an undo by which a text becomes a state again goes on from the state it had, never from a text", async () => {
  const s = await sheet([{ name: "s", type: "state", options: stage("a", "b", "c") }]);
  const rows = [await s.row({ s: "b" }), await s.row({ s: "b" }), await s.row({ s: "b" })];
  const left = await done(s.update("s", { type: "text" }));
  await done(s.patch(rows[0]?.body.id, { s: "zz" }));
  await done(s.patch(rows[1]?.body.id, { s: "c" }));
  await done(s.undo(left, { force: true }));
  assert.deepEqual(await s.cells("s"), [null, "c", "b"]);
  assert.deepEqual(await Promise.all(rows.map((row) => movesOf(s, row))), [
    ["b null", "null b"],
    ["b c", "null b"],
    ["null b"],
  ]);
});

test("a text column that becomes a state tells where each row began, as a new one does, and filled cells too", async () => {
  const s = await sheet([{ name: "s", type: "text" }]);
  const rows = [await s.row({ s: "a" }), await s.row({}), await s.row({ s: "zz" })];
  await done(s.remove("s", { query: "force=true" }).then((removed) => s.undo(removed)));
  const options = stage("a", "b");
  await done(s.update("s", { type: "state", options, required: true, default: "b", force: true }));
  assert.deepEqual(await s.cells("s"), ["a", "b", "b"]);
  for (const [i, move] of ["null a", "null b", "null b"].entries())
    assert.deepEqual(await movesOf(s, rows[i] ?? assert.fail()), [move]);
});

test("a state that becomes another type and back, rewritten both times, has no entries for values of the other type", async () => {
  const s = await sheet([{ name: "s", type: "state", options: stage("a", "b") }]);
  const row = await s.row({ s: "b" });
  const options = { options: [{ value: "a" }, { value: "b" }] };
  const left = await done(s.update("s", { type: "multi_select", options }));
  assert.deepEqual(await s.cells("s"), [["b"]]);
  await done(s.undo(left));
  assert.deepEqual([await s.cells("s"), await movesOf(s, row)], [["b"], ["null b"]]);
});

test("a deleted row whose cell is set aside as its column becomes a state has not begun with it", async () => {
  const s = await sheet([{ name: "s", type: "text" }], [{ s: "a" }]);
  const row = await s.row({ s: "none of them" });
  await done(rowOf(door, s, row.body.id as string).drop());
  await fillTrash(database, s, MANY, { s: "none of them" });
  await done(s.update("s", { type: "state", options: stage("a") }));
  assert.deepEqual([await s.cells("s"), await movesOf(s, row)], [["a"], []]);
});

for (const how of ["it is restored", "its deletion is undone"])
  test(`a row whose text was set aside as its column became a state begins with the state that it has when ${how}`, async () => {
    const s = await sheet([{ name: "s", type: "text" }], [{ s: "a" }]);
    const rows = [await s.row({ s: "a" }), await s.row({ s: "none of them" })];
    const dropped: TestReply[] = [];
    for (const row of rows) dropped.push(await done(rowOf(door, s, row.body.id as string).drop()));
    await fillTrash(database, s, MANY, { s: "none of them" });
    await done(s.update("s", { type: "state", options: stage("a") }));
    for (const [i, row] of rows.entries())
      await done(
        how === "it is restored"
          ? rowOf(door, s, row.body.id as string).restore()
          : s.undo(dropped[i] ?? assert.fail()),
      );
    assert.deepEqual(await s.cells("s"), ["a", "a", null]);
    assert.deepEqual(await Promise.all(rows.map((row) => movesOf(s, row))), [["null a"], []]);
  });

for (const [which, amount] of Object.entries({ few: 1, "too many to be changed with columns": MANY }))
  test(`among ${which} deleted rows one that gets back a state goes on from the state it had, never from another cell`, async () => {
    const s = await sheet([{ name: "s", type: "state", options: stage("a", "b") }]);
    const row = await s.row({ s: "b" });
    const { drop, restore } = rowOf(door, s, row.body.id as string);
    await fillTrash(database, s, amount, { s: "a" });
    const states = await done(s.remove("s", { query: "force=true" }));
    await done(s.create({ name: "s", type: "integer" }));
    await done(s.patch(row.body.id, { s: 5 }));
    await done(drop());
    await done(s.remove("s"));
    await done(s.undo(states));
    await done(restore());
    assert.deepEqual([await s.cells("s"), await movesOf(s, row)], [["b"], ["null b", "b null", "null b"]]);
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
