import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { checkoutsOf, RETURN, invoicesOf, line, subscriptionsOf } from "../testing/test-documents.ts";
import { inTeam, payer, testCommerce } from "../testing/test-commerce.ts";
import { documentPagesOf } from "../testing/test-document-pages.ts";

const { door, set, sql, teams, rewrite, crm } = await testCommerce();
const { made, stateOf, get, expire, pageOf } = checkoutsOf(door);
const { made: invoiced, list, pay, declareVoid, giveUp, get: getInvoice } = invoicesOf(door);
const { getSubscription, invoicesFor } = subscriptionsOf(door);
const { ask, send, pathOf } = documentPagesOf(door);
const BUYER = "email=Ada%40Example.com&name=Ada+Lovelace";

/** A team that tests. */
async function testing(): Promise<Caller> {
  const caller = inTeam();
  await set(caller, "commerce.test", "true");
  await set(caller, "commerce.provider", "test");
  return caller;
}

const eventsOf = (caller: Caller) =>
  sql<{ type: string; payload: { test: boolean; data: { object: { status: string }; previous?: object } } }>(
    "select type, payload from commerce.outbox where team_id = $1 and type like 'invoice.%' order by seq",
    [caller.team_id],
  );

test("paid with the provider for tests, lines become an invoice that is paid, and the buyer goes on to the shop", async () => {
  const caller = await testing();
  const checkout = await made(caller, { memo: "Order 7", metadata: { order: "7" } });
  const { status, location } = await send(pageOf(checkout), `action=succeed&${BUYER}`);
  assert.deepEqual([status, location], [303, RETURN.success_url]);
  const [invoice, ...more] = (await list(caller)).body.invoices;
  const { body } = await get(caller, checkout.id);
  assert.deepEqual(
    [body.status, body.payment_status, body.invoice_id, body.contact_id, more],
    ["complete", "paid", invoice.id, invoice.contact_id, []],
  );
  const { provider, method, reference } = invoice.payment;
  assert.deepEqual(
    [
      invoice.status,
      invoice.number,
      invoice.source,
      invoice.memo,
      invoice.metadata,
      provider,
      method,
      reference,
    ],
    [
      ...["paid", "INV-000001", { type: "checkout", id: checkout.id }, "Order 7", { order: "7" }],
      ...["test", "card", `test_${checkout.id}`],
    ],
  );
  const events = (await eventsOf(caller)).map(({ type, payload: { test: isTest, data } }) => [
    type,
    data.object.status,
    data.previous,
    isTest,
  ]);
  assert.deepEqual(events, [
    ["invoice.created", "paid", undefined, true],
    ["invoice.paid", "paid", { status: "open" }, true],
  ]);
  const [asked] = crm.asked.flatMap(({ body }) => ("email" in (body as object) ? [body] : []));
  assert.deepEqual(asked, {
    team_id: caller.team_id,
    email: "Ada@Example.com",
    name: "Ada Lovelace",
    source: "checkout",
    actor_type: "system",
    actor_id: "",
  });
});

test("told twice, and by twenty at once, it is paid once", async () => {
  const caller = await testing();
  const { id: invoice_id } = await invoiced(caller);
  for (const checkout of [await made(caller), await made(caller, { invoice_id })]) {
    const path = pageOf(checkout);
    const presses = Array.from({ length: 20 }, (_, at) =>
      send(path, `action=${at % 2 === 0 ? "twice" : "succeed"}&${BUYER}`),
    );
    for (const { status, location } of await Promise.all(presses))
      assert.deepEqual([status, location], [303, RETURN.success_url]);
    assert.deepEqual(await stateOf(caller, checkout.id), ["complete", "paid"]);
  }
  const { invoices } = (await list(caller)).body;
  assert.deepEqual(
    invoices.map(({ status }: { status: string }) => status),
    ["paid", "paid"],
  );
  const paid = (await eventsOf(caller)).filter(({ type }) => type === "invoice.paid");
  assert.equal(paid.length, 2);
  const acts = await sql<{ act: string }>(
    "select payload->>'action' as act from commerce.outbox where team_id = $1 and type = 'audit' and payload->>'action' in ('pay', 'complete', 'surplus-payment')",
    [caller.team_id],
  );
  assert.deepEqual(acts.map(({ act }) => act).sort(), ["complete", "complete", "pay", "pay"]);
});

test("declined, nothing is paid and the page says so; the next attempt counts", async () => {
  const caller = await testing();
  const checkout = await made(caller);
  const path = pageOf(checkout);
  const { status, location } = await send(path, "action=decline");
  assert.deepEqual([status, location], [303, path]);
  assert.match((await ask(path)).text, /declined\. Nothing was paid/);
  assert.deepEqual(await stateOf(caller, checkout.id), ["open", "unpaid"]);
  await send(path, `action=succeed&${BUYER}`);
  assert.deepEqual(await stateOf(caller, checkout.id), ["complete", "paid"]);
  assert.equal((await send(path, "action=decline")).status, 409);
});

