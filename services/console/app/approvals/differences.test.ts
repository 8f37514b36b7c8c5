import assert from "node:assert/strict";
import { test } from "node:test";
import { differencesOf } from "./differences.ts";

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
