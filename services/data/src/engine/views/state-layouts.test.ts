import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal } from "../../testing/test-sheets.ts";
import { assertOk } from "../../testing/test-trash.ts";
import { taskColumns, testViews } from "../../testing/test-views.ts";

const { tasks } = await testViews();
const layout = { primary_column: "title", state_column: "stage", sections: [], actions: [] };
const states = taskColumns.find(({ name }) => name === "stage")?.options;

/** A table with a view whose layout has a state column, and what is shown of that. */
async function reviewed() {
  const s = await tasks([{ title: "a" }]);
  const id = await s.saved({ name: "Review", record_review_layout: layout });
  const shown = async () => {
    const { status, body } = await s.read(id, "", { headers: { "if-none-match": '"1"' } });
    return [status, body.record_review_layout?.state_column];
  };
  const use = { kind: "view", table_id: s.path.table_id, id, name: "Review" };
  const path = `/api/v1/data/tables/${s.path.table_id}/views/${id}`;
  return { s, id, shown, impact: [{ ...use, path }] };
}

test("a view with a state column is 304 to whom knows it, until the columns of its table change", async () => {
  const { s, id } = await reviewed();
  const asked = async (etag: string) => (await s.read(id, "", { headers: { "if-none-match": etag } })).status;
  assert.equal(await asked('"1"'), 304);
  assertOk(await s.create({ name: "more", type: "text" }));
  assert.equal(await asked('"1"'), 200);
  assertOk(await s.change(id, { name: "Other" }));
  assert.equal(await asked('"2"'), 304);
});

test("a view whose layout needs the state column is told before the column is deleted or of another type", async () => {
  const { s, shown, impact } = await reviewed();
  for (const refused of [await s.remove("stage"), await s.update("stage", { type: "text" })])
    assert.deepEqual([refusal(refused), refused.body.impact], [[409, "column_in_use"], impact]);
  assertOk(
    await s.update("stage", {
      options: { states: ["open", "done"], initial: "open" },
      display_name: "Stage",
    }),
  );
  assert.deepEqual(await shown(), [200, "stage"]);
});

test("a layout shows no state column while its type differs, and shows it again afterwards", async () => {
  for (const back of ["undone", "changed"]) {
    const { s, shown } = await reviewed();
    const left = await s.update("stage", { type: "text" }, { query: "force=true" });
    assertOk(left);
    assert.deepEqual(await shown(), [200, null]);
    const returned = back === "undone" ? s.undo(left) : s.update("stage", { type: "state", options: states });
    assertOk(await returned);
    assert.deepEqual(await shown(), [200, "stage"], back);
  }
});

test("a layout whose state column is of another type is taken as it is shown", async () => {
  const { s, id } = await reviewed();
  assertOk(await s.update("stage", { type: "text" }, { query: "force=true" }));
  const { record_review_layout } = (await s.read(id)).body;
  assertOk(await s.change(id, { record_review_layout }));
});

test("a column that an undo would make none is told by the layout that has come to need it", async () => {
  const { s, id, shown } = await reviewed();
  assertOk(await s.update("title", { type: "text", display_name: "Title" }));
  const made = await s.update("title", { type: "state", options: { states: ["a", "b"], initial: "a" } });
  assertOk(made, await s.change(id, { record_review_layout: { ...layout, state_column: "title" } }));
  const refused = await s.undo(made);
  const reason = "The view Review needs its state column.";
  assert.deepEqual(
    [refusal(refused), refused.body.conflicts],
    [[409, "changeset_conflict"], [{ resource: "views", id, fields: [], reason }]],
  );
  assertOk(await s.undo(made, { force: true }));
  assert.deepEqual(await shown(), [200, null]);
});
