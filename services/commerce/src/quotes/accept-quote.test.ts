import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { commerceTeam, inTeam, testCommerce } from "../testing/test-commerce.ts";
import { dateIn, invoicesOf, line, quotesOf, subscriptionsOf } from "../testing/test-documents.ts";

const { door, strangers, sql, set } = await testCommerce();
const { made, create, get, accept, decline, cancel } = quotesOf(door);
const { getSubscription } = subscriptionsOf(door);
const { get: getInvoice, list: listInvoices, undo, approve } = invoicesOf(door);

const events = async ({ team_id }: Caller) =>
  (
    await sql<{ payload: { type: string; test: boolean; data: { object: object; previous?: object } } }>(
      "select payload from commerce.outbox where team_id = $1 and type <> 'audit' and type not like 'notice.%' order by seq",
      [team_id],
    )
  ).map(({ payload }) => payload);

test("accepted, a quote makes the invoice that says the same, and both are told in order, though the contact is gone", async () => {
  const caller = inTeam();
  const line_items = [line(1999, { quantity: 3, discount_amount: 97, tax_rate_bps: 1900 })];
  const quote = await made(caller, { line_items, memo: "Works", footer: "Bye", metadata: { order: "7" } });
  strangers.add(quote.contact_id);
  const reply = await accept(caller, quote.id);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.deepEqual([reply.body.status, reply.body.result_ref.type], ["accepted", "invoice"]);
  const { body: invoice } = await getInvoice(caller, reply.body.result_ref.id);
  const said = [
    "contact_id",
    "bill_to",
    "currency",
    "line_items",
    "total",
    "tax_total",
    "memo",
    "footer",
    "metadata",
  ];
  for (const name of said) assert.deepEqual(invoice[name], quote[name as keyof typeof quote], name);
  assert.deepEqual(
    [invoice.number, invoice.status, invoice.source, invoice.due_date],
    ["INV-000001", "open", { type: "quote", id: quote.id }, dateIn("UTC", 30)],
  );
  const told = await events(caller);
  assert.deepEqual(
    told.map(({ type, data, test: isTest }) => [type, data.object, data.previous, isTest]),
    [
      ["quote.accepted", { ...reply.body, hosted_url: null }, { status: "open" }, false],
      ["invoice.created", { ...invoice, hosted_url: null }, undefined, false],
    ],
  );
  const { body: listed } = await listInvoices(caller, `source_id=${quote.id}`);
  assert.deepEqual(listed.invoices, [invoice]);
});

test("a quote of nothing becomes a paid invoice; the events of a team that tests say so", async () => {
  const caller = inTeam();
  await set(caller, "commerce.test", "true");
  const quote = await made(caller, { line_items: [line(0)] });
  const { body } = await accept(caller, quote.id);
  assert.equal((await getInvoice(caller, body.result_ref.id)).body.status, "paid");
  assert.deepEqual(
    (await events(caller)).map(({ type, test: isTest }) => [type, isTest]),
    [
      ["quote.accepted", true],
      ["invoice.created", true],
      ["invoice.paid", true],
    ],
  );
});

test("of twenty who accept, decline and cancel at once one does, and there is at most one invoice", async () => {
  const caller = inTeam();
  const { id } = await made(caller);
  const acts = [accept, accept, decline, cancel];
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => acts.map((act) => act(caller, id))).flat(),
  );
  const done = replies.filter(({ status }) => status === 200);
  assert.equal(done.length, 1);
  for (const { status } of replies) assert.ok([200, 409].includes(status));
  const isAccepted = done[0]?.body.status === "accepted";
  assert.equal((await listInvoices(caller)).body.invoices.length, isAccepted ? 1 : 0);
});

test("what is refused makes no invoice and takes no number", async () => {
  const caller = inTeam();
  const quote = await made(caller);
  await cancel(caller, quote.id);
  assert.equal((await accept(caller, quote.id)).status, 409);
  const types = (await events(caller)).map(({ type }) => type);
  assert.deepEqual([(await listInvoices(caller)).body.invoices, types], [[], ["quote.canceled"]]);
  const next = await made(caller);
  const { body } = await accept(caller, next.id);
  assert.equal((await getInvoice(caller, body.result_ref.id)).body.number, "INV-000001");
});

test("a person's acceptance waits: its preview shows both without a number, and nothing is undone after it", async () => {
  const { member, admin, service } = commerceTeam();
  const quote = await create(service);
  const proposal = await accept(member, quote.body.id);
  assert.equal(proposal.status, 202, JSON.stringify(proposal.body));
  const preview = proposal.body.preview as { resource: string; op: string; after: Record<string, unknown> }[];
  assert.deepEqual(preview.map(({ resource, op, after }) => [resource, op, after["status"]]).sort(), [
    ["invoices", "create", "open"],
    ["quotes", "update", "accepted"],
  ]);
  assert.equal(preview.find(({ resource }) => resource === "invoices")?.after["number"], null);
  assert.equal((await get(service, quote.body.id)).body.status, "open");
  const { body } = await approve(proposal, admin);
  const { body: invoice } = await getInvoice(service, body.result.result_ref.id);
  assert.equal(invoice.number, "INV-000001");
  const second = await create(service);
  const accepted = await accept(service, second.body.id);
  for (const force of [false, true])
    assert.equal((await undo(accepted, admin, force)).body.code, "not_undoable");
});

test("a quote that recurs becomes a subscription that says the same, with its first invoice, and is told first", async () => {
  const caller = inTeam();
  const quote = await made(caller, {
    recurring: { interval: "week", interval_count: 2 },
    memo: "Club",
    metadata: { a: "b" },
  });
  const { body: accepted } = await accept(caller, quote.id);
  assert.equal(accepted.result_ref.type, "subscription");
  const { body: subscription } = await getSubscription(caller, accepted.result_ref.id);
  const { status, items, total, interval, interval_count, memo, metadata, bill_to } = subscription;
  assert.deepEqual(
    { status, items, total, interval, interval_count, memo, metadata, bill_to },
    {
      status: "active",
      items: quote.line_items,
      total: quote.total,
      interval: "week",
      interval_count: 2,
      memo: "Club",
      metadata: { a: "b" },
      bill_to: quote.bill_to,
    },
  );
  const { body: first } = await getInvoice(caller, subscription.latest_invoice_id);
  assert.deepEqual(first.source, { type: "subscription", id: subscription.id });
  assert.deepEqual(
    (await events(caller)).map(({ type }) => type),
    ["quote.accepted", "invoice.created"],
  );
});

test("a quote that repeats becomes a subscription that is sent its invoices, each due in thirty days", async () => {
  const caller = inTeam();
  const { id } = await made(caller, { recurring: { interval: "month" } });
  const { result_ref: result } = (await accept(caller, id)).body;
  const { body } = await getSubscription(caller, result.id);
  assert.deepEqual([body.collection_method, body.days_until_due], ["send_invoice", 30]);
});
