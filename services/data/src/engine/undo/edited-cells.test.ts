import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestReply } from "@jst/testing";
import { linkedSheets } from "../../testing/linked-sheets.ts";
import { refusal, testSheets } from "../../testing/test-sheets.ts";
import { assertOk } from "../../testing/test-trash.ts";

const sheets = await testSheets();
const { sheet } = sheets;
const conflict = [409, "changeset_conflict"];
const choices = (...values: string[]) => ({ options: { options: values.map((value) => ({ value })) } });

/** The fields that keep a change from being taken back. */
function fieldsOf(refused: TestReply): string[][] {
  assert.deepEqual(refusal(refused), conflict, JSON.stringify(refused.body));
  return (refused.body.conflicts as { fields: string[] }[]).map(({ fields }) => fields);
}

/** A row whose every cell a change of columns has written since it was made. */
async function rewritten() {
  const s = await sheet([
    { name: "a", type: "number" },
    { name: "b", type: "select", ...choices("x", "y") },
    { name: "c", type: "text" },
    { name: "d", type: "text" },
  ]);
  const made = await s.row({ a: 1, b: "x", c: "c" });
  assertOk(
    made,
    await s.create({ name: "new", type: "text", default: "d" }),
    await s.create({ name: "n", type: "autonumber" }),
    await s.update("a", { type: "text" }),
    await s.update("b", choices("y"), { query: "force=true" }),
    await s.update("d", { required: true, default: "filled" }),
    await s.remove("c"),
  );
  return { s, made };
}

test("a row whose cells only changes of columns have written since it was made is unmade without force", async () => {
  const { s, made } = await rewritten();
  assertOk(await s.undo(made));
  assert.deepEqual(await s.cells("a"), []);
});

test("what somebody has written since is an edit also between changes of its column", async () => {
  const { s, made } = await rewritten();
  assertOk(await s.patch(made.body.id, { a: "2", new: "e" }), await s.update("a", { type: "integer" }));
  assert.deepEqual(fieldsOf(await s.undo(made)), [["data.a", "data.new"]]);
  assert.deepEqual(await s.cells("a"), [2]);
  assertOk(await s.undo(made, { force: true }));
});

test("a row whose links the deletion of their targets has cleared is unmade without force", async () => {
  for (const cardinality of ["one", "many"] as const) {
    const { s, person, remove } = await linkedSheets(sheets, cardinality, "clear");
    const [ada, bo] = [await person(), await person()];
    const made = await s.row({ who: cardinality === "one" ? ada : [ada, bo] });
    assertOk(await remove(ada));
    assertOk(await s.undo(made));
    assert.deepEqual(await s.cells("who"), []);
  }
});

test("a written cell goes back though its column has changed its type since, but not where the column is gone", async () => {
  const s = await sheet(
    [
      { name: "a", type: "number" },
      { name: "b", type: "text" },
    ],
    [{}],
  );
  const row = await s.row({ a: 1, b: "x" });
  const patched = await s.patch(row.body.id, { a: 2 });
  const other = await s.patch(row.body.id, { b: "y" });
  const removed = await s.remove("b");
  assertOk(await s.update("a", { type: "text" }), await s.undo(patched), removed);
  assert.deepEqual(await s.cells("a"), [null, "1"]);
  assert.deepEqual(fieldsOf(await s.undo(other)), [["data.b"]]);
  assertOk(await s.undo(removed), await s.undo(other));
  assert.deepEqual(await s.cells("b"), [null, "x"]);
});
