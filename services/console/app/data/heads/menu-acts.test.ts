import assert from "node:assert/strict";
import { test } from "node:test";
import { actText, menuActs } from "./menu-acts.ts";

const field = { name: "title", display_name: "Title", type: "text" as const, options: {} };
const facts = { index: 0, frozen: 1, isNarrow: false, mayWrite: true, mayRemove: true };

test("a menu has what the person may do, and nothing else", () => {
  assert.deepEqual(menuActs(facts), {
    rows: ["ascending", "descending", "filter"],
    view: ["hide", "unfreeze"],
    column: ["edit", "left", "right", "remove"],
  });
  assert.deepEqual(menuActs({ ...facts, mayRemove: false }).column, ["edit", "left", "right"]);
  assert.deepEqual(menuActs({ ...facts, mayWrite: false, mayRemove: false }).column, []);
});

test("one of the first ten columns is frozen or unfrozen, and none on a narrow grid", () => {
  assert.deepEqual(menuActs({ ...facts, index: 2 }).view, ["hide", "freeze"]);
  assert.deepEqual(menuActs({ ...facts, index: 2, frozen: 3 }).view, ["hide", "unfreeze"]);
  assert.deepEqual(menuActs({ ...facts, index: 10 }).view, ["hide"]);
  assert.deepEqual(menuActs({ ...facts, isNarrow: true }).view, ["hide"]);
});

test("an order is called by the type of the column", () => {
  assert.equal(actText("ascending", field), "Sort A to Z");
  assert.equal(actText("descending", { ...field, type: "currency" }), "Sort 9 to 1");
  assert.equal(actText("ascending", { ...field, type: "boolean" }), "Sort ascending");
  assert.equal(actText("descending", { ...field, type: "datetime" }), "Sort latest first");
  assert.equal(actText("hide", field), "Hide");
});
