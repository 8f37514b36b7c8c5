import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { door, sheet } = await testSheets();
const conflict = [409, "changeset_conflict"];
const unique = (name: string) => ({ name, type: "text", unique: true });

test("a value that another row has by now is one conflict, of the row that had it: its column, and who has it", async () => {
  const s = await sheet([unique("k"), unique("c")]);
  const write = (letter: string) => {
    const rows = [1, 2, 3, 4, 5].map((n) => ({ data: { k: `k${n}`, c: `${letter}${n}` } }));
    return door.call("BatchRows", { ...s, body: { upsert_on: "k", rows } });
  };
  const { rows } = (await write("c")).body as { rows: { id: string }[] };
  const changed = await write("d");
  const holder = (await s.row({ k: "z", c: "c3" })).body.id as string;
  const reason = `The row ${holder} already has this value of c.`;
  for (const force of [false, true]) {
    const refused = await s.undo(changed, { force });
    const expected = [{ resource: "rows", id: rows[2]?.id, fields: ["data.c"], reason }];
    assert.deepEqual([refusal(refused), refused.body.conflicts], [conflict, expected]);
  }
});

test("a deleted row whose value another row has by now says of which column, and who has it", async () => {
  const s = await sheet([unique("a"), unique("c")]);
  const { id } = (await s.row({ a: "x", c: "y" })).body as { id: string };
  const deleted = await door.call("DeleteRow", { caller: s.caller, path: { ...s.path, row_id: id } });
  const holder = (await s.row({ c: "y" })).body.id as string;
  const reason = `The row ${holder} already has this value of c.`;
  for (const force of [false, true]) {
    const refused = await s.undo(deleted, { force });
    const expected = [{ resource: "rows", id, fields: ["data.c"], reason }];
    assert.deepEqual([refusal(refused), refused.body.conflicts], [conflict, expected]);
  }
});

test("a column is not unique again while rows share a value; by force it stays as it is", async () => {
  const s = await sheet([unique("a")], [{ a: "x" }]);
  const changed = await s.update("a", { unique: false });
  await s.row({ a: "x" });
  const refused = await s.undo(changed);
  const reason = "Two rows have the same value of a. Change one of them first.";
  const expected = [{ resource: "columns", id: await s.column("a"), fields: ["unique"], reason }];
  assert.deepEqual([refusal(refused), refused.body.conflicts], [conflict, expected]);
  assert.equal((await s.undo(changed, { force: true })).status, 200);
  assert.equal((await s.row({ a: "x" })).status, 201);
});

/** A column of numbers that becomes one of texts, with a text since that is another's number. */
async function alike(settings: object) {
  const s = await sheet([{ name: "n", type: "number", unique: true }], [{ n: 1 }]);
  const changed = await s.update("n", { type: "text", ...settings });
  await s.row({ n: "1.0" });
  return { s, changed };
}

/** Refused because of one cell of n. */
function assertTaken(refused: TestReply): void {
  const { conflicts = [] } = refused.body as { conflicts?: { fields: string[]; reason: string }[] };
  assert.deepEqual([refusal(refused), conflicts.map(({ fields }) => fields)], [conflict, [["data.n"]]]);
  assert.match(conflicts[0]?.reason ?? "", /^The row [-0-9a-f]{36} already has this value of n\.$/);
}

test("cells that the former type makes alike keep a column from being unique again; by force it is of the type alone", async () => {
  const { s, changed } = await alike({ unique: false });
  assertTaken(await s.undo(changed));
  assert.equal((await s.undo(changed, { force: true })).status, 200);
  assert.deepEqual(await s.cells("n"), [1, 1]);
});

test("cells that the former type makes alike are a conflict where the column is unique, which force does not help", async () => {
  const { s, changed } = await alike({});
  for (const force of [false, true]) assertTaken(await s.undo(changed, { force }));
  assert.deepEqual(await s.cells("n"), ["1", "1.0"]);
});