test("the page asks for the buyer: an invalid address is refused, and a filled trap stores nothing", async () => {
  const caller = await testing();
  const checkout = await made(caller);
  const path = pageOf(checkout);
  for (const buyer of ["", "email=", "email=x&name=%3Cb%3E", `email=${"a".repeat(250)}%40b.example`]) {
    const { status, text } = await send(path, `action=succeed&${buyer}`);
    assert.equal(status, 422, buyer);
    assert.ok(text.includes('href="#f-email"') && !text.includes("<b>"));
  }
  const { location } = await send(path, `action=succeed&${BUYER}&_hp=x`);
  assert.equal(location, path);
  assert.deepEqual(await stateOf(caller, checkout.id), ["open", "unpaid"]);
});

test("with nothing to pay, a confirmation completes the checkout with any provider", async () => {
  for (const caller of [await testing(), inTeam()]) {
    const checkout = await made(caller, { line_items: [line(0)] });
    assert.equal(checkout.payment_status, "no_payment_required");
    assert.equal((await send(pageOf(checkout), `action=succeed&${BUYER}`)).status, 422);
    const { location } = await send(pageOf(checkout), `action=confirm&${BUYER}`);
    assert.equal(location, RETURN.success_url);
    assert.deepEqual(await stateOf(caller, checkout.id), ["complete", "no_payment_required"]);
    const [invoice] = (await list(caller)).body.invoices;
    assert.deepEqual([invoice.status, invoice.payment], ["paid", null]);
  }
});

test("where payments are made elsewhere, lines are ordered and the page says how to pay; pay completes either", async () => {
  const caller = inTeam();
  await set(caller, "commerce.payment_instructions", "IBAN DE00 1234");
  const checkout = await made(caller);
  const path = pageOf(checkout);
  assert.match((await ask(path)).text, /IBAN DE00 1234/);
  for (const round of [1, 2]) {
    const { status, location } = await send(path, `action=confirm&${BUYER}`);
    assert.deepEqual([status, location], [303, path], String(round));
  }
  assert.deepEqual(await stateOf(caller, checkout.id), ["complete", "unpaid"]);
  const [invoice, ...more] = (await list(caller)).body.invoices;
  assert.deepEqual([invoice.status, more], ["open", []]);
  assert.match((await ask(path)).text, /order is placed[^]*IBAN/);
  await pay(caller, invoice.id);
  assert.deepEqual(await stateOf(caller, checkout.id), ["complete", "paid"]);
  const { id: invoice_id } = await invoiced(caller);
  const owed = await made(caller, { invoice_id });
  assert.ok(!(await ask(pageOf(owed))).text.includes("<button"));
  assert.equal((await send(pageOf(owed), "action=confirm")).status, 422);
});

test("mode subscription makes the subscription and its first invoice, paid", async () => {
  const caller = await testing();
  const recurring = { interval: "month", interval_count: 3 };
  const checkout = await made(caller, { mode: "subscription", recurring });
  assert.deepEqual(checkout.recurring, recurring);
  await send(pageOf(checkout), `action=twice&${BUYER}`);
  const { subscription_id, invoice_id } = (await get(caller, checkout.id)).body;
  const { body } = await getSubscription(caller, subscription_id);
  assert.deepEqual(
    [body.status, body.interval, body.interval_count, body.latest_invoice_id],
    ["active", "month", 3, invoice_id],
  );
  const invoices = await invoicesFor(caller, subscription_id);
  assert.deepEqual(
    invoices.map(({ id, status }) => [id, status]),
    [[invoice_id, "paid"]],
  );
});

test("once tests are off, a button that was seen before pays nothing", async () => {
  const caller = await testing();
  const checkout = await made(caller);
  const invoice = await invoiced(caller);
  await set(caller, "commerce.test", "false");
  assert.equal((await send(pageOf(checkout), `action=succeed&${BUYER}`)).status, 422);
  assert.equal((await send(pathOf(invoice), "action=succeed")).status, 422);
  assert.deepEqual(await stateOf(caller, checkout.id), ["open", "unpaid"]);
  assert.equal((await getInvoice(caller, invoice.id)).body.status, "open");
});

