import { mailsIn, type FactPayload } from "@jst/events";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { commerceTeam, inTeam, TEST_SECRETS, testCommerce } from "../testing/test-commerce.ts";
import { faults, invoicesOf, line, quotesOf } from "../testing/test-documents.ts";

const { door, sql, set, unreachable } = await testCommerce();
const { create, made, finalize, approve } = invoicesOf(door);
const quotes = quotesOf(door);

/** Lists the mails of a team: type, object and mail of each. */
async function sent(teamId: string) {
  const rows = await sql<{ payload: FactPayload<"invoice.sent" | "quote.sent"> }>(
    `select payload from commerce.outbox where team_id = $1 and type in ('invoice.sent', 'quote.sent') order by seq`,
    [teamId],
  );
  return rows.map(({ payload }) => {
    assert.deepEqual(Object.keys(payload.data), ["sealed"]);
    const [mail] = mailsIn(payload, TEST_SECRETS).mails;
    return { type: payload.type, id: payload.id, mail };
  });
}

test("an invoice and a quote are sent with the write that finalizes them, once, with the address of their page", async () => {
  const caller = inTeam();
  await set(caller, "commerce.seller", JSON.stringify({ legal_name: "Acme Ltd" }));
  const invoice = await made(caller, { send: true, memo: "Thanks", due_date: "2999-01-01" });
  const draft = await made(caller, { auto_finalize: false });
  const later = (await finalize(caller, draft.id, { body: { send: true } })).body as typeof draft;
  assert.equal((await finalize(caller, draft.id, { body: { send: true } })).status, 409);
  const quote = await quotes.made(caller, { send: true });
  const free = await made(caller, { send: true, line_items: [line(0)] });
  const all = await sent(caller.team_id);
  assert.deepEqual(
    all.map(({ type, id, mail }) => [type, id, mail?.to, mail?.subject]),
    [
      ["invoice.sent", invoice.id, "payer@example.com", "Invoice INV-000001 from Acme Ltd"],
      ["invoice.sent", draft.id, "payer@example.com", "Invoice INV-000002 from Acme Ltd"],
      ["quote.sent", quote.id, "payer@example.com", "Quote QUO-000001 from Acme Ltd"],
      ["invoice.sent", free.id, "payer@example.com", "Invoice INV-000003 from Acme Ltd"],
    ],
  );
  const texts = all.map(({ mail }) => mail?.text ?? "");
  assert.equal(
    texts[0],
    `Invoice INV-000001 from Acme Ltd: 10.00 EUR.\n\nIt is due on 2999-01-01. See it and how to pay here:\n\nThanks\n\n${invoice.hosted_url}`,
  );
  assert.ok(texts[1]?.endsWith(String(later.hosted_url)));
  assert.match(texts[2] ?? "", /It can be accepted until /);
  assert.match(texts[3] ?? "", /Nothing is to be paid/);
});

test("a draft is not sent, nobody is without an address, nothing is stored of either, and unasked nothing is sent", async () => {
  const caller = inTeam();
  const asDraft = await create(caller, { auto_finalize: false, send: true });
  assert.deepEqual([asDraft.status, faults(asDraft)], [422, ["send not_allowed"]]);
  const ofQuote = await quotes.create(caller, { finalize: false, send: true });
  assert.deepEqual([ofQuote.status, faults(ofQuote)], [422, ["send not_allowed"]]);
  assert.deepEqual(faults(await create(caller, { send: "yes" })), ["send invalid_type"]);
  const contact_id = randomUUID();
  unreachable.add(contact_id);
  const nobody = await create(caller, { contact_id, send: true });
  assert.deepEqual([nobody.status, nobody.body.code], [422, "no_address_for_channel"]);
  assert.equal((await made(caller)).number, "INV-000001");
  assert.deepEqual(await sent(caller.team_id), []);
});

test("a proposal is sent when it is approved, and its preview sends nothing", async () => {
  const { member, admin } = commerceTeam();
  const proposed = await create(member, { send: true });
  assert.equal(proposed.status, 202);
  assert.deepEqual(await sent(member.team_id), []);
  assert.equal((await approve(proposed, admin)).status, 200);
  assert.deepEqual(
    (await sent(member.team_id)).map(({ mail }) => mail?.subject),
    ["Invoice INV-000001"],
  );
});
