import assert from "node:assert/strict";
import { test } from "node:test";
import { lineItemsOf, linesOf } from "./lines.ts";

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

test("lines that nobody has changed are written as they were, with what no field shows", () => {
  const item = { description: "Hours", quantity: 1.5, unit_amount: 1_999, tax_rate_bps: 810 };
  const kept = { discount_amount: 7, product_ref: "hours" };
  const read = { ...item, ...kept, amount: 2_992, tax_amount: 242 };
  for (const currency of ["EUR", "JPY", "KWD"])
    assert.deepEqual(lineItemsOf(linesOf({ currency, line_items: [read] }), currency), [
      { ...item, ...kept },
    ]);
});