test("the page of an invoice has the buttons while it can be paid", async () => {
  const caller = await testing();
  const invoice = await invoiced(caller);
  const path = pathOf(invoice);
  const waiting = await made(caller, { invoice_id: invoice.id });
  assert.equal((await ask(path)).text.match(/name="action"/g)?.length, 3);
  assert.equal((await send(path, "action=decline")).location, path);
  assert.match((await ask(path)).text, /declined/);
  const replies = await Promise.all(["twice", "succeed", "twice"].map((one) => send(path, `action=${one}`)));
  for (const { status, location } of replies)
    assert.deepEqual([status, new URL(location, "http://gateway.test").pathname], [303, path]);
  assert.deepEqual(await stateOf(caller, waiting.id), ["complete", "paid"]);
  assert.ok(!(await ask(path)).text.includes("<button"));
  assert.equal((await send(path, "action=decline")).status, 409);
  const dead = await invoiced(caller);
  await declareVoid(caller, dead.id);
  assert.equal((await send(pathOf(dead), "action=succeed")).status, 409);
});

test("what has expired, by its time or by hand, is not paid", async () => {
  const caller = await testing();
  const [old, ended] = [await made(caller), await made(caller)];
  await rewrite("update commerce.checkouts set expires_at = now() - interval '1 second' where id = $1", [
    old.id,
  ]);
  await expire(caller, ended.id);
  for (const checkout of [old, ended]) {
    const { status, text } = await send(pageOf(checkout), `action=succeed&${BUYER}`);
    assert.equal(status, 409);
    assert.match(text, /expired/);
  }
  assert.deepEqual((await list(caller)).body.invoices, []);
});

test("who looks changes nothing; no other form does; while commerce is off the page says so", async () => {
  const caller = await testing();
  const checkout = await made(caller);
  const path = pageOf(checkout);
  for (const method of ["GET", "HEAD"])
    assert.equal((await ask(`${path}?action=succeed&${BUYER}`, { method })).status, 200);
  for (const body of ["", "action=accept", "action=confirm", "action=succeed&action=decline"])
    assert.equal((await send(path, `${body}&${BUYER}`)).status, 422, body);
  teams.set(caller.team_id, { modules: [] });
  for (const { status } of [await ask(path), await send(path, `action=succeed&${BUYER}`)])
    assert.equal(status, 403);
  teams.delete(caller.team_id);
  assert.deepEqual((await get(caller, checkout.id)).body, checkout);
});

test("the page's policy lets the browser go on to the shop, and nothing else is let loose", async () => {
  const caller = await testing();
  const { headers, text } = await ask(
    pageOf(await made(caller, { line_items: [line(5, { description: "<i>" })] })),
  );
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
  assert.match(policy, /; form-action 'self' https: [^;]*;/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
  assert.ok(text.includes("&lt;i&gt;") && !text.includes("<script"));
  assert.equal(headers.get("x-robots-tag"), "noindex");
  const secret = pageOf(await made(caller)).replace("/checkout/", "/invoices/");
  assert.equal((await ask(secret)).status, 404);
});

test("an order whose invoice is void asks for no money any more, one that was given up still does", async () => {
  const caller = inTeam();
  await set(caller, "commerce.payment_instructions", "IBAN DE00 1234");
  for (const [act, isOwed] of [[declareVoid, false] as const, [giveUp, true] as const]) {
    const checkout = await made(caller);
    await send(pageOf(checkout), `action=confirm&${BUYER}`);
    await act(caller, (await get(caller, checkout.id)).body.invoice_id);
    const { text } = await ask(pageOf(checkout));
    assert.equal(text.includes("IBAN"), isOwed);
    assert.equal(text.includes("is to be paid."), isOwed);
    assert.equal(text.includes("no payment is due."), !isOwed);
    assert.equal(/invoice of this order is void/.test(text), !isOwed);
  }
});

test("the page says who sells, whom it was made for, and never the name of a contact that an address has found", async () => {
  const caller = await testing();
  await set(caller, "commerce.seller", JSON.stringify({ legal_name: "Engines & Sons" }));
  const contact_id = randomUUID();
  const named = (await ask(pageOf(await made(caller, { contact_id })))).text;
  assert.ok(named.includes("Engines &amp; Sons") && named.includes(payer(contact_id).name));
  const checkout = await made(caller);
  await send(pageOf(checkout), `action=succeed&${BUYER}`);
  const { text } = await ask(pageOf(checkout));
  assert.ok(text.includes("Engines &amp; Sons") && !text.includes("Payer "), text);
});

test("who has paid is sent on to success_url letter for letter; the changeset is of the door public", async () => {
  const caller = await testing();
  const success_url = "https://Shop.EXAMPLE/a%2Fb/../c?x=%C3%A9&y=%2f+z#part%20two";
  const checkout = await made(caller, { success_url });
  const { location } = await send(pageOf(checkout), `action=succeed&${BUYER}`);
  assert.equal(location, success_url);
  const doors = "select distinct door from commerce.changes where team_id = $1 and resource = 'invoices'";
  assert.deepEqual(await sql(doors, [caller.team_id]), [{ door: "public" }]);
});
