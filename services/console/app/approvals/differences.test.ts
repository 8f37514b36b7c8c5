import assert from "node:assert/strict";
import { test } from "node:test";
import { differencesOf, isRestored, shownDifferences } from "./differences.ts";

test("members that differ are told, also inside of an object, and no others", () => {
  const before = { id: "1", version: 1, data: { amount: 3, customer: "Bo" }, tags: [] };
  const after = { id: "1", version: 2, data: { amount: 20, customer: "Bo" }, tags: ["vip"] };
  assert.deepEqual(differencesOf(before, after), [
    { field: "data.amount", before: 3, after: 20 },
    { field: "tags", before: null, after: ["vip"] },
  ]);
});

test("what is made or removed shows every member that is not empty", () => {
  const thing = { id: "1", first_name: "Ada", last_name: null, notes: "", active: false, count: 0 };
  const fields = ["first_name", "active", "count"];
  assert.deepEqual(
    differencesOf(null, thing).map(({ field }) => field),
    fields,
  );
  assert.deepEqual(
    differencesOf(thing, null).map(({ field, after }) => [field, after]),
    fields.map((field) => [field, null]),
  );
});

test("an image that nobody may read has no differences", () => {
  assert.deepEqual(differencesOf(null, null), []);
});

test("things of a list are told one by one, by what changes of each and where it comes to", () => {
  const item = (id: string, prompt: string) => ({ id, prompt, required: false });
  const before = { items: [item("a", "Why?"), item("b", "When?")] };
  const after = { items: [item("c", "How?"), item("a", "Why not?")] };
  assert.deepEqual(differencesOf(before, after), [
    { field: "items 1.prompt", before: null, after: "How?" },
    { field: "items 1.required", before: null, after: false },
    { field: "items 1.place", before: null, after: 1 },
    { field: "items 2.prompt", before: "Why?", after: "Why not?" },
    { field: "items 2.place", before: 1, after: 2 },
    { field: "items 2, removed.prompt", before: "When?", after: null },
    { field: "items 2, removed.required", before: false, after: null },
    { field: "items 2, removed.place", before: 2, after: null },
  ]);
  assert.deepEqual(differencesOf(null, { items: [{ prompt: "Why?" }] }), [
    { field: "items 1.prompt", before: null, after: "Why?" },
  ]);
});

test("a deleted and a restored thing are shown whole, a changed one by what differs", () => {
  const gone = { name: "Ada", deleted_at: "2026-11-30T01:46:24Z" };
  const back = { name: "Ada", deleted_at: null };
  const whole = [{ field: "name", before: null, after: "Ada" }];
  assert.deepEqual(shownDifferences({ op: "update", before: gone, after: back }), whole);
  assert.equal(isRestored({ op: "update", before: gone, after: back }), true);
  assert.deepEqual(shownDifferences({ op: "delete", before: back, after: gone }), [
    { field: "name", before: "Ada", after: null },
  ]);
  const changed = { op: "update", before: back, after: { ...back, name: "Bea" } };
  assert.deepEqual(shownDifferences(changed), [{ field: "name", before: "Ada", after: "Bea" }]);
  assert.equal(isRestored(changed), false);
});
