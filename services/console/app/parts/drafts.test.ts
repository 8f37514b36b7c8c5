import assert from "node:assert/strict";
import { test } from "node:test";
import { asChoices, choicesOf, moved } from "./drafts.ts";

const draft = { label: "", type: "choice", required: false };

test("choices are the words between commas; those that nobody has changed keep theirs", () => {
  assert.deepEqual(choicesOf({ ...draft, choices: "red, , green" }), ["red", "green"]);
  const read = asChoices(["yes, fully", "no"]);
  assert.deepEqual(choicesOf({ ...draft, ...read }), ["yes, fully", "no"]);
  assert.deepEqual(choicesOf({ ...draft, ...read, choices: "yes, no" }), ["yes", "no"]);
});

test("a draft moves by a step, and the others keep their order", () => {
  assert.deepEqual(moved(["a", "b", "c"], 2, 1), ["a", "c", "b"]);
});
