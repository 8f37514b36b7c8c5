import assert from "node:assert/strict";
import { test } from "node:test";
import { quantityParts } from "./totals.ts";

const quantities: Record<string, bigint> = {
  "1": 10_000n,
  "1.005": 10_050n,
  "0.0001": 1n,
  "1e-4": 1n,
  "1.00000": 10_000n,
  "1.50000000000000000000": 15_000n,
  "25e-1": 25_000n,
  "1E+3": 10_000_000n,
  "0.000001e5": 1_000n,
  "1000000000": 10_000_000_000_000n,
  "1e9": 10_000_000_000_000n,
  "999999999.9999": 9_999_999_999_999n,
};
for (const [text, parts] of Object.entries(quantities))
  test(`${text} is ${parts} ten-thousandths`, () => {
    assert.equal(quantityParts(text), parts);
  });

const refused = [
  ...["0", "0.0", "0e9", "-1", "+1", "", "x", "1.", ".5", "Infinity", "1_000", "0x10", " 1"],
  ...["0.00005", "1e-5", "1.00005", "1.00000000000000000001", "0.99999999999999999999"],
  ...["1000000000.0001", "1000000001", "1e10", "1e308", "1e999999999999", "1e-999999999999"],
];
for (const text of refused)
  test(`"${text}" is not a quantity`, () => {
    assert.equal(quantityParts(text), undefined);
  });

test("a quantity is the decimal that a double shows", () => {
  for (let parts = 1n; parts <= 100_000n; parts++)
    assert.equal(quantityParts(String(Number(parts) / 10_000)), parts);
});
