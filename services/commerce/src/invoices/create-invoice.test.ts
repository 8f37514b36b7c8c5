import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { inTeam, payer, testCommerce } from "../testing/test-commerce.ts";
import { dateIn, faults, invoicesOf, line } from "../testing/test-documents.ts";

const { door, strangers, crm, sql } = await testCommerce();
const { create, made, get, patch, finalize, list } = invoicesOf(door);

test("an invoice is final at once: its totals are exact, its number is the team's first, it is due in thirty days", async () => {
  const caller = inTeam(testCaller(), "Pacific/Auckland");
  const contact_id = randomUUID();
  const line_items = [
    line(100, { quantity: 1.005 }),
    line(1999, { quantity: 3, discount_amount: 97, tax_rate_bps: 1900, product_ref: "A-1" }),
  ];
  const reply = await create(caller, { contact_id, line_items, memo: "Thanks", metadata: { order: "7" } });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const { id, created_at, updated_at, status_transitions, ...shown } = reply.body;
  const today = dateIn("Pacific/Auckland");
  assert.deepEqual(shown, {
    number: "INV-000001",
    status: "open",
    contact_id,
    bill_to: payer(contact_id),
    bill_from: null,
    currency: "EUR",
    line_items: [
      {
        ...line(100),
        quantity: 1.005,
        discount_amount: 0,
        ...{ tax_rate: "0", tax_rate_bps: 0, tax_category: "zero", exemption_reason: null },
        product_ref: null,
        amount: 101,
        tax_amount: 0,
      },
      {
        ...line(1999),
        quantity: 3,
        discount_amount: 97,
        ...{ tax_rate: "19", tax_rate_bps: 1900, tax_category: "standard", exemption_reason: null },
        product_ref: "A-1",
        amount: 5900,
        tax_amount: 1121,
      },
    ],
    subtotal: 6098,
    discount_total: 97,
    tax_total: 1121,
    total: 7122,
    tax_behavior: "exclusive",
    tax_rounding: "per_line",
    total_excluding_tax: 6001,
    tax_breakdown: [
      {
        tax_category: "standard",
        tax_rate: "19",
        taxable_amount: 5900,
        tax_amount: 1121,
        exemption_reason: null,
      },
      { tax_category: "zero", tax_rate: "0", taxable_amount: 101, tax_amount: 0, exemption_reason: null },
    ],
    amount_paid: 0,
    amount_due: 7122,
    issued_on: today,
    due_date: dateIn("Pacific/Auckland", 30),
    days_until_due: 30,
    overdue: false,
    memo: "Thanks",
    footer: null,
    metadata: { order: "7" },
    hosted_url: shown.hosted_url,
    source: { type: "api", id: null },
    period: null,
    payment: null,
    created_by: { type: "service", id: caller.token_id },
    version: 1,
  });
  assert.ok(status_transitions.finalized_at >= created_at && updated_at === created_at);
  assert.deepEqual([status_transitions.paid_at, status_transitions.voided_at], [null, null]);
  const location = reply.headers["location"] ?? "";
  assert.ok(location.endsWith(`/api/v1/commerce/invoices/${id}`));
  assert.deepEqual((await get(caller, id)).body, reply.body);
});

test("a draft has no number and no date on which it is due; one of nothing is paid at once", async () => {
  const caller = inTeam();
  const draft = await made(caller, { auto_finalize: false, days_until_due: 7 });
  assert.deepEqual(
    [draft.status, draft.number, draft.issued_on, draft.due_date, draft.days_until_due],
    ["draft", null, null, null, 7],
  );
  const free = await made(caller, { line_items: [line(500, { discount_amount: 500 })] });
  assert.deepEqual(
    [free.status, free.number, free.amount_paid, free.amount_due, free.payment],
    ["paid", "INV-000001", 0, 0, null],
  );
  assert.equal(free.status_transitions.paid_at, free.status_transitions.finalized_at);
});

