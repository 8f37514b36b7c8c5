import assert from "node:assert/strict";
import { test } from "node:test";
import { closeName } from "./close-name.ts";

const names = ["quantity", "price", "unit_price", "a"];

test("a name that differs by a few letters, or in case alone, is the one that was meant", () => {
  for (const slip of ["quantiy", "Quantity", "qauntity", "quantityy"])
    assert.equal(closeName(slip, names), "quantity", slip);
  assert.equal(closeName("prize", names), "price");
});

test("a name that is like none of them, or too short to tell, suggests nothing", () => {
  for (const other of ["amount", "b", "", "x".repeat(4_000), "constructor"])
    assert.equal(closeName(other, names), undefined, other.slice(0, 20));
});
