import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsIn } from "@jst/formula";
import { formulasNeeding } from "./formulas.ts";

const formula = (name: string, text: string) => ({
  name,
  type: "formula" as const,
  options: { formula: text },
});

test("the formulas that need a column are found, by way of others too, not those that write its name as text", () => {
  const columns = [
    formula("double", "{net} * 2"),
    { name: "price", type: "number" as const, options: {} },
    formula("net", "ROUND({price} * 1.19, 2)"),
    formula("label", '"{price}" & {prices}'),
    formula("same", "{price} = {price} + {same}"),
  ];
  const needing = (name: string) => formulasNeeding(columns, name).map((each) => each.name);
  assert.deepEqual(needing("price"), ["double", "net", "same"]);
  assert.deepEqual(needing("net"), ["double"]);
  assert.deepEqual(needing("same"), []);
});

test("what needs a column is found by reading each formula of the table once, however long their chain", () => {
  for (const length of [20, 40]) {
    const chain = Array.from({ length }, (_, i) => formula(`c${i + 1}`, `{c${i}} + 1`));
    let reads = 0;
    const found = formulasNeeding([{ name: "c0", type: "number", options: {} }, ...chain], "c0", (text) => {
      reads += 1;
      return columnsIn(text);
    });
    assert.deepEqual([found.length, reads], [length, length]);
  }
});
