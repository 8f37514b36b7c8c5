import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { checkoutsOf, RETURN, faults, invoicesOf, line } from "../testing/test-documents.ts";
import { commerceTeam, inTeam, testCommerce } from "../testing/test-commerce.ts";

const { door, strangers, sql, set } = await testCommerce();
const { create, made, get } = checkoutsOf(door);
const { made: invoiced, pay, declareVoid, giveUp, undo, approve, list: invoices } = invoicesOf(door);

test("a checkout of lines is open, with exact totals and an address, and makes no invoice yet", async () => {
  const caller = inTeam();
  const { status, body, headers } = await create(caller, {
    line_items: [line(100, { quantity: 1.005 }), line(1999, { discount_amount: 99, tax_rate_bps: 1900 })],
    memo: "Order 7",
    metadata: { order: "7" },
    expires_in_minutes: 30,
  });
  assert.equal(status, 201);
  const { id, url, created_at, expires_at, ...rest } = body;
  assert.match(url, /^http:\/\/gateway\.test\/p\/checkout\/[\w-]{86}$/);
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 30 * 60_000);
  const { line_items, updated_at, created_by, ...members } = rest;
  assert.deepEqual(members, {
    status: "open",
    payment_status: "unpaid",
    mode: "payment",
    contact_id: null,
    currency: "EUR",
    subtotal: 2100,
    discount_total: 99,
    tax_total: 361,
    total: 2362,
    tax_behavior: "exclusive",
    tax_rounding: "per_line",
    total_excluding_tax: 2001,
    tax_breakdown: [
      {
        tax_category: "standard",
        tax_rate: "19",
        taxable_amount: 1900,
        tax_amount: 361,
        exemption_reason: null,
      },
      { tax_category: "zero", tax_rate: "0", taxable_amount: 101, tax_amount: 0, exemption_reason: null },
    ],
    recurring: null,
    ...RETURN,
    invoice_id: null,
    subscription_id: null,
    memo: "Order 7",
    metadata: { order: "7" },
    version: 1,
  });
  assert.deepEqual([line_items[0].amount, typeof updated_at, created_by.type], [101, "string", "service"]);
  assert.equal(headers["location"], `http://gateway.test/api/v1/commerce/checkout/${id}`);
  assert.deepEqual([(await get(caller, id)).body, (await get(caller, id)).body.url], [body, url]);
  assert.deepEqual((await invoices(caller)).body.invoices, []);
});

test("a checkout of an invoice says what the invoice says, and repeats nothing else", async () => {
  const caller = inTeam();
  const invoice = await invoiced(caller, { currency: "KWD" });
  const { id: invoice_id } = invoice;
  const checkout = await made(caller, { invoice_id });
  const { currency, total, contact_id, line_items } = checkout;
  assert.deepEqual(
    [currency, total, contact_id, line_items, checkout.invoice_id],
    ["KWD", invoice.total, invoice.contact_id, invoice.line_items, invoice_id],
  );
  await made(caller, { invoice_id, currency: "KWD", contact_id: invoice.contact_id.toUpperCase() });
  const other = await create(caller, { invoice_id, currency: "EUR", contact_id: randomUUID() });
  assert.deepEqual(
    [other.status, faults(other)],
    [422, ["currency invalid_value", "contact_id invalid_value"]],
  );
  await giveUp(caller, invoice_id);
  await made(caller, { invoice_id });
});

test("an invoice that cannot be paid, a foreign one and an unknown one are refused at invoice_id", async () => {
  const caller = inTeam();
  const [draft, paid, dead, foreign] = [
    await invoiced(caller, { auto_finalize: false }),
    await invoiced(caller),
    await invoiced(caller),
    await invoiced(inTeam()),
  ];
  await pay(caller, paid.id);
  await declareVoid(caller, dead.id);
  for (const { id } of [draft, paid, dead]) {
    const reply = await create(caller, { invoice_id: id });
    assert.deepEqual([reply.status, faults(reply)], [422, ["invoice_id invalid_value"]]);
  }
  const [one, other] = [
    await create(caller, { invoice_id: foreign.id }),
    await create(caller, { invoice_id: randomUUID() }),
  ];
  assert.deepEqual([one.status, faults(one)], [422, ["invoice_id not_found"]]);
  assert.deepEqual(
    { ...other.body, request_id: "", instance: "" },
    { ...one.body, request_id: "", instance: "" },
  );
});

