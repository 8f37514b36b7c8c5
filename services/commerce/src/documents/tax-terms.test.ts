import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import type { Invoice } from "../../gen/rpc.ts";
import { commerceTeam, inTeam, testCommerce } from "../testing/test-commerce.ts";
import {
  checkoutsOf,
  faults,
  invoicesOf,
  line,
  quotesOf,
  subscriptionsOf,
} from "../testing/test-documents.ts";

const { door, set, rewrite } = await testCommerce();
const { create, made, get, patch, list, undo } = invoicesOf(door);
const quotes = quotesOf(door);
const checkouts = checkoutsOf(door);
const { subscribed, subscribe, invoicesFor } = subscriptionsOf(door);

type Taxed = Pick<
  Invoice,
  | "tax_behavior"
  | "tax_rounding"
  | "tax_total"
  | "total"
  | "total_excluding_tax"
  | "tax_breakdown"
  | "line_items"
>;

/** Picks the tax of a document, whose members every kind of document has. */
const taxOf = ({
  tax_behavior,
  tax_rounding,
  tax_total,
  total,
  total_excluding_tax,
  tax_breakdown,
}: Taxed) => ({
  ...{ tax_behavior, tax_rounding, tax_total, total, total_excluding_tax, tax_breakdown },
});

const threeLines = [1, 2, 3].map(() => line(34_811, { quantity: 2, tax_rate: "25" }));
const perRate = {
  tax_behavior: "exclusive",
  tax_rounding: "per_rate",
  tax_total: 52_217,
  total: 261_083,
  total_excluding_tax: 208_866,
  tax_breakdown: [
    {
      tax_category: "standard",
      tax_rate: "25",
      taxable_amount: 208_866,
      tax_amount: 52_217,
      exemption_reason: null,
    },
  ],
} as const;
const contained = {
  tax_behavior: "inclusive",
  tax_rounding: "per_line",
  tax_total: 319,
  total: 1_999,
  total_excluding_tax: 1_680,
  tax_breakdown: [
    {
      tax_category: "standard",
      tax_rate: "19",
      taxable_amount: 1_680,
      tax_amount: 319,
      exemption_reason: null,
    },
  ],
} as const;

/** Makes each kind of document of these lines, and all that they become. */
async function documentsOf(caller: Caller, line_items: object[], terms: object): Promise<Taxed[]> {
  const recurring = { interval: "month" };
  const invoice = await made(caller, { line_items, ...terms });
  const quote = await quotes.made(caller, { line_items, ...terms });
  const repeated = await quotes.made(caller, { line_items, recurring, ...terms });
  for (const { id } of [quote, repeated]) assert.equal((await quotes.accept(caller, id)).status, 200);
  const checkout = await checkouts.made(caller, { line_items, ...terms });
  const ofInvoice = await checkouts.made(caller, { invoice_id: invoice.id });
  const subscription = await subscribed(caller, { items: line_items, ...terms });
  const { invoices } = (await list(caller)).body as { invoices: Invoice[] };
  assert.equal(invoices.length, 4, "one each of the request, the quotes and the subscription");
  const withItems = { ...subscription, line_items: subscription.items };
  return [quote, repeated, checkout, ofInvoice, withItems, ...invoices];
}

for (const [name, terms, lines, expected] of [
  ["by rate", { tax_rounding: "per_rate" }, threeLines, perRate],
  ["contained", { tax_behavior: "inclusive" }, [line(1999, { tax_rate: "19" })], contained],
] as const) {
  test(`tax is ${name} in every kind of document and in all that it becomes`, async () => {
    for (const document of await documentsOf(inTeam(), [...lines], terms))
      assert.deepEqual(taxOf(document), expected);
  });

  test(`tax is ${name} by the setting of the team, and otherwise where a document says so`, async () => {
    const caller = inTeam();
    for (const [key, value] of Object.entries(terms)) await set(caller, `commerce.${key}`, value);
    for (const document of await documentsOf(caller, [...lines], {}))
      assert.deepEqual(taxOf(document), expected);
    const plain = { tax_behavior: "exclusive", tax_rounding: "per_line" } as const;
    const own = await made(caller, { line_items: lines, ...plain });
    assert.deepEqual([own.tax_behavior, own.tax_rounding], ["exclusive", "per_line"]);
  });
}

