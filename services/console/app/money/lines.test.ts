import assert from "node:assert/strict";
import { test } from "node:test";
import { lineItemsOf } from "./lines.ts";

const line = (each: string) => ({ description: "Hours", quantity: "1.5", each, taxPercent: "8.1" });

test("an amount is in the smallest unit of its currency, exactly", () => {
  const amounts = (each: string, currency: string) => lineItemsOf([line(each)], currency)[0]?.unit_amount;
  assert.equal(amounts("19.99", "EUR"), 1_999);
  assert.equal(amounts("0.29", "EUR"), 29);
  assert.equal(amounts("1500", "JPY"), 1_500);
  assert.equal(amounts("1.234", "KWD"), 1_234);
});

test("a tax is in hundredths of a percent", () => {
  const [item] = lineItemsOf([line("1")], "CHF");
  assert.deepEqual(item, { description: "Hours", quantity: 1.5, unit_amount: 100, tax_rate_bps: 810 });
});

test("a currency that nobody knows has two digits until the API refuses it", () => {
  assert.equal(lineItemsOf([line("1")], "euro")[0]?.unit_amount, 100);
});
