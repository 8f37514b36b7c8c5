import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { checkoutsOf, invoicesOf } from "../testing/test-documents.ts";
import { commerceTeam, inTeam, testCommerce } from "../testing/test-commerce.ts";

const { door, rewrite, sql } = await testCommerce();
const { made, expire, stateOf, get } = checkoutsOf(door);
const { made: invoiced, pay, declareVoid, giveUp } = invoicesOf(door);

test("an open checkout ends, once; of many who end it at once one does", async () => {
  const caller = inTeam();
  const { id } = await made(caller);
  const replies = await Promise.all(Array.from({ length: 6 }, () => expire(caller, id)));
  const [done, ...more] = replies.filter(({ status }) => status === 200);
  assert.deepEqual([done?.body.status, done?.body.version, more], ["expired", 2, []]);
  const { status, body } = await expire(caller, id);
  assert.deepEqual(
    [status, body.code, body.from, body.to, body.allowed],
    [409, "invalid_state_transition", "expired", "expired", []],
  );
});

test("an open one reads expired from its time on, and is not ended again", async () => {
  const caller = inTeam();
  const { id } = await made(caller);
  await rewrite("update commerce.checkouts set expires_at = now() - interval '1 second' where id = $1", [id]);
  assert.deepEqual(await stateOf(caller, id), ["expired", "unpaid"]);
  assert.equal((await expire(caller, id)).status, 409);
});

test("paid by whatever way, an invoice completes its open checkouts; void or given up, it ends them", async () => {
  const caller = inTeam();
  const paid = await invoiced(caller);
  const [first, second, over] = [
    await made(caller, { invoice_id: paid.id }),
    await made(caller, { invoice_id: paid.id }),
    await made(caller, { invoice_id: paid.id }),
  ];
  await expire(caller, over.id);
  await pay(caller, paid.id);
  for (const { id } of [first, second]) assert.deepEqual(await stateOf(caller, id), ["complete", "paid"]);
  assert.deepEqual(await stateOf(caller, over.id), ["expired", "unpaid"]);
  for (const act of [declareVoid, giveUp]) {
    const { id: invoice_id } = await invoiced(caller);
    const { id } = await made(caller, { invoice_id });
    assert.equal((await act(caller, invoice_id)).status, 200);
    assert.deepEqual(await stateOf(caller, id), ["expired", "unpaid"]);
  }
  const entries = await sql<{ act: string }>(
    "select payload->>'action' as act from commerce.outbox where team_id = $1 and payload->>'resource' = 'checkouts'",
    [caller.team_id],
  );
  const acts = Map.groupBy(entries, ({ act }) => act);
  assert.deepEqual(
    ["create", "complete", "expire"].map((act) => acts.get(act)?.length),
    [5, 2, 3],
  );
});

test("a foreign checkout is an absent one; an old version is told so; a person's wish is a proposal", async () => {
  const { service, member } = commerceTeam();
  const { id } = await made(service);
  for (const caller of [inTeam()])
    assert.deepEqual([(await expire(caller, id)).status, (await get(caller, id)).status], [404, 404]);
  assert.equal((await expire(service, randomUUID())).status, 404);
  assert.equal((await expire(service, id, { headers: { "if-match": '"7"' } })).status, 412);
  assert.equal((await expire(member, id)).status, 202);
  assert.deepEqual(await stateOf(service, id), ["open", "unpaid"]);
});

test("the database itself keeps what a checkout says, and its states", async () => {
  const caller = inTeam();
  const { id } = await made(caller);
  const write = (set: string) => sql(`update commerce.checkouts set ${set} where id = $1`, [id]);
  for (const set of [
    "total = 1, subtotal = 1",
    "success_url = 'x'",
    "expires_at = now()",
    "payment_status = 'paid'",
  ])
    await assert.rejects(write(set), set);
  await expire(caller, id);
  await assert.rejects(write("status = 'open'"));
});
