import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf, consented } from "./column-body.ts";
import { draftOf } from "./column-draft.ts";

const stage = {
  ...({ type: "select", relation: null } as const),
  options: {
    options: [
      { value: "a", label: "First" },
      { value: "b", label: "b" },
    ],
  },
};

test("a column that becomes one of some choices keeps its choices, and so does one that goes back", () => {
  for (const [from, to] of [
    ["select", "multi_select"],
    ["multi_select", "select"],
  ] as const) {
    const column = { ...stage, type: from };
    const change = changesOf(column, { ...draftOf(column), type: to }, {});
    assert.deepEqual(change, { type: to, options: stage.options });
  }
});

test("unchanged settings make no change", () => {
  assert.deepEqual(changesOf(stage, draftOf(stage), { required: true }), { required: true });
});

test("consent holds for the change that was refused, and for no other", () => {
  const change = { type: "number", force: true } as const;
  assert.deepEqual(consented(change, { type: "number" }), change);
  assert.deepEqual(consented({ ...change, type: "date" }, { type: "number" }), { type: "date" });
  assert.deepEqual(consented(change, undefined), { type: "number" });
});
