import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { commerceTeam, inTeam, testCommerce } from "../testing/test-commerce.ts";
import { dateIn, invoicesOf, line } from "../testing/test-documents.ts";

const { door, sql } = await testCommerce();
const { create, made, finalize, pay, declareVoid, remove, approve } = invoicesOf(door);

/** Numbers of the team in the order of their times, with who has them. */
const numbered = (caller: Caller) =>
  sql<{ number: string; finalized_at: string }>(
    "select number, finalized_at::text from commerce.invoices where team_id = $1 and number is not null order by finalized_at, number",
    [caller.team_id],
  );
const upTo = (count: number) =>
  Array.from({ length: count }, (_, at) => `INV-${String(at + 1).padStart(6, "0")}`);

test("32 who finalize and create at once have numbers without a gap, in the order of their times", async () => {
  const caller = inTeam();
  const drafts = await Promise.all(Array.from({ length: 16 }, () => made(caller, { auto_finalize: false })));
  const replies = await Promise.all(
    drafts.flatMap(({ id }) => [
      finalize(caller, id),
      finalize(caller, id),
      create(caller),
      create(caller, { line_items: [line(1, { discount_amount: 2 })] }),
    ]),
  );
  const statuses = replies.map(({ status }) => status);
  for (const [status, count] of [
    [200, 16],
    [409, 16],
    [201, 16],
    [422, 16],
  ])
    assert.equal(statuses.filter((one) => one === status).length, count, String(status));
  const rows = await numbered(caller);
  assert.deepEqual(
    rows.map(({ number }) => number),
    upTo(32),
  );
});

test("what shows, proposes, refuses or repeats takes no number", async () => {
  const { service, member, admin } = commerceTeam();
  const proposal = await create(member);
  assert.equal(proposal.status, 202, JSON.stringify(proposal.body));
  const [shown] = proposal.body.preview;
  const { number, total, status, hosted_url, issued_on } = shown.after;
  assert.deepEqual(
    [shown.resource, shown.op, number, total, status, hosted_url, issued_on],
    ["invoices", "create", null, 1000, "open", null, dateIn("UTC")],
  );
  assert.match(proposal.body.changeset_id, /^commerce_/);
  const headers = { "idempotency-key": "one" };
  const contact_id = "0198f0a0-0000-7000-8000-000000000001";
  const first = await create(service, { contact_id }, { headers });
  const again = await create(service, { contact_id }, { headers });
  assert.deepEqual([again.status, again.body, first.body.number], [201, first.body, "INV-000001"]);
  const draft = await made(service, { auto_finalize: false });
  assert.equal((await remove(service, draft.id)).status, 200);
  const { body: voided } = await declareVoid(service, first.body.id);
  assert.deepEqual([voided.number, voided.status], ["INV-000001", "void"]);
  const approved = await approve(proposal, admin);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.deepEqual([approved.body.result.number, approved.body.result.status], ["INV-000002", "open"]);
});

test("numbers of teams are their own, and grow beyond six digits", async () => {
  const [one, other] = [inTeam(), inTeam()];
  assert.deepEqual([(await made(one)).number, (await made(other)).number], ["INV-000001", "INV-000001"]);
  await sql("update commerce.counters set last = 999999 where team_id = $1", [one.team_id]);
  assert.equal((await made(one)).number, "INV-1000000");
});

test("the database protects a finalized invoice from every writer", async () => {
  const caller = inTeam();
  const { id } = await made(caller);
  const change = (set: string) => sql(`update commerce.invoices set ${set} where id = $1`, [id]);
  const context = [
    "memo = 'x'",
    "number = 'INV-9'",
    "total = 0, subtotal = 0",
    "line_items = '[]'",
    "status = 'draft'",
  ];
  for (const set of [
    ...context,
    "due_date = due_date + 1",
    "finalized_at = null",
    "deleted_at = now()",
    "contact_id = uuidv7()",
  ])
    await assert.rejects(change(set), /does not (change|go)|violates/, set);
  await assert.rejects(sql("delete from commerce.invoices where id = $1", [id]), /does not change/);
  assert.equal((await pay(caller, id)).status, 200);
  for (const set of ["status = 'open', paid_at = null", "payment = null", "paid_at = now()"])
    await assert.rejects(change(set), /does not (change|go)|violates/, set);
});
