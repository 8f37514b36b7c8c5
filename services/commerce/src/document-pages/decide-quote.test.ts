import assert from "node:assert/strict";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { documentPagesOf } from "../testing/test-document-pages.ts";
import { invoicesOf, quotesOf } from "../testing/test-documents.ts";

const { door, teams, sql, rewrite } = await testCommerce();
const { made, get, cancel } = quotesOf(door);
const { list } = invoicesOf(door);
const { ask, send, pathOf } = documentPagesOf(door);

test("accepted on its page, a quote is an invoice, by nobody who is known; again it sends back to the page", async () => {
  const caller = inTeam();
  const quote = await made(caller);
  const path = pathOf(quote);
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(path, "action=accept")));
  for (const { status, location } of replies) assert.deepEqual([status, location], [303, path]);
  const { body } = await get(caller, quote.id);
  const [invoice, ...more] = (await list(caller)).body.invoices;
  assert.deepEqual([body.status, body.result_ref.id, more], ["accepted", invoice.id, []]);
  assert.deepEqual(invoice.created_by, { type: "system", id: null });
  const [entry] = await sql<{ payload: { actor: object; resource: string } }>(
    "select payload from commerce.outbox where team_id = $1 and type = 'quote.accepted'",
    [caller.team_id],
  );
  assert.deepEqual(entry?.payload.actor, { type: "system", id: null });
  assert.match((await ask(path)).text, /This quote is accepted\./);
  const late = await send(path, "action=decline");
  assert.equal(late.status, 409);
  assert.match(late.text, /role="alert"/);
});

test("declined, and again; what is over is refused on a page that says why", async () => {
  const caller = inTeam();
  const path = pathOf(await made(caller));
  const twice = [await send(path, "action=decline"), await send(path, "action=decline")];
  for (const { location } of twice) assert.equal(location, path);
  assert.equal((await send(path, "action=accept")).status, 409);
  const [old, gone] = [await made(caller), await made(caller)];
  await rewrite("update commerce.quotes set expires_at = now() - interval '1 second' where id = $1", [
    old.id,
  ]);
  await cancel(caller, gone.id);
  for (const [quote, said] of [
    [old, /has expired/],
    [gone, /canceled this quote/],
  ] as const) {
    const { status, text } = await send(pathOf(quote), "action=accept");
    assert.equal(status, 409);
    assert.match(text, said);
    assert.ok(!text.includes("<form"));
  }
  assert.deepEqual((await list(caller)).body.invoices, []);
});

test("who looks, and a form without one of the buttons, changes nothing", async () => {
  const caller = inTeam();
  const quote = await made(caller);
  const path = pathOf(quote);
  for (const method of ["GET", "HEAD"])
    assert.equal((await ask(`${path}?action=accept`, { method })).status, 200);
  for (const body of ["", "action=", "action=confirm", "action=accept&action=decline", "decision=accept"])
    assert.equal((await send(path, body)).status, 422, body);
  assert.deepEqual((await get(caller, quote.id)).body, quote);
  teams.set(caller.team_id, { modules: [] });
  assert.equal((await send(path, "action=accept")).status, 403);
  teams.delete(caller.team_id);
  assert.equal((await get(caller, quote.id)).body.status, "open");
});
