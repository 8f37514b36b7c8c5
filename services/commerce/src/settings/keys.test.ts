import assert from "node:assert/strict";
import { test } from "node:test";
import { settingKeys } from "./keys.ts";

const isGood = (key: string, value: string) => settingKeys[`commerce.${key}`]?.faultOf(value) === undefined;
const seller = (more: object = {}) => JSON.stringify({ legal_name: "Acme Ltd", ...more });

const rows: [key: string, good: string[], bad: string[]][] = [
  ["provider", ["manual", "test", "stripe"], ["Manual", "paypal", "constructor"]],
  [
    "stripe.secret_key",
    ["sk_test_123", "rk_live_aB3"],
    ["pk_test_123", "sk_123", "sk_test_", "sk_test_1 2", "sk_test_" + "x".repeat(251)],
  ],
  ["stripe.webhook_secret", ["whsec_aB3+/=_-x"], ["whsec_", "secret", "whsec_a b c d e f", "whsec_éééééééé"]],
  ["test", ["true", "false"], ["yes", "TRUE", "1"]],
  ["invoice_prefix", ["INV-", "A", "2026/_.-", "A".repeat(16)], ["inv-", "A B", "É", "A".repeat(17), "A\n"]],
  ["quote_prefix", ["QUO-"], ["quo"]],
  [
    "seller",
    [
      seller(),
      seller({ address: "1 Main Street\nLondon", tax_id: "GB 1", email: null }),
      seller({ address: { line1: "1 Main Street", line2: null, country: "GB" } }),
    ],
    [
      "Acme",
      "[]",
      "null",
      "{}",
      seller({ legal_name: "" }),
      seller({ legal_name: "x".repeat(201) }),
      seller({ address: 1 }),
      seller({ address: {} }),
      seller({ address: { planet: "Mars" } }),
      seller({ vat: "GB 1" }),
      seller({ toString: "x" }),
      seller({ legal_name: "Acme\u0000" }),
      seller({ address: "1 Main\u0007 Street" }),
      seller({ address: { line1: "\ud800" } }),
      seller({ tax_id: "\udc00 1" }),
    ],
  ],
  [
    "payment_instructions",
    ["IBAN DE00\nThanks", "x".repeat(2000)],
    [" ", "x".repeat(2001), "a\u0000b", "a\ud800b"],
  ],
  [
    "clock",
    ["2028-02-29T00:00:00Z", "2030-01-31t12:00:00.5+02:00"],
    ["2030-01-31", "now", "2027-02-29T00:00:00Z"],
  ],
];

for (const [key, good, bad] of rows)
  test(`commerce.${key} takes its own values and no other`, () => {
    for (const value of good) assert.ok(isGood(key, value), value);
    for (const value of bad) assert.ok(!isGood(key, value), value);
  });

test("a seller is stored whole, an address in parts as lines, a clock in UTC", () => {
  const stored = (key: string, value: string) => settingKeys[`commerce.${key}`]?.storedFor?.(value);
  const address = { line1: "1 Main Street", postal_code: "N1", city: "London", country: "GB" };
  assert.deepEqual(JSON.parse(stored("seller", seller({ address })) ?? ""), {
    legal_name: "Acme Ltd",
    address: "1 Main Street\nN1 London\nGB",
    tax_id: null,
    email: null,
  });
  assert.equal(stored("clock", "2030-01-31T12:00:00+02:00"), "2030-01-31T10:00:00.000Z");
});
