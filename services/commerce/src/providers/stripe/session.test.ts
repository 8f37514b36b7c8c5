import assert from "node:assert/strict";
import { test } from "node:test";
import { fromStripe, toStripe } from "./session.ts";

const rows: [currency: string, amount: number, stripe: number | undefined][] = [
  ["EUR", 1_999, 1_999],
  ["JPY", 500, 500],
  ["KWD", 12_340, 12_340],
  ["KWD", 12_345, undefined],
  ["ISK", 500, 50_000],
  ["UGX", 500, 50_000],
  ["MGA", 50_000, 500],
  ["MGA", 50_050, undefined],
  ["CLF", 10_000, undefined],
  ["XXX", 1, undefined],
  ["ISK", 2 ** 53 - 1, undefined],
];

for (const [currency, amount, stripe] of rows)
  test(`${amount} of ${currency} is ${String(stripe)} at Stripe, and comes back as it went`, () => {
    assert.equal(toStripe(amount, currency), stripe);
    if (stripe !== undefined) assert.equal(fromStripe(stripe, currency), amount);
  });

test("an amount that Stripe cannot charge is refused", () => {
  assert.equal(fromStripe(150, "ISK"), undefined);
  assert.equal(fromStripe(100, "ZZZ"), undefined);
});
