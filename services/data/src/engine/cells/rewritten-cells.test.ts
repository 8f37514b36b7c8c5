import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, type TestReply } from "@jst/testing";
import { ROW_BYTES_MAX } from "../types/row-bytes.ts";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { door, sheet } = await testSheets();
type Sheet = Awaited<ReturnType<typeof sheet>>;

/** A second table whose column `who` shows the rows of the sheet by their `name`. */
async function showing(s: Sheet, columns: object[] = []) {
  const relation = { table_id: s.path.table_id, display_column: "name" };
  const who = { name: "who", type: "relation", relation };
  const body = { display_name: "Tasks", columns: [who, ...columns] };
  const made = await door.call("CreateTable", { caller: s.caller, body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const path = { table_id: made.body.id as string };
  return {
    row: (data: object) => door.call("CreateRow", { caller: s.caller, path, body: { data } }),
    get: async (row_id: string) =>
      (await door.call("GetRow", { caller: s.caller, path: { ...path, row_id } })).body,
  };
}

/** Value of a column of type updated_by after a write of the caller. */
const writerOf = (caller: Sheet["caller"]) => ({ type: "service", id: caller.token_id });

function assertStatus(expected: number, ...replies: TestReply[]): void {
  for (const reply of replies) assert.equal(reply.status, expected, JSON.stringify(reply.body));
}

test("who changes a column so that cells are written is who wrote the rows last", async () => {
  const changes: Record<string, (s: Sheet, more: object) => Promise<TestReply>> = {
    "a default of a new column": (s, more) =>
      door.call("CreateColumn", { ...s, ...more, body: { name: "b", type: "text", default: "x" } }),
    "numbers of a new column": (s, more) =>
      door.call("CreateColumn", { ...s, ...more, body: { name: "b", type: "autonumber" } }),
    "a default of a required column": (s, more) => s.update("empty", { required: true, default: "x" }, more),
    "another type": (s, more) => s.update("n", { type: "text" }, more),
    "a deletion": (s, more) => s.remove("n", more),
  };
  for (const [what, change] of Object.entries(changes)) {
    const s = await sheet(
      [
        { name: "n", type: "number" },
        { name: "empty", type: "text" },
        { name: "writer", type: "updated_by" },
      ],
      [{ n: 1 }],
    );
    const other = testCaller({ team_id: s.caller.team_id });
    assertStatus(what.includes("new") ? 201 : 200, await change(s, { caller: other }));
    assert.deepEqual(await s.cells("writer"), [writerOf(other)], what);
  }
});

test("who deletes what a relation shows, and so writes its texts, is who wrote the rows last", async () => {
  const s = await sheet([{ name: "name", type: "text" }]);
  const tasks = await showing(s, [{ name: "writer", type: "updated_by" }]);
  const task = await tasks.row({ who: (await s.row({ name: "Ada" })).body.id });
  const other = testCaller({ team_id: s.caller.team_id });
  assertStatus(200, await s.remove("name", { caller: other, query: "force=true" }));
  const { data } = await tasks.get(task.body.id);
  assert.deepEqual([data.who, data.writer], ["Ada", writerOf(other)]);
});

/** Columns of a row that is as large as a row may be. */
const wide = [
  { name: "n", type: "number" },
  { name: "meta", type: "json" },
  { name: "empty", type: "text" },
];
const widest = { n: 1, meta: "y".repeat(ROW_BYTES_MAX - '{"n": 1, "meta": ""}'.length) };

test("a change of columns that makes any row larger than a row may be is refused, and nothing moves", async () => {
  const changes: Record<string, (s: Sheet) => Promise<TestReply>> = {
    "a default of a new column": (s) => s.create({ name: "b", type: "text", default: "x" }),
    "numbers of a new column": (s) => s.create({ name: "b", type: "autonumber" }),
    "a default of a required column": (s) => s.update("empty", { required: true, default: "x" }),
    "another type": (s) => s.update("n", { type: "text" }),
  };
  const s = await sheet(wide, [{ n: 2 }]);
  const made = await s.row(widest);
  assertStatus(201, made);
  for (const [what, change] of Object.entries(changes))
    assert.deepEqual(refusal(await change(s)), [422, "validation_failed", "data too_large"], what);
  assert.deepEqual(await s.cells("n"), [2, 1]);
  const patched = await s.patch(made.body.id, { n: 3 });
  assertStatus(200, patched);
  assert.equal(patched.body.version, 2);
  assertStatus(200, await s.patch(made.body.id, { meta: null }), await s.update("n", { type: "text" }));
});

test("a column is not deleted while its texts, shown by a relation, make a row larger than a row may be", async () => {
  const s = await sheet([{ name: "name", type: "text" }]);
  const tasks = await showing(s, [{ name: "meta", type: "json" }]);
  const who = (await s.row({ name: "n".repeat(80_000) })).body.id as string;
  const task = await tasks.row({ who, meta: "y".repeat(ROW_BYTES_MAX - 70_000) });
  assertStatus(201, task);
  const refused = await s.remove("name", { query: "force=true" });
  assert.deepEqual(refusal(refused), [422, "validation_failed", "data too_large"]);
  assert.equal((await tasks.get(task.body.id)).data.who, who);
});
