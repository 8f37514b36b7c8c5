import assert from "node:assert/strict";
import { test } from "node:test";
import { openWhile, shownEdit, withoutCells, withRefusal, type Edit, type Refusal } from "./refused.ts";

/** Cells that were not written, as the page of a table keeps them. */
const cell = (id: string, column: string, value: unknown = "kept"): Edit => ({
  row: { id, data: {}, version: 1 } as Edit["row"],
  column,
  value,
});
const lost = (edit: Edit): Refusal => ({ edit, lost: "not_written", error: new Error("no answer") });

test("a cell has one refusal at most, the last, and another row's cell of the column one of its own", () => {
  const [first, other, last] = [
    lost(cell("a", "note", 1)),
    lost(cell("b", "note")),
    lost(cell("a", "note", 2)),
  ];
  const all = [first, other, last].reduce<readonly Refusal[]>(withRefusal, []);
  assert.deepEqual(all, [other, last]);
});

test("cells that are written since are not offered to be tried again, others of the row are", () => {
  const all = [lost(cell("a", "note")), lost(cell("a", "count")), lost(cell("b", "note"))];
  assert.deepEqual(withoutCells(all, "a", ["note", "email"]), all.slice(1));
  assert.deepEqual(openWhile(all, cell("a", "count")), [all[0], all[2]]);
});

test("what nobody can try again goes with the next write", () => {
  const error = new Error("refused");
  const gone: Refusal[] = [
    { edit: cell("a", "note"), error },
    { edit: cell("b", "note"), lost: "other", error },
  ];
  const open: Refusal = { edit: cell("c", "note"), lost: "unknown", error };
  assert.deepEqual(openWhile([...gone, open], cell("d", "note")), [open]);
});

test("what was written is told as a person reads it, and an emptied cell as an empty text", () => {
  const columns = [
    { name: "who", display_name: "Who", type: "user" },
    { name: "note", display_name: "Note", type: "text" },
  ] as readonly object[] as Parameters<typeof shownEdit>[1];
  const id = "0190cafe-0000-7000-8000-000000000001";
  const told = (edit: Edit) => shownEdit(edit, columns, "UTC", { [id]: "Ada" });
  assert.deepEqual(told(cell("a", "who", id)), { title: "Who", text: "Ada" });
  assert.deepEqual(told(cell("a", "note", null)), { title: "Note", text: "" });
  assert.deepEqual(told(cell("a", "gone", "x")), { title: "gone", text: "x" });
});
