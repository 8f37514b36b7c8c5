import assert from "node:assert/strict";
import { test } from "node:test";
import type { components } from "@jst/client";
import { conditionOf, knownIn } from "./filters.ts";

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

test("an address of the web is looked for as a cell stores it, and a part of one as it is written", () => {
  const column = { name: "site", type: "url" } as components["schemas"]["Column"];
  const wanted = (op: string, text: string) => conditionOf(column, op, text, "UTC").value?.value;
  assert.equal(wanted("eq", "www.example.com"), "https://www.example.com");
  assert.equal(wanted("contains", "www.example"), "www.example");
  assert.notEqual(conditionOf(column, "eq", "x y", "UTC").fault, undefined);
});
