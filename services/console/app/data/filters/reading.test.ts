import assert from "node:assert/strict";
import { test } from "node:test";
import { conditionIn } from "./reading.ts";
import type { FilterField } from "./operators.ts";

const field = (type: FilterField["type"], options: FilterField["options"] = {}): FilterField => ({
  ...{ name: "f", display_name: "F", type },
  options,
});
const valueIn = (of: FilterField, op: string, ...texts: readonly string[]) =>
  conditionIn(of, op, texts, "UTC").value?.value;

test("an address of the web is looked for as a cell stores it, and a part of one as it is written", () => {
  assert.equal(valueIn(field("url"), "eq", "www.example.com"), "https://www.example.com");
  assert.equal(valueIn(field("url"), "contains", "www.example"), "www.example");
  assert.notEqual(conditionIn(field("url"), "eq", ["x y"], "UTC").fault, undefined);
});

test("money is read as the readers of values read it, in units of its currency", () => {
  const price = field("currency", { currency: "EUR" });
  assert.equal(valueIn(price, "gt", "1299.5"), 129_950);
  assert.equal(valueIn(price, "gt", "1.299,50 €"), 129_950);
  assert.deepEqual(valueIn(price, "between", "EUR 5", "7"), [500, 700]);
  assert.notEqual(conditionIn(price, "gt", ["$5"], "UTC").fault, undefined);
});

test("a yes or no of a formula and an instant or a day are read by the result type", () => {
  assert.equal(valueIn(field("formula", { result_type: "boolean" }), "eq", "yes"), true);
  assert.equal(valueIn(field("datetime"), "before", "2026-03-01"), "2026-03-01");
  assert.equal(valueIn(field("datetime"), "before", "2026-03-01T08:00:00Z"), "2026-03-01T08:00:00.000Z");
});

test("an operator has as many values as it compares with", () => {
  assert.deepEqual(conditionIn(field("text"), "empty", [], "UTC").value, { field: "f", op: "empty" });
  assert.deepEqual(valueIn(field("text"), "in", "a", "b"), ["a", "b"]);
  assert.notEqual(conditionIn(field("text"), "in", [], "UTC").fault, undefined);
  assert.notEqual(conditionIn(field("text"), "contains", [" "], "UTC").fault, undefined);
});
