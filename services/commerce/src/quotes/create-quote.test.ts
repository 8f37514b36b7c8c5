import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { commerceTeam, inTeam, payer, testCommerce } from "../testing/test-commerce.ts";
import { faults, invoicesOf, line, quotesOf } from "../testing/test-documents.ts";

const { door, strangers, sql, set } = await testCommerce();
const { create, made, get, finalize } = quotesOf(door);
const { made: invoiced, undo, approve } = invoicesOf(door);
const DAYS_30 = 30 * 86_400_000;

test("a quote is open at once: its totals are exact, its number is of a counter of its own, it holds for thirty days", async () => {
  const caller = inTeam();
  await invoiced(caller);
  const contact_id = randomUUID();
  const line_items = [
    line(100, { quantity: 1.005 }),
    line(1999, { discount_amount: 99, tax_rate_bps: 1900 }),
  ];
  const asked = { contact_id, line_items, memo: "Spring works", footer: "Thanks", metadata: { order: "7" } };
  const reply = await create(caller, { ...asked, recurring: { interval: "month" } });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  const {
    id,
    created_at,
    updated_at,
    expires_at,
    line_items: lines,
    status_transitions,
    ...shown
  } = reply.body;
  assert.deepEqual(shown, {
    number: "QUO-000001",
    status: "open",
    contact_id,
    bill_to: payer(contact_id),
    bill_from: null,
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
    recurring: { interval: "month", interval_count: 1 },
    memo: "Spring works",
    footer: "Thanks",
    metadata: { order: "7" },
    hosted_url: shown.hosted_url,
    result_ref: null,
    created_by: { type: "service", id: caller.token_id },
    version: 1,
  });
  assert.deepEqual([lines.length, lines[0].amount, updated_at], [2, 101, created_at]);
  assert.ok(Math.abs(Date.parse(expires_at) - Date.parse(created_at) - DAYS_30) < 60_000, expires_at);
  assert.ok(status_transitions.finalized_at >= created_at);
  const never = { accepted_at: null, declined_at: null, expired_at: null, canceled_at: null };
  assert.deepEqual(status_transitions, { finalized_at: status_transitions.finalized_at, ...never });
  assert.ok((reply.headers["location"] ?? "").endsWith(`/api/v1/commerce/quotes/${id}`));
  const read = await get(caller, id, { headers: { "if-none-match": '"1"' } });
  assert.deepEqual([read.status, read.body], [200, reply.body]);
});

test("a draft has no number; finalized it has the next one, and a quote of nothing is open too", async () => {
  const caller = inTeam();
  const draft = await made(caller, { finalize: false });
  assert.deepEqual(
    [draft.status, draft.number, draft.recurring, draft.hosted_url, draft.status_transitions.finalized_at],
    ["draft", null, null, null, null],
  );
  await set(caller, "commerce.quote_prefix", "OFFER/");
  const free = await made(caller, { line_items: [line(0)] });
  assert.deepEqual([free.status, free.number], ["open", "OFFER/000001"]);
  const { status, body, headers } = await finalize(caller, draft.id);
  assert.deepEqual([status, body.status, body.number, headers["etag"]], [200, "open", "OFFER/000002", '"2"']);
});

test("bad input is refused with everything that is wrong, and nothing is stored", async () => {
  const caller = inTeam();
  const stranger = randomUUID();
  strangers.add(stranger);
  for (const [body, wrong] of [
    [{ expires_at: "2020-01-01T00:00:00Z" }, ["expires_at out_of_range"]],
    [{ expires_at: "2030-02-30T00:00:00Z" }, ["expires_at invalid_format"]],
    [{ expires_at: "tomorrow" }, ["expires_at invalid_format"]],
    [{ contact_id: stranger }, ["contact_id not_found"]],
    [{ currency: "XAU" }, ["currency currency_unsupported"]],
    [{ line_items: [line(1, { quantity: 0.00005 })] }, ["line_items.0.quantity invalid_format"]],
    [{ line_items: [line(1, { discount_amount: 2 })] }, ["line_items.0.discount_amount amount_invalid"]],
    [{ line_items: [line(2 ** 53 - 1), line(1)] }, ["line_items amount_invalid"]],
    [{ metadata: { n: 1 } }, ["metadata.n invalid_type"]],
    [{ due_date: "2030-01-01", number: "QUO-9" }, ["due_date unknown_field", "number unknown_field"]],
  ] as const) {
    const reply = await create(caller, body);
    assert.deepEqual([reply.status, faults(reply)], [422, wrong], JSON.stringify(body));
  }
  for (const body of [
    { recurring: { interval: "hour" } },
    { recurring: { interval: "day", interval_count: 0 } },
    { line_items: Array.from({ length: 101 }, () => line(1)) },
    { memo: "x".repeat(2001) },
    { finalize: "no" },
  ])
    assert.equal((await create(caller, body)).status, 422, JSON.stringify(body));
  assert.equal((await sql("select from commerce.quotes where team_id = $1", [caller.team_id])).length, 0);
  assert.equal((await made(caller)).number, "QUO-000001");
});

test("a person's quote waits without a number; approved it has one. The creation of a draft alone is undone", async () => {
  const { member, admin, service } = commerceTeam();
  const proposal = await create(member);
  assert.equal(proposal.status, 202, JSON.stringify(proposal.body));
  const [{ resource, op, after }] = proposal.body.preview;
  assert.deepEqual(
    [resource, op, after.number, after.hosted_url, after.total, after.status],
    ["quotes", "create", null, null, 1000, "open"],
  );
  const first = await create(service);
  const { body } = await approve(proposal, admin);
  assert.deepEqual([first.body.number, body.result.number], ["QUO-000001", "QUO-000002"]);
  const draft = await create(service, { finalize: false });
  assert.equal((await undo(draft, admin)).status, 200);
  assert.equal((await get(service, draft.body.id)).status, 404);
  const late = await create(service, { finalize: false });
  const final = await finalize(service, late.body.id);
  for (const reply of [first, late, final])
    for (const force of [false, true])
      assert.deepEqual((await undo(reply, admin, force)).body.code, "not_undoable");
});

test("32 at once have numbers without a gap, and one key makes one quote", async () => {
  const caller = inTeam();
  const same = { headers: { "idempotency-key": "one" } };
  const contact_id = randomUUID();
  const first = await create(caller, { contact_id }, same);
  const again = await create(caller, { contact_id }, same);
  assert.deepEqual([again.status, again.body], [201, first.body]);
  await Promise.all(Array.from({ length: 31 }, () => made(caller)));
  const rows = await sql<{ number: string }>(
    "select number from commerce.quotes where team_id = $1 order by finalized_at, number",
    [caller.team_id],
  );
  const expected = Array.from({ length: 32 }, (_, at) => `QUO-${String(at + 1).padStart(6, "0")}`);
  assert.deepEqual(
    rows.map(({ number }) => number),
    expected,
  );
});

test("what holds for thirty days unless it is said holds by the team's clock", async () => {
  const caller = inTeam();
  await set(caller, "commerce.test", "true");
  await set(caller, "commerce.clock", "2031-01-01T00:00:00.000Z");
  assert.equal((await made(caller)).expires_at, "2031-01-31T00:00:00.000Z");
});
