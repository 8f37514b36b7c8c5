import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { checkoutsOf, invoicesOf } from "../testing/test-documents.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { documentPagesOf } from "../testing/test-document-pages.ts";
import {
  sessionOf,
  stripeEvent,
  stripeEvents,
  STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
} from "../testing/test-stripe.ts";

const { door, set, sql, teams } = await testCommerce();
const { made, get, pay, declareVoid, list } = invoicesOf(door);
const checkouts = checkoutsOf(door);
const bring = stripeEvents(door);
const { ask, send, pathOf } = documentPagesOf(door);

/** A team with an account, and an invoice that can be paid. */
async function owed(): Promise<{ caller: Caller; id: string; session: object }> {
  const caller = await team();
  const { id } = await made(caller);
  return { caller, id, session: sessionOf({ team_id: caller.team_id, kind: "invoices", id }) };
}

async function team(): Promise<Caller> {
  const caller = inTeam();
  await set(caller, "commerce.stripe.secret_key", STRIPE_KEY);
  await set(caller, "commerce.stripe.webhook_secret", STRIPE_WEBHOOK_SECRET);
  await set(caller, "commerce.provider", "stripe");
  return caller;
}

const statusOf = async (caller: Caller, id: string): Promise<string> => (await get(caller, id)).body.status;
const actsOf = async ({ team_id }: Caller, action: string) =>
  (
    await sql("select from commerce.outbox where team_id = $1 and (payload ->> 'action' = $2 or type = $2)", [
      team_id,
      action,
    ])
  ).length;

test("an event that the account has signed pays the invoice, once, of twenty at once and of a repetition", async () => {
  const { caller, id, session } = await owed();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => bring(caller.team_id, stripeEvent(session))),
  );
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
  assert.deepEqual((await bring(caller.team_id, stripeEvent(session))).body, { received: true });
  const { status, payment } = (await get(caller, id)).body;
  assert.deepEqual(
    [status, payment.provider, payment.method, payment.reference],
    ["paid", "stripe", "card", "pi_1"],
  );
  assert.deepEqual(
    [
      await actsOf(caller, "invoice.paid"),
      await actsOf(caller, "pay"),
      await actsOf(caller, "surplus-payment"),
    ],
    [1, 1, 0],
  );
});

test("a signature that is missing, forged, old, of another team or text is refused alike, and so is an unknown team", async () => {
  const { caller, id, session } = await owed();
  const { team_id } = caller;
  const event = stripeEvent(session);
  const nobody = randomUUID();
  teams.set(nobody, undefined);
  const without = inTeam();
  await made(without);
  const now = Math.floor(Date.now() / 1_000);
  const refused = [
    bring(team_id, event, { header: "" }),
    bring(team_id, event, { header: "t=1,v1=00" }),
    bring(team_id, event, { header: `t=${now},v1=${"0".repeat(64)}` }),
    bring(team_id, event, { header: "x".repeat(5_000) }),
    bring(team_id, event, { secret: "whsec_of_another_team" }),
    bring(team_id, event, { timestamp: now - 301 }),
    bring(nobody, event),
    bring(without.team_id, event),
    bring(team_id, "[", {}),
    bring("..%2f", event),
    bring("\u00e9", event),
  ];
  const shown = (await Promise.all(refused)).map(({ status, body }) => [
    status,
    body["code"],
    body["detail"],
  ]);
  assert.deepEqual(new Set(shown.map((one) => JSON.stringify(one))).size, 1, JSON.stringify(shown));
  assert.deepEqual(shown[0]?.slice(0, 2), [403, "invalid_signature"]);
  assert.equal(await statusOf(caller, id), "open");
});

test("a session of another team, of another kind, of nothing or of somebody else's shop changes nothing", async () => {
  const { caller, id } = await owed();
  const other = await owed();
  const target = { team_id: caller.team_id, kind: "invoices" as const, id };
  const foreign = [
    sessionOf({ ...target, team_id: other.caller.team_id }),
    sessionOf({ ...target, id: other.id }),
    sessionOf({ ...target, kind: "checkouts" }),
    sessionOf({ ...target, id: randomUUID() }),
    sessionOf({ ...target, id: "1' or true --" }),
    sessionOf(target, { metadata: null }),
    sessionOf(target, { metadata: {} }),
    sessionOf(target, { metadata: { jst_team: caller.team_id, jst_kind: "quotes", jst_id: id } }),
    sessionOf(target, { payment_status: "unpaid" }),
    sessionOf(target, { amount_total: null }),
    sessionOf(target, { currency: null }),
  ];
  for (const session of foreign)
    assert.equal((await bring(caller.team_id, stripeEvent(session))).status, 200);
  const refund = stripeEvent(sessionOf(target), "charge.refunded");
  assert.equal((await bring(caller.team_id, refund)).status, 200);
  assert.deepEqual([await statusOf(caller, id), await statusOf(other.caller, other.id)], ["open", "open"]);
});