test("the tax of a document is the tax of its lines and of its rates, in every mode", async () => {
  const caller = inTeam();
  const rates = ["0", "7", "8.875", "19", "25"];
  for (let count = 0; count < 40; count++) {
    const line_items = Array.from({ length: 1 + randomInt(12) }, () =>
      line(randomInt(100_000), { quantity: 1 + randomInt(9), tax_rate: rates[randomInt(5)] }),
    );
    const terms = {
      tax_behavior: count % 2 === 0 ? "exclusive" : "inclusive",
      tax_rounding: count % 4 < 2 ? "per_line" : "per_rate",
    };
    const invoice = await made(caller, { line_items, auto_finalize: false, ...terms });
    const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
    const { tax_breakdown: breakdown } = invoice;
    assert.deepEqual(
      [
        sum(invoice.line_items.map(({ tax_amount }) => tax_amount)),
        sum(breakdown.map(({ tax_amount }) => tax_amount)),
        sum(breakdown.map(({ taxable_amount }) => taxable_amount)),
        invoice.total_excluding_tax,
      ],
      [invoice.tax_total, invoice.tax_total, invoice.total_excluding_tax, invoice.total - invoice.tax_total],
    );
    const ofLines = breakdown.map(({ tax_rate: rate }) =>
      sum(invoice.line_items.filter(({ tax_rate }) => tax_rate === rate).map(({ tax_amount }) => tax_amount)),
    );
    assert.deepEqual(
      breakdown.map(({ tax_amount }) => tax_amount),
      ofLines,
    );
    if (terms.tax_behavior === "exclusive" && terms.tax_rounding === "per_rate")
      for (const { tax_rate, taxable_amount, tax_amount } of breakdown)
        // Exact: both factors are whole, far below 2^53.
        assert.equal(tax_amount, Math.floor((taxable_amount * Number(tax_rate) * 1_000 + 50_000) / 100_000));
  }
});

test("the breakdown has the categories in order, rates downward, each reason once", async () => {
  const reason = { tax_category: "exempt", exemption_reason: "Section 4" };
  const { tax_breakdown } = await made(inTeam(), {
    line_items: [
      line(100, { tax_category: "outside_scope" }),
      line(200, reason),
      line(300, { tax_rate: "7" }),
      line(400, reason),
      line(500, { tax_rate: "19" }),
      line(600),
      line(700, { ...reason, exemption_reason: "Section 5" }),
      line(800, { tax_category: "standard", tax_rate_bps: 1900 }),
    ],
  });
  assert.deepEqual(
    tax_breakdown.map((one) => [
      one.tax_category,
      one.tax_rate,
      one.taxable_amount,
      one.tax_amount,
      one.exemption_reason,
    ]),
    [
      ["standard", "19", 1300, 247, null],
      ["standard", "7", 300, 21, null],
      ["zero", "0", 600, 0, null],
      ["exempt", "0", 1300, 0, "Section 4; Section 5"],
      ["outside_scope", "0", 100, 0, null],
    ],
  );
});

