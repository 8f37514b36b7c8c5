import assert from "node:assert/strict";
import { test } from "node:test";
import { freeTitle } from "./free-title.ts";

test("a title that is taken gets the first free number, within its length", () => {
  assert.equal(freeTitle("Orders", ["Customers"]), "Orders");
  assert.equal(freeTitle("Orders", ["orders", "ORDERS 2", "Orders 4"]), "Orders 3");
  const long = "x".repeat(120);
  assert.equal(freeTitle(long, [long]), `${"x".repeat(118)} 2`);
});
