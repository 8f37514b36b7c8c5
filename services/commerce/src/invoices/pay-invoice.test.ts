import assert from "node:assert/strict";
import { test } from "node:test";
import { commerceTeam, inTeam, testCommerce } from "../testing/test-commerce.ts";
import { faults, invoicesOf } from "../testing/test-documents.ts";

const { door } = await testCommerce();
const { made, get, pay, declareVoid, giveUp, approve } = invoicesOf(door);

test("what was paid, when and how is shown; what was given up and then paid keeps when it was given up", async () => {
  const caller = inTeam();
  const { id } = await made(caller);
  await giveUp(caller, id);
  const paid_at = "2026-01-31T12:00:00.5+01:00";
  const { body } = await pay(caller, id, { method: "bank_transfer", reference: "77", paid_at });
  const time = "2026-01-31T11:00:00.500Z";
  assert.deepEqual(body.payment, {
    provider: "manual",
    method: "bank_transfer",
    reference: "77",
    paid_at: time,
  });
  assert.deepEqual([body.amount_paid, body.amount_due], [1000, 0]);
  assert.equal(body.status_transitions.paid_at, time);
  assert.ok(body.status_transitions.marked_uncollectible_at);
});

test("a payment ahead of its time, without its method or of a part is refused", async () => {
  const caller = inTeam();
  const { id } = await made(caller);
  const ahead = new Date(Date.now() + 3_600_000).toISOString();
  const bodies: [object, string][] = [
    [{ method: "cash", paid_at: ahead }, "paid_at"],
    [{ method: "cash", paid_at: "2026-01-31" }, "paid_at"],
    [{ method: "shells" }, "method"],
    [{}, "method"],
    [{ method: "cash", amount: 1 }, "amount"],
    [{ method: "cash", reference: "x".repeat(201) }, "reference"],
  ];
  for (const [body, field] of bodies) {
    const reply = await pay(caller, id, body);
    assert.deepEqual([reply.status, faults(reply)[0]?.split(" ")[0]], [422, field]);
  }
  assert.equal((await get(caller, id)).body.status, "open");
});

test("a proposed payment is approved once, and is conflicted where the invoice is void by then", async () => {
  const { service, member, admin } = commerceTeam();
  const [first, second] = [await made(service), await made(service)];
  const proposals = [await pay(member, first.id), await pay(member, second.id)] as const;
  assert.deepEqual(
    proposals.map(({ status }) => status),
    [202, 202],
  );
  assert.equal((await approve(proposals[0], admin)).body.result.status, "paid");
  await declareVoid(service, second.id);
  const refused = await approve(proposals[1], admin);
  assert.deepEqual([refused.status, refused.body.code], [409, "changeset_conflict"]);
});