test("an amount or a currency that is not the one owed, and a sum that is no longer owed, is on record and pays nothing", async () => {
  const { caller, id, session } = await owed();
  for (const odd of [{ amount_total: 999 }, { amount_total: 1_001 }, { currency: "usd" }])
    assert.equal((await bring(caller.team_id, stripeEvent({ ...session, ...odd }))).status, 200);
  assert.deepEqual([await statusOf(caller, id), await actsOf(caller, "surplus-payment")], ["open", 3]);
  await declareVoid(caller, id);
  await bring(caller.team_id, stripeEvent(session));
  assert.deepEqual([await statusOf(caller, id), await actsOf(caller, "surplus-payment")], ["void", 4]);
  const paid = await owed();
  await pay(paid.caller, paid.id);
  await bring(paid.caller.team_id, stripeEvent(paid.session));
  assert.deepEqual(
    [await actsOf(paid.caller, "invoice.paid"), await actsOf(paid.caller, "surplus-payment")],
    [1, 1],
  );
});

test("events come in any order: success before completion, completion again, and a failure after it", async () => {
  const { caller, id, session } = await owed();
  const { team_id } = caller;
  await bring(team_id, stripeEvent(session, "checkout.session.async_payment_succeeded"));
  await bring(team_id, stripeEvent({ ...session, payment_status: "unpaid" }));
  await bring(team_id, stripeEvent(session));
  await bring(team_id, stripeEvent(session, "checkout.session.async_payment_failed"));
  assert.deepEqual([await statusOf(caller, id), await actsOf(caller, "invoice.paid")], ["paid", 1]);
});

test("what is paid in time and told of late completes the checkout, for whom the page has asked", async () => {
  const caller = await team();
  const checkout = await checkouts.made(caller);
  const target = { team_id: caller.team_id, kind: "checkouts" as const, id: checkout.id };
  const { metadata, ...session } = sessionOf(target) as { metadata: object };
  const buyer = { jst_buyer_email: "ada@example.com", jst_buyer_name: "Ada" };
  const event = stripeEvent({ ...session, metadata: { ...metadata, ...buyer } });
  await Promise.all(Array.from({ length: 5 }, () => bring(caller.team_id, event)));
  assert.deepEqual(await checkouts.stateOf(caller, checkout.id), ["complete", "paid"]);
  const invoices = (await list(caller)).body.invoices as { status: string }[];
  assert.deepEqual(
    invoices.map(({ status }) => status),
    ["paid"],
  );
});

test("while commerce is off nothing is taken, so that Stripe comes again; and it is taken when Stripe is no more the provider", async () => {
  const { caller, id, session } = await owed();
  teams.set(caller.team_id, { modules: [] });
  const off = await bring(caller.team_id, stripeEvent(session));
  assert.deepEqual(
    [off.status, off.body["code"], await statusOf(caller, id)],
    [403, "commerce_disabled", "open"],
  );
  teams.delete(caller.team_id);
  await set(caller, "commerce.provider", "manual");
  assert.equal((await bring(caller.team_id, stripeEvent(session))).status, 200);
  assert.equal(await statusOf(caller, id), "paid");
});

test("an event of more than 256 KiB is 413, and a body that is not JSON is 415", async () => {
  const { caller, session } = await owed();
  const large = await bring(caller.team_id, stripeEvent({ ...session, filler: "x".repeat(262_144) }));
  assert.equal(large.status, 413);
  const response = await fetch(`${door.httpUrl}/api/v1/commerce/callbacks/stripe/${caller.team_id}`, {
    method: "POST",
    body: "a=b",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  assert.equal(response.status, 415);
});

test("a payment that takes days is under way: the page has no button until it has failed or arrived, in whatever order that is told", async () => {
  const caller = await team();
  const invoice = await made(caller);
  const checkout = await checkouts.made(caller, { contact_id: randomUUID() });
  for (const [kind, id, path] of [
    ["invoices", invoice.id, pathOf(invoice)],
    ["checkouts", checkout.id, checkouts.pageOf(checkout)],
  ] as const) {
    const tell = (more: object, type?: string) =>
      bring(caller.team_id, stripeEvent(sessionOf({ team_id: caller.team_id, kind, id }, more), type));
    const shown = async () => {
      const { text } = await ask(path);
      return [text.includes("in progress"), text.includes("<button")];
    };
    await tell({ id: "cs_1", payment_status: "unpaid" });
    assert.deepEqual(await shown(), [true, false]);
    assert.equal((await send(path, "action=confirm")).status, 409);
    await tell({ id: "cs_other" }, "checkout.session.async_payment_failed");
    assert.deepEqual(await shown(), [true, false]);
    await tell({ id: "cs_1", payment_status: "unpaid" }, "checkout.session.async_payment_failed");
    await tell({ id: "cs_1", payment_status: "unpaid" });
    assert.deepEqual(await shown(), [false, true]);
    assert.match((await ask(path)).text, /declined/);
    await tell({ id: "cs_2", payment_status: "unpaid" });
    assert.deepEqual(await shown(), [true, false]);
    await tell({ id: "cs_2" }, "checkout.session.async_payment_succeeded");
    assert.deepEqual(await shown(), [false, false]);
  }
  assert.equal(await statusOf(caller, invoice.id), "paid");
  assert.deepEqual(await checkouts.stateOf(caller, checkout.id), ["complete", "paid"]);
});
