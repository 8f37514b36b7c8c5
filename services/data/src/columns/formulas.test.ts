import assert from "node:assert/strict";
import { test } from "node:test";
import { formulasUsing } from "./formulas.ts";

test("the formulas that name a column are found, not those that only build upon them or write its name as text", () => {
  const formula = (name: string, text: string) => ({
    name,
    type: "formula" as const,
    options: { formula: text },
  });
  const columns = [
    { name: "price", type: "number" as const, options: {} },
    formula("net", "ROUND({price} * 1.19, 2)"),
    formula("label", '"{price}" & {prices}'),
    formula("double", "{net} * 2"),
    formula("same", "{price} = {price}"),
  ];
  assert.deepEqual(
    formulasUsing(columns, "price").map(({ name }) => name),
    ["net", "same"],
  );
});
