import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import type { Invoice } from "../../gen/rpc.ts";
import { commerceTeam, inTeam, payer, testCommerce } from "../testing/test-commerce.ts";
import { dateIn, faults, invoicesOf, line, inDays, subscriptionsOf } from "../testing/test-documents.ts";

const { door, strangers, sql } = await testCommerce();
const { get, list, made, approve, undo } = invoicesOf(door);
const { subscribe, subscribed, getSubscription, listSubscriptions } = subscriptionsOf(door);

test("a subscription is active at once, and its first period's invoice is made with it", async () => {
  const caller = inTeam(testCaller(), "Pacific/Auckland");
  const contact_id = randomUUID();
  const items = [line(1999, { quantity: 3, discount_amount: 97, tax_rate_bps: 1900 })];
  const before = Date.now();
  const reply = await subscribe(caller, { contact_id, items, memo: "Club", metadata: { plan: "gold" } });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const { id, created_at, updated_at, items: shown, ...rest } = reply.body;
  const { start_at: start, current_period_end: end, latest_invoice_id: invoiceId, ...facts } = rest;
  assert.ok(Date.parse(start) >= before - 1_000 && Date.parse(start) <= Date.now() + 1_000, start);
  assert.deepEqual(facts, {
    status: "active",
    contact_id,
    bill_to: payer(contact_id),
    currency: "EUR",
    subtotal: 5997,
    discount_total: 97,
    tax_total: 1121,
    total: 7021,
    tax_behavior: "exclusive",
    tax_rounding: "per_line",
    total_excluding_tax: 5900,
    tax_breakdown: [
      {
        tax_category: "standard",
        tax_rate: "19",
        taxable_amount: 5900,
        tax_amount: 1121,
        exemption_reason: null,
      },
    ],
    interval: "month",
    interval_count: 1,
    timezone: "Pacific/Auckland",
    collection_method: "send_invoice",
    days_until_due: 30,
    trial_end: null,
    billing_anchor: start,
    current_period_start: start,
    cancel_at: null,
    canceled_at: null,
    memo: "Club",
    metadata: { plan: "gold" },
    created_by: { type: "service", id: caller.token_id },
    version: 1,
  });
  assert.equal(updated_at, created_at);
  assert.equal(reply.headers["location"]?.endsWith(`/api/v1/commerce/subscriptions/${id}`), true);
  assert.deepEqual((await getSubscription(caller, id)).body, reply.body);
  const invoice = (await get(caller, invoiceId)).body as Invoice;
  const { number, status, source, period, due_date, bill_to, total, memo, metadata, line_items } = invoice;
  assert.deepEqual(
    { number, status, source, period, due_date, bill_to, total, memo, metadata, line_items },
    {
      number: "INV-000001",
      status: "open",
      source: { type: "subscription", id },
      period: { start, end },
      due_date: dateIn("Pacific/Auckland", 30),
      bill_to: payer(contact_id),
      total: 7021,
      memo: "Club",
      metadata: { plan: "gold" },
      line_items: shown,
    },
  );
  const known = { "if-none-match": '"1"' };
  assert.equal((await getSubscription(caller, id, { headers: known })).status, 304);
});

test("the invoice is told with the subscription, and both are in the audit log", async () => {
  const caller = inTeam();
  const { id, latest_invoice_id: invoice } = await subscribed(caller);
  const rows = await sql<{
    type: string;
    payload: { action: string; resource: string; resource_id: string };
  }>("select type, payload from commerce.outbox where team_id = $1 order by seq", [caller.team_id]);
  assert.deepEqual(
    rows.filter(({ type }) => type !== "audit").map(({ type }) => type),
    ["invoice.created"],
  );
  assert.deepEqual(
    rows
      .filter(({ type }) => type === "audit")
      .map(({ payload: { action, resource, resource_id } }) => [action, resource, resource_id]),
    [
      ["create", "subscriptions", id],
      ["create", "invoices", invoice],
    ],
  );
});

test("before its start a subscription is pending, in its trial it is trialing, and neither has an invoice", async () => {
  const caller = inTeam();
  const start_at = inDays(2);
  const pending = await subscribed(caller, { start_at, trial_days: 7 });
  const anchor = new Date(Date.parse(start_at) + 7 * 86_400_000).toISOString();
  assert.deepEqual(
    [pending.status, pending.current_period_start, pending.current_period_end, pending.billing_anchor],
    ["pending", null, null, anchor],
  );
  assert.deepEqual([pending.trial_end, pending.latest_invoice_id], [anchor, null]);
  const trialing = await subscribed(caller, { trial_days: 14 });
  const { start_at: start, trial_end: end } = trialing;
  assert.deepEqual(
    [trialing.status, trialing.current_period_start, trialing.current_period_end, trialing.billing_anchor],
    ["trialing", start, end, end],
  );
  assert.equal(Date.parse(end ?? "") - Date.parse(start), 14 * 86_400_000);
  assert.deepEqual((await list(caller)).body.invoices, []);
});

test("a trial that is over leaves periods alone: the first one is invoiced", async () => {
  const caller = inTeam();
  const start_at = inDays(-10);
  const {
    status,
    billing_anchor: anchor,
    current_period_start: from,
  } = await subscribed(caller, {
    start_at,
    trial_days: 3,
  });
  assert.deepEqual([status, from], ["active", anchor]);
  assert.equal(Date.parse(anchor ?? "") - Date.parse(start_at), 3 * 86_400_000);
  assert.equal((await list(caller)).body.invoices.length, 1);
});

