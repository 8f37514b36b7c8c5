import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf } from "./choice-faults.ts";
import { newChoice } from "./column-draft.ts";

const [nameless, first, second] = ["", "First", "Second"].map((name) => ({ ...newChoice(name), name }));
assert.ok(nameless && first && second);
const sent = [first, nameless, second];

test("a fault of a choice or a state stands at the one that was sent in that place", () => {
  assert.equal(placeOf("options.options.1.value", sent), second);
  assert.equal(placeOf("options.states.0", sent), first);
});

test("a fault of all choices stands at their list, one of anything else at no choice", () => {
  assert.equal(placeOf("options.states", sent), sent);
  for (const field of [
    "options.options.2.label",
    "options.statess",
    "options.options.1x",
    "options.initial",
    "x",
  ])
    assert.equal(placeOf(field, sent), undefined, field);
});
