import assert from "node:assert/strict";
import { test } from "node:test";
import { conflictsIn, overStored, patchOf, shownOf, withChange, without } from "./draft.ts";

const stored = {
  ...({ name: "Vera", language: null, locale: null } as const),
  ...({ theme: "system", density: "short", single_keys: true } as const),
};

test("a form writes the fields that a person has changed, and not those that were changed back", () => {
  const dark = withChange({}, stored, "theme", "dark");
  const both = withChange(dark, stored, "name", null);
  assert.deepEqual(patchOf(both), { theme: "dark", name: null });
  assert.deepEqual(shownOf(both, stored), { ...stored, theme: "dark", name: null });
  assert.deepEqual(patchOf(withChange(both, stored, "theme", "system")), { name: null });
});

test("a field that another window has changed too is a conflict, unless both have the same value", () => {
  const draft = withChange(withChange({}, stored, "theme", "dark"), stored, "density", "tall");
  assert.deepEqual(conflictsIn(draft, stored), []);
  assert.deepEqual(conflictsIn(draft, { ...stored, name: "Veronika" }), []);
  assert.deepEqual(conflictsIn(draft, { ...stored, theme: "dark" }), []);
  const theirs = { ...stored, theme: "light" } as const;
  assert.deepEqual(conflictsIn(draft, theirs), ["theme"]);
  assert.deepEqual(patchOf(without(draft, ["theme"])), { density: "tall" });
  const mine = overStored(draft, theirs);
  assert.deepEqual([conflictsIn(mine, theirs), patchOf(mine)], [[], { theme: "dark", density: "tall" }]);
  assert.deepEqual(conflictsIn(mine, { ...stored, theme: "system" }), ["theme"]);
});

test("a change over a stored value that has changed meanwhile stays over the one that the person saw", () => {
  const draft = withChange({}, stored, "name", "Veronika");
  const theirs = { ...stored, name: "Nika" };
  assert.deepEqual(conflictsIn(withChange(draft, theirs, "name", "Ron"), theirs), ["name"]);
});
