import assert from "node:assert/strict";
import { Decimal } from "decimal.js";
import { test } from "node:test";
import { noiseless, productOf, sumOf } from "./decimals.ts";
import { evaluated } from "./testing/evaluated.ts";
import { dice } from "./testing/reference.ts";

const exact = Decimal.clone({ precision: 60 });

test("200,000 random sums, differences and products are those of a decimal library, rounded once", () => {
  const roll = dice(11);
  const number = () => (roll(2) === 0 ? 1 : -1) * Number(`${roll(1_000_000_000)}e${-roll(12)}`);
  for (let round = 0; round < 200_000; round += 1) {
    const [a, b, c] = [number(), number(), number()];
    const sum = new exact(a).plus(b).plus(c).toNumber();
    if (sumOf([a, b, c]) !== sum) assert.equal(sumOf([a, b, c]), sum, `${a} + ${b} + ${c}`);
    const product = new exact(a).times(b).toNumber();
    if (productOf(a, b) !== product) assert.equal(productOf(a, b), product, `${a} * ${b}`);
  }
});

test("numbers compare as the decimals that people read", () => {
  const truths = [
    "0.1 + 0.2 = 0.3",
    "NOT(0.1 + 0.2 > 0.3)",
    "0.1 + 0.2 <= 0.3",
    "4.35 * 100 = 435",
    "4.35 * 100 >= 435",
    "1.1 - 1 = 0.1",
    "1 / 3 * 3 = 1",
    "2 / 3 + 1 / 3 = 1",
    "SUM(0.1, 0.2, 0.3) = 0.6",
    "AVERAGE(0.1, 0.2) = 0.15",
    "1.1 ^ 2 = 1.21",
    'SWITCH(0.1 + 0.2, 0.3, "same", "other") = "same"',
    "0.1 != 0.10000000000001",
    "9007199254740991 != 9007199254740990",
  ];
  for (const formula of truths) assert.equal(evaluated(formula), true, formula);
});

test("results are shown without the noise of doubles, and with their last digit where it says something", () => {
  assert.equal(evaluated("0.1 + 0.2"), 0.3);
  assert.equal(evaluated("4.35 * 100"), 435);
  assert.equal(evaluated("AVERAGE(0.1, 0.2)"), 0.15);
  assert.equal(evaluated('0.1 + 0.2 & ""'), "0.3");
  assert.equal(evaluated("1 / 3"), 1 / 3);
  assert.equal(noiseless(0.12345678901234567), 0.12345678901234567);
  assert.equal(evaluated("1e300 + 0.1"), 1e300);
  assert.equal(evaluated("1e-300 * 3"), 3e-300);
});
