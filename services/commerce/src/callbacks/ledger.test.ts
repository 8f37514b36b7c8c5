import assert from "node:assert/strict";
import { test } from "node:test";
import type { Invoice } from "../../gen/rpc.ts";
import { checkoutsOf, invoicesOf, line } from "../testing/test-documents.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { documentPagesOf } from "../testing/test-document-pages.ts";
import { sessionOf, stripeEvent, stripeEvents, STRIPE_WEBHOOK_SECRET } from "../testing/test-stripe.ts";

const { door, set, sql } = await testCommerce();
const { made, pay, declareVoid, giveUp, list } = invoicesOf(door);
const checkouts = checkoutsOf(door);
const { send, pathOf } = documentPagesOf(door);
const bring = stripeEvents(door);
const EACH = 8;

test("each paid invoice has one payment and one event, however many providers and requests pay it at once", async () => {
  const caller = inTeam();
  await set(caller, "commerce.test", "true");
  await set(caller, "commerce.provider", "test");
  await set(caller, "commerce.stripe.webhook_secret", STRIPE_WEBHOOK_SECRET);
  const many = async (unit: number) =>
    Promise.all(Array.from({ length: EACH }, (_, at) => made(caller, { line_items: [line(unit + at)] })));
  const [byHand, byPage, byStripe, byCheckout, left] = await Promise.all(
    [1_000, 2_000, 3_000, 4_000, 5_000].map(many),
  );
  const stripe = ({ id, total }: Invoice) => {
    const target = { team_id: caller.team_id, kind: "invoices" as const, id };
    return bring(
      caller.team_id,
      stripeEvent(sessionOf(target, { amount_total: total, payment_intent: `pi_${id}` })),
    );
  };
  const pages = await Promise.all(
    (byCheckout ?? []).map(({ id }) => checkouts.made(caller, { invoice_id: id })),
  );
  const all = [
    ...(byHand ?? []).flatMap(({ id }) => [pay(caller, id), pay(caller, id), giveUp(caller, id)]),
    ...(byPage ?? []).flatMap((one) => [
      send(pathOf(one), "action=twice"),
      send(pathOf(one), "action=succeed"),
    ]),
    ...(byStripe ?? []).flatMap((one) => [stripe(one), stripe(one), stripe(one)]),
    ...pages.flatMap((one) => [
      send(checkouts.pageOf(one), "action=twice"),
      send(checkouts.pageOf(one), "action=succeed"),
    ]),
    // Paid and void at once: one of both comes about.
    ...(left ?? []).flatMap((one) => [stripe(one), declareVoid(caller, one.id), pay(caller, one.id)]),
  ];
  for (const { status } of await Promise.all(all)) assert.ok(status < 500, String(status));
  const invoices = (await list(caller, "limit=500&sort=number:asc")).body.invoices as Invoice[];
  assert.deepEqual(
    invoices.map(({ number }) => number),
    invoices.map((_, at) => `INV-${String(at + 1).padStart(6, "0")}`),
  );
  const paid = invoices.filter(({ status }) => status === "paid");
  assert.ok(paid.length >= 4 * EACH - EACH, String(paid.length));
  for (const { payment, total, amount_paid } of paid)
    assert.ok(payment !== null && amount_paid === total, JSON.stringify(payment));
  for (const { status, payment, amount_paid } of invoices)
    if (status !== "paid") assert.deepEqual([payment, amount_paid], [null, 0]);
  const told = await sql<{ id: string; sum: string }>(
    `select payload -> 'data' -> 'object' ->> 'id' as id, payload -> 'data' -> 'object' ->> 'amount_paid' as sum
from commerce.outbox where team_id = $1 and type = 'invoice.paid'`,
    [caller.team_id],
  );
  assert.deepEqual(told.map(({ id }) => id).sort(), paid.map(({ id }) => id).sort());
  const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  assert.equal(sumOf(told.map(({ sum }) => Number(sum))), sumOf(paid.map(({ total }) => total)));
});
