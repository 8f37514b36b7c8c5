import { digitsOf } from "@jst/values";
import assert from "node:assert/strict";
import { test } from "node:test";
import { currencyCodes, currencyDecimals, shownAmount, shownMoney } from "./currency.ts";

const known: Record<string, string[]> = {
  0: [
    "JPY",
    "KRW",
    "CLP",
    "ISK",
    "VND",
    "XAF",
    "XOF",
    "XPF",
    "UYI",
    "PYG",
    "UGX",
    "RWF",
    "VUV",
    "KMF",
    "GNF",
    "DJF",
    "BIF",
  ],
  2: [
    "EUR",
    "USD",
    "GBP",
    "CHF",
    "AFN",
    "ALL",
    "IRR",
    "LAK",
    "LBP",
    "MMK",
    "RSD",
    "YER",
    "MGA",
    "MRU",
    "HUF",
    "XCG",
    "VED",
  ],
  3: ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"],
  4: ["CLF", "UYW"],
};
for (const [decimals, codes] of Object.entries(known))
  test(`${codes.join(", ")} have ${decimals} decimals`, () => {
    assert.deepEqual(new Set(codes.map(currencyDecimals)), new Set([Number(decimals)]));
  });

test("only those have none, three or four", () => {
  const others = currencyCodes().filter((code) => currencyDecimals(code) !== 2);
  assert.deepEqual(others.sort(), [known[0], known[3], known[4]].flat().sort());
});

test("people write amounts of every currency with the places that its smallest unit has", () => {
  for (const code of currencyCodes()) assert.equal(digitsOf(code), currencyDecimals(code), code);
});

const withdrawn = ["DEM", "HRK", "ANG", "BGN", "ZWL", "SLL", "CUC", "VEF", "LTL", "BYR"];
const unitless = ["XXX", "XTS", "XAU", "XAG", "XPD", "XPT", "XDR", "XSU", "XUA", "XBA", "XBB", "XBC", "XBD"];
for (const code of [...withdrawn, ...unitless, "EURO", "eur", "", "default", "toString", "__proto__"])
  test(`"${code}" is not a currency of a document`, () => {
    assert.equal(currencyDecimals(code), undefined);
  });

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