/** As much of an event, or of an entry of the audit log, as is looked at. */
interface Payload {
  type: string;
  data: { object: object; previous?: object };
  action: string;
  resource: string;
  resource_id: string;
  changeset_id: string | null;
}

test("each creation is one event in whatever state, and one of nothing is paid as well", async () => {
  const caller = inTeam();
  const draft = await made(caller, { auto_finalize: false });
  const open = await made(caller);
  const free = await made(caller, { line_items: [line(0)] });
  const rows = await sql<{ type: string; payload: Payload }>(
    "select type, payload from commerce.outbox where team_id = $1 order by seq",
    [caller.team_id],
  );
  const events = rows.filter(({ type }) => type !== "audit").map(({ payload }) => payload);
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.object, data.previous]),
    [
      ["invoice.created", draft, undefined],
      ["invoice.created", { ...open, hosted_url: null }, undefined],
      ["invoice.created", { ...free, hosted_url: null }, undefined],
      ["invoice.paid", { ...free, hosted_url: null }, { status: "draft" }],
    ],
  );
  const audited = rows.filter(({ type }) => type === "audit").map(({ payload }) => payload);
  assert.deepEqual(
    audited.map(({ action, resource, resource_id, changeset_id }) => [
      action,
      resource,
      resource_id,
      changeset_id !== null,
    ]),
    [draft, open, free].map(({ id }) => ["create", "invoices", id, true]),
  );
});

const big = 9_007_199_254_740_991;
const refused: [name: string, body: object, code: string, fields: string[]][] = [
  [
    "a text as amount",
    { line_items: [line("5" as never)] },
    "validation_failed",
    ["line_items.0.unit_amount"],
  ],
  ["a fraction of a cent", { line_items: [line(0.5)] }, "validation_failed", ["line_items.0.unit_amount"]],
  ["a negative amount", { line_items: [line(-1)] }, "validation_failed", ["line_items.0.unit_amount"]],
  ["an amount of 2^53", { line_items: [line(2 ** 53)] }, "validation_failed", ["line_items.0.unit_amount"]],
  [
    "a quantity of nothing",
    { line_items: [line(1, { quantity: 0 })] },
    "validation_failed",
    ["line_items.0.quantity"],
  ],
  [
    "a quantity below nothing",
    { line_items: [line(1, { quantity: -1 })] },
    "validation_failed",
    ["line_items.0.quantity"],
  ],
  [
    "five places",
    { line_items: [line(1), line(1, { quantity: 0.00005 })] },
    "validation_failed",
    ["line_items.1.quantity"],
  ],
  ["1e-5", { line_items: [line(1, { quantity: 1e-5 })] }, "validation_failed", ["line_items.0.quantity"]],
  ["1e308", { line_items: [line(1, { quantity: 1e308 })] }, "validation_failed", ["line_items.0.quantity"]],
  [
    "a quantity as text",
    { line_items: [line(1, { quantity: "2" })] },
    "validation_failed",
    ["line_items.0.quantity"],
  ],
  [
    "a tax above all",
    { line_items: [line(1, { tax_rate_bps: 10_001 })] },
    "validation_failed",
    ["line_items.0.tax_rate_bps"],
  ],
  ["no line", { line_items: [] }, "validation_failed", ["line_items"]],
  [
    "101 lines",
    { line_items: Array.from({ length: 101 }, () => line(1)) },
    "validation_failed",
    ["line_items"],
  ],
  [
    "a discount above its line",
    { line_items: [line(1), line(10, { discount_amount: 11 })] },
    "amount_invalid",
    ["line_items.1.discount_amount"],
  ],
  [
    "a line that is too large",
    { line_items: [line(big, { quantity: 1.0001 })] },
    "amount_invalid",
    ["line_items"],
  ],
  ["a sum that is too large", { line_items: [line(big), line(1)] }, "amount_invalid", ["line_items"]],
  [
    "a tax that makes it too large",
    { line_items: [line(big, { tax_rate_bps: 1 })] },
    "amount_invalid",
    ["line_items"],
  ],
  ["a currency in small letters", { currency: "eur" }, "validation_failed", ["currency"]],
  ["a currency that is gone", { currency: "DEM" }, "currency_unsupported", ["currency"]],
  ["gold", { currency: "XAU" }, "currency_unsupported", ["currency"]],
  [
    "both due_date and days",
    { due_date: "2999-01-01", days_until_due: 1 },
    "validation_failed",
    ["due_date", "days_until_due"],
  ],
  ["a date that is none", { due_date: "2027-02-30" }, "validation_failed", ["due_date"]],
  ["a year that is none", { due_date: "0000-01-01" }, "validation_failed", ["due_date"]],
  ["a date that is over", { due_date: dateIn("UTC", -1) }, "validation_failed", ["due_date"]],
  ["a number as metadata", { metadata: { a: 1 } }, "validation_failed", ["metadata.a"]],
  ["a value of 501", { metadata: { a: "x".repeat(501) } }, "validation_failed", ["metadata.a"]],
  ["a key of nothing", { metadata: { "": "x" } }, "validation_failed", ["metadata."]],
  [
    "51 keys",
    { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, ""])) },
    "validation_failed",
    ["metadata"],
  ],
  ["a total of one's own", { total: 5 }, "validation_failed", ["total"]],
  ["a number of one's own", { number: "INV-000009" }, "validation_failed", ["number"]],
];
for (const [name, body, code, fields] of refused)
  test(`refused, and no number is taken: ${name}`, async () => {
    const caller = inTeam();
    const reply = await create(caller, body);
    assert.deepEqual([reply.status, reply.body.code], [422, code], JSON.stringify(reply.body));
    assert.deepEqual(
      faults(reply).map((fault) => fault.split(" ")[0]),
      fields,
    );
    assert.deepEqual((await list(caller)).body.invoices, []);
    assert.equal((await made(caller)).number, "INV-000001");
  });