test("a subscription of nothing has invoices that are paid", async () => {
  const caller = inTeam();
  const { status, latest_invoice_id: id } = await subscribed(caller, { items: [line(0)] });
  assert.deepEqual([status, (await get(caller, id ?? "")).body.status], ["active", "paid"]);
});

const refused: [name: string, body: object, code: string, fields: string[]][] = [
  ["no item", { items: [] }, "validation_failed", ["items"]],
  [
    "a quantity of five places",
    { items: [line(1, { quantity: 1e-5 })] },
    "validation_failed",
    ["items.0.quantity"],
  ],
  [
    "a discount above its line",
    { items: [line(1, { discount_amount: 2 })] },
    "amount_invalid",
    ["items.0.discount_amount"],
  ],
  ["gold", { currency: "XAU" }, "currency_unsupported", ["currency"]],
  ["an interval that is none", { interval: "hour" }, "validation_failed", ["interval"]],
  ["no interval", { interval: undefined }, "validation_failed", ["interval"]],
  ["an interval of 0", { interval_count: 0 }, "validation_failed", ["interval_count"]],
  ["a time zone that does not exist", { timezone: "Europe/Nowhere" }, "validation_failed", ["timezone"]],
  ["a trial of 731 days", { trial_days: 731 }, "validation_failed", ["trial_days"]],
  ["a start that is no time", { start_at: "tomorrow" }, "validation_failed", ["start_at"]],
  ["a start without a zone", { start_at: "2026-01-31T12:00:00" }, "validation_failed", ["start_at"]],
  ["a start 1,001 days ago", { interval: "day", start_at: inDays(-1002) }, "validation_failed", ["start_at"]],
  ["a start in the last year", { start_at: "9999-12-15T00:00:00Z" }, "validation_failed", ["start_at"]],
  ["an end that is over", { cancel_at: inDays(-1) }, "validation_failed", ["cancel_at"]],
  [
    "an end before the start",
    { start_at: inDays(3), cancel_at: inDays(2) },
    "validation_failed",
    ["cancel_at"],
  ],
  [
    "automatic charging where nobody charges",
    { collection_method: "charge_automatically" },
    "validation_failed",
    ["collection_method"],
  ],
  [
    "days until due of what is charged",
    { collection_method: "charge_automatically", days_until_due: 1 },
    "validation_failed",
    ["days_until_due"],
  ],
  [
    "metadata with a name of 101 characters",
    { metadata: { ["k".repeat(101)]: "x" } },
    "validation_failed",
    [`metadata.${"k".repeat(100)}`],
  ],
  ["metadata of numbers", { metadata: { a: 1 } }, "validation_failed", ["metadata.a"]],
  ["a status of one's own", { status: "active" }, "validation_failed", ["status"]],
];
for (const [name, body, code, fields] of refused)
  test(`refused, and no number is taken: ${name}`, async () => {
    const caller = inTeam();
    const reply = await subscribe(caller, body);
    assert.deepEqual([reply.status, reply.body.code], [422, code], JSON.stringify(reply.body));
    assert.deepEqual(
      faults(reply).map((fault) => fault.split(" ")[0]),
      fields,
    );
    assert.deepEqual((await listSubscriptions(caller)).body.subscriptions, []);
    assert.equal((await made(caller)).number, "INV-000001");
  });

test("1,000 periods behind is not too much", async () => {
  const { status } = await subscribed(inTeam(), { interval: "day", start_at: inDays(-999.5) });
  assert.equal(status, "active");
});

test("an unknown contact is refused at its place", async () => {
  const contact_id = randomUUID();
  strangers.add(contact_id);
  const reply = await subscribe(inTeam(), { contact_id });
  assert.deepEqual([reply.status, faults(reply)], [422, ["contact_id not_found"]]);
});

test("a person's subscription waits with its total, and takes its number when it is approved", async () => {
  const { member, admin } = commerceTeam();
  const waiting = await subscribe(member, { items: [line(70, { quantity: 3 })] });
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body));
  const { preview } = waiting.body as {
    preview: { resource: string; op: string; after: { total: number; number?: string } }[];
  };
  assert.deepEqual(
    preview.map(({ resource, op, after }) => [resource, op, after.total]),
    [
      ["subscriptions", "create", 210],
      ["invoices", "create", 210],
    ],
  );
  assert.equal(preview[1]?.after.number, null);
  assert.deepEqual((await listSubscriptions(admin)).body.subscriptions, []);
  assert.equal((await approve(waiting, admin)).status, 200);
  const [made] = (await listSubscriptions(admin)).body.subscriptions;
  assert.equal((await get(admin, made.latest_invoice_id)).body.number, "INV-000001");
});

test("a subscription is not taken back, also with force", async () => {
  const { service, admin } = commerceTeam();
  const reply = await subscribe(service, { start_at: inDays(1) });
  for (const force of [false, true]) {
    const undone = await undo(reply, admin, force);
    assert.deepEqual([undone.status, undone.body.code], [409, "not_undoable"]);
  }
});

test("a request that is sent again makes one subscription and one invoice", async () => {
  const caller = inTeam();
  const headers = { "idempotency-key": randomUUID() };
  const body = { contact_id: randomUUID() };
  const replies = [await subscribe(caller, body, { headers }), await subscribe(caller, body, { headers })];
  assert.deepEqual(replies[0]?.body, replies[1]?.body);
  assert.equal((await list(caller)).body.invoices.length, 1);
});
