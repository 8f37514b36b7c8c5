import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAmount, shownMoney } from "./amounts.ts";

test("an amount has the decimals of its currency and commas between thousands", () => {
  for (const [amount, currency, shown] of [
    [1234567, "JPY", "1,234,567"],
    [1234567, "KWD", "1,234.567"],
    [1234567, "EUR", "12,345.67"],
    [5, "EUR", "0.05"],
    [0, "KWD", "0.000"],
    [100, "JPY", "100"],
    [1000, "JPY", "1,000"],
    [Number.MAX_SAFE_INTEGER, "EUR", "90,071,992,547,409.91"],
    [12345678, "CLF", "1,234.5678"],
  ] as const)
    assert.equal(shownAmount(amount, currency), shown, currency);
  assert.equal(shownMoney(101, "EUR"), "1.01 EUR");
});
