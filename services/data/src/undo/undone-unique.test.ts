import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal, testSheets } from "../testing/test-sheets.ts";

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
  const reason = `The row ${holder} has this value of c.`;
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
  const reason = `The row ${holder} has this value of c.`;
  for (const force of [false, true]) {
    const refused = await s.undo(deleted, { force });
    const expected = [{ resource: "rows", id, fields: ["data.c"], reason }];
    assert.deepEqual([refusal(refused), refused.body.conflicts], [conflict, expected]);
  }
});