test("a quantity is the decimal that was written, whatever a double makes of it", async () => {
  const caller = inTeam();
  const send = (quantity: string) => {
    const body = `{"contact_id":"${randomUUID()}","currency":"EUR","line_items":[{"description":"a","unit_amount":1,"quantity":${quantity}}]}`;
    return door.call("CreateInvoice", { caller, body });
  };
  for (const text of [
    "1.00000000000000001",
    "0.99999999999999999999",
    "999999999.99999999999",
    "1e-400",
    "1.00005",
  ]) {
    const reply = await send(text);
    assert.deepEqual([reply.status, faults(reply)[0]?.split(" ")[0]], [422, "line_items.0.quantity"], text);
  }
  for (const [text, quantity] of [
    ["1.50000000000000000000", 1.5],
    ["25e-1", 2.5],
    ["1e9", 1e9],
  ] as const)
    assert.equal((await send(text)).body.line_items[0].quantity, quantity, text);
});

test("the largest amounts are exact", async () => {
  const invoice = await made(inTeam(), { line_items: [line(big)] });
  assert.deepEqual([invoice.total, invoice.line_items[0]?.amount], [big, big]);
});

test("an unknown contact is refused at its place", async () => {
  const caller = inTeam();
  const contact_id = randomUUID();
  strangers.add(contact_id);
  const reply = await create(caller, { contact_id });
  assert.deepEqual([reply.status, faults(reply)], [422, ["contact_id not_found"]]);
  assert.deepEqual((await list(caller)).body.invoices, []);
});

test("while crm is gone nothing is stored that names a contact, and the rest is answered", async () => {
  const caller = inTeam();
  const draft = await made(caller, { auto_finalize: false });
  crm.stop();
  const replies = [await create(caller), await patch(caller, draft.id, { contact_id: randomUUID() })];
  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.code]),
    replies.map(() => [503, "unavailable"]),
  );
  assert.equal((await finalize(caller, draft.id)).body.number, "INV-000001");
  assert.equal((await list(caller)).body.invoices.length, 1);
});
