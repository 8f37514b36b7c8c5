import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, newChoice, settingsOf } from "./column-draft.ts";

test("a new choice may have the name that another had before", () => {
  const draft = draftOf({ type: "select", options: { options: [{ value: "open" }] }, relation: null });
  const renamed = draft.choices.map((choice) => ({ ...choice, name: "begun" }));
  const choices = [...renamed, { ...newChoice("key"), name: "open" }];
  assert.deepEqual(settingsOf({ ...draft, choices }).options, {
    options: [
      { value: "open", label: "begun" },
      { value: "open 2", label: "open" },
    ],
  });
});

test("a new choice that has the name of another is left to the API to refuse", () => {
  const draft = draftOf({ type: "select", options: { options: [{ value: "open" }] }, relation: null });
  const choices = [...draft.choices, { ...newChoice("key"), name: "open" }];
  const one = { value: "open", label: "open" };
  assert.deepEqual(settingsOf({ ...draft, choices }).options, { options: [one, one] });
});

test("states may be called as members of every object are", () => {
  const states = ["constructor", "toString"].map((value) => ({ value, label: value }));
  const transitions = { toString: ["constructor"] };
  const options = { states, initial: "toString", transitions };
  const draft = draftOf({ type: "state", options, relation: null });
  assert.deepEqual(settingsOf(draft).options, options);
  // The first state is no longer there.
  const left = { ...draft, choices: draft.choices.slice(1) };
  assert.deepEqual(settingsOf(left).options, {
    states: states.slice(1),
    ...{ initial: "toString", transitions: {} },
  });
});
