import assert from "node:assert/strict";
import { test } from "node:test";
import { commerceTeam, inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf, inDays, subscriptionsOf } from "../testing/test-documents.ts";

const { door, sql } = await testCommerce();
const { get, approve } = invoicesOf(door);
const { subscribed, cancel, getSubscription } = subscriptionsOf(door);

test("a subscription is canceled now unless it is said when, and its invoices stay", async () => {
  const caller = inTeam();
  const { id, latest_invoice_id: invoice, version } = await subscribed(caller);
  const reply = await cancel(caller, id);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  assert.deepEqual([reply.body.status, reply.body.version], ["canceled", version + 1]);
  assert.ok(reply.body.canceled_at >= reply.body.created_at);
  assert.equal((await get(caller, invoice ?? "")).body.status, "open");
  const dues = await sql("select from commerce.subscription_dues where subscription_id = $1", [id]);
  assert.equal(dues.length, 0);
});

test("at the end of its period it goes on until then; asked again, nothing changes", async () => {
  const caller = inTeam();
  const { id, current_period_end: end, version } = await subscribed(caller);
  const { body } = await cancel(caller, id, { at: "period_end" });
  assert.deepEqual([body.status, body.cancel_at, body.canceled_at], ["active", end, null]);
  const again = await cancel(caller, id, { at: "period_end" });
  assert.deepEqual([again.status, again.body.version], [200, version + 1]);
  assert.equal((await cancel(caller, id, { at: "now" })).body.status, "canceled");
});

test("a trial ends with its trial, what has not begun ends now", async () => {
  const caller = inTeam();
  const trial = await subscribed(caller, { trial_days: 3 });
  const { body } = await cancel(caller, trial.id, { at: "period_end" });
  assert.deepEqual([body.status, body.cancel_at], ["trialing", trial.trial_end]);
  const pending = await subscribed(caller, { start_at: inDays(1) });
  assert.equal((await cancel(caller, pending.id, { at: "period_end" })).body.status, "canceled");
});

test("periods that the clock has not come to yet do not move the end into the past", async () => {
  const caller = inTeam();
  const { id } = await subscribed(caller, { interval: "day", start_at: inDays(-10) });
  const { body } = await cancel(caller, id, { at: "period_end" });
  assert.ok(Date.parse(body.cancel_at) > Date.now(), body.cancel_at);
});

test("an earlier end stays", async () => {
  const caller = inTeam();
  const cancel_at = inDays(2);
  const { id } = await subscribed(caller, { cancel_at });
  assert.equal((await cancel(caller, id, { at: "period_end" })).body.cancel_at, cancel_at);
});

test("what is over is not canceled, and neither is another team's", async () => {
  const caller = inTeam();
  const { id } = await subscribed(caller);
  await cancel(caller, id);
  for (const at of ["now", "period_end"]) {
    const { status, body } = await cancel(caller, id, { at });
    assert.deepEqual(
      [status, body.code, body.from, body.to, body.allowed],
      [409, "invalid_state_transition", "canceled", "canceled", []],
    );
  }
  const other = await subscribed(inTeam());
  assert.equal((await cancel(caller, other.id)).status, 404);
  assert.equal((await cancel(caller, id, { at: "later" })).status, 422);
});

test("twenty cancel at once: one does", async () => {
  const caller = inTeam();
  const { id } = await subscribed(caller);
  const replies = await Promise.all(Array.from({ length: 20 }, () => cancel(caller, id)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [
    200,
    ...Array.from({ length: 19 }, () => 409),
  ]);
});

test("another version than the one that was read is refused", async () => {
  const caller = inTeam();
  const { id } = await subscribed(caller);
  const reply = await cancel(caller, id, {}, { headers: { "if-match": '"9"' } });
  assert.deepEqual([reply.status, reply.body.code], [412, "version_conflict"]);
});

test("a person's cancellation waits for its approval", async () => {
  const { member, admin, service } = commerceTeam();
  const { id } = await subscribed(service);
  const waiting = await cancel(member, id);
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body));
  assert.equal((await getSubscription(service, id)).body.status, "active");
  assert.equal((await approve(waiting, admin)).status, 200);
  assert.equal((await getSubscription(service, id)).body.status, "canceled");
});

test("an end that is told is an entry of the audit log, by its verb", async () => {
  const caller = inTeam();
  const { id } = await subscribed(caller);
  await cancel(caller, id, { at: "period_end" });
  await cancel(caller, id);
  const rows = await sql<{ act: string }>(
    "select payload ->> 'action' as act from commerce.outbox where team_id = $1 and type = 'audit' and payload ->> 'resource_id' = $2 order by seq",
    [caller.team_id, id],
  );
  assert.deepEqual(
    rows.map(({ act }) => act),
    ["create", "cancel", "cancel"],
  );
});
