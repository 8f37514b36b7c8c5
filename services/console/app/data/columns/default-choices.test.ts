import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, newChoice } from "./column-draft.ts";
import { chosenOf, defaultChoices, keysOf } from "./default-choices.ts";

const draft = draftOf({
  ...{ type: "multi_select", relation: null },
  options: { options: [{ value: "a" }, { value: "b" }] },
});

test("a default of yes or no may be no, which is not nothing", () => {
  const choices = defaultChoices({ ...draft, type: "boolean" }) ?? new Map();
  for (const value of [true, false, null]) assert.equal(chosenOf(choices, keysOf(value)), value);
});

test("a new choice that is chosen before it has its name is chosen by it in the end", () => {
  const begun = { ...draft, choices: [...draft.choices, newChoice("key")] };
  assert.deepEqual(chosenOf(defaultChoices(begun) ?? new Map(), ["a", "key"]), ["a"]);
  const named = { ...draft, choices: [...draft.choices, { ...newChoice("key"), name: "c" }] };
  assert.deepEqual(chosenOf(defaultChoices(named) ?? new Map(), ["a", "key"]), ["a", "c"]);
});

test("a default is without the choices that have been removed", () => {
  const choices = defaultChoices({ ...draft, choices: draft.choices.slice(1) }) ?? new Map();
  assert.deepEqual(chosenOf(choices, ["a", "b"]), ["b"]);
  assert.equal(chosenOf(choices, "a"), null);
});