test("a category without tax refuses a rate, in every kind of document", async () => {
  const caller = inTeam();
  for (const tax_category of [
    "zero",
    "exempt",
    "reverse_charge",
    "intra_community",
    "export",
    "outside_scope",
  ])
    for (const rate of [{ tax_rate: "0.001" }, { tax_rate_bps: 1 }]) {
      const lines = [line(1), line(1, { tax_category, ...rate })];
      for (const [reply, field] of [
        [await create(caller, { line_items: lines }), "line_items"],
        [await quotes.create(caller, { line_items: lines }), "line_items"],
        [await checkouts.create(caller, { line_items: lines }), "line_items"],
        [await subscribe(caller, { items: lines }), "items"],
      ] as const)
        assert.deepEqual([reply.status, faults(reply)], [422, [`${field}.1.tax_rate invalid_value`]]);
    }
  for (const wrong of [{ tax_category: "luxury" }, { exemption_reason: "x".repeat(501) }])
    assert.equal((await create(caller, { line_items: [line(1, wrong)] })).status, 422);
  assert.equal((await create(caller, { tax_behavior: "net" })).status, 422);
  assert.equal((await create(caller, { tax_rounding: "up" })).status, 422);
});

test("a patch of a draft computes its lines again by other terms, and undo brings the amounts back", async () => {
  const { service: caller, admin } = commerceTeam();
  const line_items = [line(1999, { tax_rate: "19", product_ref: "A", exemption_reason: "none" }), line(5)];
  const draft = await made(caller, { auto_finalize: false, line_items });
  assert.equal(draft.total, 2384);
  const inclusive = await patch(caller, draft.id, { tax_behavior: "inclusive" });
  assert.deepEqual([inclusive.status, inclusive.body.total, inclusive.body.tax_total], [200, 2004, 319]);
  const { product_ref, exemption_reason } = inclusive.body.line_items[0];
  assert.deepEqual([product_ref, exemption_reason], ["A", "none"]);
  // The team's default is for new documents alone.
  await set(caller, "commerce.tax_behavior", "exclusive");
  const lines = await patch(caller, draft.id, { line_items: [line(119, { tax_rate: "19" })] });
  assert.deepEqual([lines.body.total, lines.body.tax_total], [119, 19]);
  const same = await patch(caller, draft.id, { tax_behavior: "inclusive", tax_rounding: "per_line" });
  assert.equal(same.body.version, lines.body.version);
  for (const change of [lines, inclusive]) assert.equal((await undo(change, admin)).status, 200);
  const { body } = await get(caller, draft.id);
  assert.deepEqual(body.total, 2384);
});

test("a checkout of an invoice has its terms, and refuses others", async () => {
  const caller = inTeam();
  const { id: invoice_id } = await made(caller, { tax_behavior: "inclusive" });
  const reply = await checkouts.create(caller, {
    invoice_id,
    tax_behavior: "exclusive",
    tax_rounding: "per_line",
  });
  assert.deepEqual([reply.status, faults(reply)], [422, ["tax_behavior invalid_value"]]);
});

test("a document of an earlier release reads as before: without tax in its prices, by line, zero or standard", async () => {
  const caller = inTeam();
  const invoice = await made(caller, { line_items: [line(100, { tax_rate: "19" }), line(50)] });
  await rewrite(
    `update commerce.invoices set tax_behavior = null, tax_rounding = null, line_items = (
select jsonb_agg(l - '{tax_rate,tax_category,exemption_reason}'::text[] order by n)
from jsonb_array_elements(line_items) with ordinality as e (l, n)) where team_id = $1 and id = $2`,
    [caller.team_id, invoice.id],
  );
  assert.deepEqual((await get(caller, invoice.id)).body, invoice);
  assert.deepEqual(
    invoice.tax_breakdown.map((one) => [one.tax_category, one.tax_rate, one.taxable_amount, one.tax_amount]),
    [
      ["standard", "19", 100, 19],
      ["zero", "0", 50, 0],
    ],
  );
});

test("subscriptions hand their terms to the invoice of each period", async () => {
  const caller = inTeam();
  const start_at = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const { id } = await subscribed(caller, { items: threeLines, tax_rounding: "per_rate", start_at });
  const [first] = await invoicesFor(caller, id);
  assert.deepEqual(first && taxOf(first), perRate);
});