test("what does not go together is refused, with every fault", async () => {
  const caller = inTeam();
  const { id: invoice_id } = await invoiced(caller);
  const lines = { currency: "EUR", line_items: [line(1)] };
  const cases: [object, string[]][] = [
    [{ line_items: undefined, currency: undefined }, ["line_items required"]],
    [{ ...lines, invoice_id }, ["line_items not_allowed"]],
    [{ line_items: [line(1)], currency: undefined }, ["currency required"]],
    [{ mode: "subscription" }, ["recurring required"]],
    [{ recurring: { interval: "month" } }, ["recurring not_allowed"]],
    [{ mode: "subscription", invoice_id }, ["mode not_allowed"]],
    [{ expires_in_minutes: 29 }, ["expires_in_minutes too_small"]],
    [{ expires_in_minutes: 1441 }, ["expires_in_minutes too_large"]],
    [{ line_items: [line(1, { quantity: 1e-5 })] }, ["line_items.0.quantity invalid_format"]],
    [{ metadata: { a: 1 } }, ["metadata.a invalid_type"]],
  ];
  for (const [body, expected] of cases) {
    const reply = await create(caller, body);
    assert.deepEqual([reply.status, faults(reply)], [422, expected], JSON.stringify(body));
  }
  const gold = await create(caller, { currency: "XAU" });
  assert.deepEqual([gold.status, gold.body.code], [422, "currency_unsupported"]);
  const discounted = await create(caller, { line_items: [line(1, { discount_amount: 2 })] });
  assert.deepEqual([discounted.status, discounted.body.code], [422, "amount_invalid"]);
});

test("a buyer is sent to addresses of https on the public internet alone", async () => {
  const caller = inTeam();
  for (const url of [
    "javascript:alert(1)",
    "http://shop.example/",
    "https:shop.example",
    "https://user:secret@shop.example/",
    "https://shop.example\\@evil.example/",
    "data:text/html,x",
    "//shop.example",
    "https://shop.example/a b",
  ]) {
    const reply = await create(caller, { success_url: url, cancel_url: url });
    assert.deepEqual([reply.status, reply.body.code], [422, "validation_failed"], url);
    assert.deepEqual(
      new Set(faults(reply).map((fault) => fault.split(" ")[0])),
      new Set(["success_url", "cancel_url"]),
      url,
    );
  }
  for (const url of [
    "https://localhost/",
    "https://127.0.0.1/",
    "https://10.0.0.1/ok",
    "https://[::1]/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://db.internal/",
    "https://printer/",
    "https://169.254.169.254/latest",
  ]) {
    const reply = await create(caller, { success_url: url, cancel_url: url });
    assert.deepEqual([reply.status, reply.body.code], [422, "url_not_public"], url);
    assert.deepEqual(faults(reply), ["success_url url_not_public", "cancel_url url_not_public"], url);
  }
  const long = await create(caller, { success_url: `https://shop.example/${"x".repeat(2_028)}` });
  assert.deepEqual(faults(long), ["success_url too_long"]);
});

test("an unknown contact is refused; a known one pays", async () => {
  const caller = inTeam();
  const stranger = randomUUID();
  strangers.add(stranger);
  const reply = await create(caller, { contact_id: stranger });
  assert.deepEqual([reply.status, faults(reply)], [422, ["contact_id not_found"]]);
  const contact_id = randomUUID();
  assert.equal((await made(caller, { contact_id })).contact_id, contact_id);
});

test("what a person asks for is proposed, with its totals and no address; a creation is not undone", async () => {
  const { service, member, admin } = commerceTeam();
  const proposal = await create(member, { line_items: [line(500, { quantity: 3 })] });
  assert.equal(proposal.status, 202);
  const [{ resource, after }] = proposal.body.preview;
  assert.deepEqual([resource, after.total, after.url], ["checkouts", 1500, null]);
  const approved = await approve(proposal, admin);
  assert.match(approved.body.result.url, /\/p\/checkout\//);
  const refused = await undo(await create(service), admin);
  assert.deepEqual([refused.status, refused.body.code], [409, "not_undoable"]);
});

test("a creation is an entry of the audit log, and a repeated one makes one checkout", async () => {
  const caller = inTeam();
  const headers = { "idempotency-key": randomUUID() };
  const replies = await Promise.all(Array.from({ length: 8 }, () => create(caller, {}, { headers })));
  const created = replies.filter(({ status }) => status === 201);
  assert.equal(new Set(created.map(({ body }) => body.id)).size, 1);
  const entries = await sql<{ action: string; resource: string }>(
    "select payload->>'action' as action, payload->>'resource' as resource from commerce.outbox where team_id = $1 and type = 'audit'",
    [caller.team_id],
  );
  assert.deepEqual(entries, [{ action: "create", resource: "checkouts" }]);
});

test("a team's clock decides when a checkout ends", async () => {
  const caller = inTeam();
  await set(caller, "commerce.test", "true");
  await set(caller, "commerce.clock", "2031-05-01T10:00:00.000Z");
  const { id, expires_at } = await made(caller);
  assert.equal(expires_at, "2031-05-02T10:00:00.000Z");
  await set(caller, "commerce.clock", "2031-05-02T10:00:00.000Z");
  assert.equal((await get(caller, id)).body.status, "expired");
});
