import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { faults, invoicesOf } from "../testing/test-documents.ts";

const { door, set, sql } = await testCommerce();
const { made, get, create, finalize, list, pay } = invoicesOf(door);
const ask = ({ team_id }: Caller, key: string, value: string) =>
  door.operate("SetSetting", { team_id, key, value });

test("a prefix begins the numbers from then on; the counting goes on, and cleared it is INV- again", async () => {
  const [caller, other] = [inTeam(), inTeam()];
  const first = await made(caller);
  const reply = await ask(caller, "commerce.invoice_prefix", "ACME/26-");
  assert.deepEqual([reply.status, reply.body], [200, { key: "commerce.invoice_prefix", value: "ACME/26-" }]);
  const numbers = [first.number, (await made(caller)).number, (await made(other)).number];
  assert.deepEqual(numbers, ["INV-000001", "ACME/26-000002", "INV-000001"]);
  assert.deepEqual((await ask(caller, "commerce.invoice_prefix", "")).body.value, null);
  const draft = await made(caller, { auto_finalize: false });
  assert.equal((await finalize(caller, draft.id)).body.number, "INV-000003");
});

test("an unknown key and an invalid value are refused, and nothing is set", async () => {
  const caller = inTeam();
  for (const [key, value, fault] of [
    ["commerce.colour", "red", "key invalid_value"],
    ["comms.email.provider", "smtp", "key invalid_value"],
    ["commerce.provider", "paypal", "value invalid_value"],
    ["commerce.clock", "2030-01-01T00:00:00Z", "value invalid_value"],
  ] as const) {
    const reply = await ask(caller, key, value);
    assert.deepEqual([reply.status, faults(reply)], [422, [fault]], key);
  }
  const rows = await sql("select from commerce.settings where team_id = $1", [caller.team_id]);
  assert.equal(rows.length, 0);
});

test("each setting that is made is in the audit log, without its value", async () => {
  const caller = inTeam();
  await set(caller, "commerce.payment_instructions", "IBAN DE00 1234");
  const rows = await sql<{ payload: Record<string, unknown> }>(
    "select payload from commerce.outbox where team_id = $1",
    [caller.team_id],
  );
  const [{ payload } = { payload: {} }] = rows;
  assert.equal(rows.length, 1);
  const { action, resource, resource_id: id } = payload;
  assert.deepEqual([action, resource, id], ["set", "config", "commerce.payment_instructions"]);
  assert.ok(!JSON.stringify(payload).includes("DE00"));
});

test("finalizing copies the seller, who stays in the invoice when another is set", async () => {
  const caller = inTeam();
  const draft = await made(caller, { auto_finalize: false });
  const seller = {
    legal_name: "Acme Ltd",
    address: "1 Main Street\nLondon",
    tax_id: "GB 1",
    email: "a@acme.test",
  };
  await set(caller, "commerce.seller", JSON.stringify(seller));
  assert.equal((await get(caller, draft.id)).body.bill_from, null);
  const { body } = await finalize(caller, draft.id);
  assert.deepEqual(body.bill_from, seller);
  assert.deepEqual((await made(caller)).bill_from, seller);
  await set(caller, "commerce.seller", "");
  assert.deepEqual((await get(caller, draft.id)).body.bill_from, seller);
  assert.equal((await made(caller)).bill_from, null);
});

test("a clock decides dates and what is overdue, stands still and goes forward alone; what happened has the real time", async () => {
  const caller = inTeam(undefined, "Pacific/Auckland");
  const real = await made(caller);
  await set(caller, "commerce.test", "true");
  await set(caller, "commerce.clock", "2040-02-28T13:00:00Z");
  const { body: listed } = await list(caller, "overdue=true");
  assert.deepEqual(
    listed.invoices.map(({ id, overdue }: { id: string; overdue: boolean }) => [id, overdue]),
    [[real.id, true]],
  );
  const late = await made(caller, { days_until_due: 1 });
  assert.deepEqual([late.issued_on, late.due_date, late.overdue], ["2040-02-29", "2040-03-01", false]);
  const { created_at: at, status_transitions: times } = late;
  for (const time of [at, times.finalized_at ?? ""]) assert.ok(time < "2040", time);
  assert.deepEqual(faults(await create(caller, { due_date: "2040-02-28" })), ["due_date out_of_range"]);
  for (const [to, status] of [
    ["2040-02-28T13:00:00Z", 200],
    ["2040-02-28T12:59:59Z", 422],
    ["", 422],
    ["2040-03-02T00:00:00Z", 200],
  ] as const)
    assert.equal((await ask(caller, "commerce.clock", to)).status, status, to);
  assert.equal((await get(caller, late.id)).body.overdue, true);
  const paid = await pay(caller, late.id, { method: "cash", paid_at: "2040-03-01T00:00:00Z" });
  assert.deepEqual([paid.status, paid.body.payment.paid_at], [200, "2040-03-01T00:00:00.000Z"]);
  const draft = await made(caller, { auto_finalize: false, due_date: "2040-03-02" });
  await set(caller, "commerce.test", "false");
  assert.equal((await get(caller, real.id)).body.overdue, false);
  const { body } = await finalize(caller, draft.id);
  assert.ok(body.issued_on < "2040", body.issued_on);
});
