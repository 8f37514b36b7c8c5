import assert from "node:assert/strict";
import { test } from "node:test";
import { knownIn } from "./filters.ts";

/** What an address asks of a table. */
const columns = [{ name: "amount" }];

test("a sort and a filter stay that name a column of the table, or what every table has", () => {
  for (const field of ["amount", "created_at"]) {
    const asked = { sort: `${field}:desc`, filter: { field, op: "empty" } };
    assert.deepEqual(knownIn(columns, asked), asked);
  }
});

test("a sort and a filter are dropped that name a column which is gone", () => {
  const asked = { sort: "gone:asc,amount:desc", filter: { field: "gone", op: "empty" } };
  assert.deepEqual(knownIn(columns, asked), { sort: "amount:desc", filter: undefined });
  assert.deepEqual(knownIn([], { sort: "amount", filter: undefined }), { sort: "", filter: undefined });
});
