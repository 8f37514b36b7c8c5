import assert from "node:assert/strict";
import { test } from "node:test";
import { lineItemsOf, linesOf } from "./lines.ts";

const line = (each: string) => ({
  description: "Hours",
  quantity: "1.5",
  each,
  taxPercent: "8.1",
  category: "" as const,
  reason: "",
});

test("an amount is in the smallest unit of its currency, exactly", () => {
  const amounts = (each: string, currency: string) => lineItemsOf([line(each)], currency)?.[0]?.unit_amount;
  assert.equal(amounts("19.99", "EUR"), 1_999);
  assert.equal(amounts("0.29", "EUR"), 29);
  assert.equal(amounts("1500", "JPY"), 1_500);
  assert.equal(amounts("1.234", "KWD"), 1_234);
});

test("a decimal comma is read, and what cannot be read keeps the lines from being sent", () => {
  assert.equal(lineItemsOf([line("12,50")], "EUR")?.[0]?.unit_amount, 1_250);
  assert.equal(lineItemsOf([{ ...line("1"), quantity: "1,5" }], "EUR")?.[0]?.quantity, 1.5);
  for (const each of ["", "12e", "1.234", "$5"])
    assert.equal(lineItemsOf([line(each)], "EUR"), undefined, each);
  assert.equal(lineItemsOf([{ ...line("1"), taxPercent: "8.8755" }], "EUR"), undefined);
});

test("an amount has the places of ISO 4217, not those of cash", () => {
  assert.equal(lineItemsOf([line("20")], "HUF")?.[0]?.unit_amount, 2_000);
});

test("a rate of tax is a percentage with up to three places", () => {
  assert.deepEqual(lineItemsOf([line("1")], "CHF")?.[0], {
    description: "Hours",
    quantity: 1.5,
    unit_amount: 100,
    tax_rate: "8.1",
  });
  const rateOf = (taxPercent: string) => lineItemsOf([{ ...line("1"), taxPercent }], "USD")?.[0]?.tax_rate;
  assert.deepEqual(["8.875", "9.975", "120", "0", "1000.5"].map(rateOf), [
    "8.875",
    "9.975",
    "120",
    "0",
    undefined,
  ]);
});

test("a currency that nobody knows has two digits until the API refuses it", () => {
  assert.equal(lineItemsOf([line("1")], "euro")?.[0]?.unit_amount, 100);
});

test("lines that nobody has changed are written as they were, with what no field shows", () => {
  const item = { description: "Hours", quantity: 1.5, unit_amount: 1_999, tax_rate: "8.875" };
  const kept = { discount_amount: 7, product_ref: "hours" };
  const read = {
    ...{ ...item, ...kept, tax_rate_bps: 888, amount: 2_992, tax_amount: 266 },
    ...({ tax_category: "standard", exemption_reason: null } as const),
  };
  for (const currency of ["EUR", "JPY", "KWD", "HUF"])
    assert.deepEqual(lineItemsOf(linesOf({ currency, line_items: [read] }), currency), [
      { ...item, ...kept },
    ]);
});

test("a category that does not follow from the rate is kept with its reason", () => {
  const read = {
    ...{ description: "Course", quantity: 1, unit_amount: 100, discount_amount: 0, product_ref: null },
    ...{ tax_rate: "0", tax_rate_bps: 0, amount: 100, tax_amount: 0 },
    ...({ tax_category: "exempt", exemption_reason: "Section 4" } as const),
  };
  const [line] = linesOf({ currency: "EUR", line_items: [read] });
  const items = lineItemsOf(line === undefined ? [] : [line], "EUR");
  assert.deepEqual([items?.[0]?.tax_category, items?.[0]?.exemption_reason], ["exempt", "Section 4"]);
  const [zero] = linesOf({
    currency: "EUR",
    line_items: [{ ...read, tax_category: "zero", exemption_reason: null }],
  });
  assert.equal(zero?.category, "");
});
