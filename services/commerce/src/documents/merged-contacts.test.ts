import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type { Caller } from "@jst/caller";
import { Database } from "@jst/db";
import { takeMerges } from "@jst/directory";
import { mergedFact } from "@jst/testing";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf, line } from "../testing/test-documents.ts";

const { door, database } = await testCommerce();
const { made, list } = invoicesOf(door);
const own = new Database({
  connectionString: database.urlOf("commerce"),
  poolSize: 4,
  applicationName: "test",
  changesetPrefix: "commerce",
});
after(() => own.close());

const take = ({ team_id }: Caller, ...facts: [id: string, into: string | null, version: number][]) =>
  takeMerges(
    own,
    team_id,
    facts.map(([id, into, version]) => mergedFact(team_id, id, into, version)),
  );
const contactsOf = async (caller: Caller, query = "") =>
  ((await list(caller, query)).body.invoices as { contact_id: string }[]).map((one) => one.contact_id);

test("a final invoice of a merged contact names the target, is found by it, and goes back with the merge", async () => {
  const caller = inTeam();
  const [a, b] = [randomUUID(), randomUUID()];
  const invoice = await made(caller, { contact_id: b, line_items: [line(300)] });
  await take(caller, [b, a, 2]);
  assert.deepEqual(await contactsOf(caller, `contact_id=${a}`), [a]);
  const path = { invoice_id: invoice.id };
  const { body } = await door.call("GetInvoice", { caller, path });
  assert.deepEqual([body.contact_id, body.version], [a, invoice.version]);
  await take(caller, [b, null, 3]);
  assert.deepEqual(await contactsOf(caller, `contact_id=${b}`), [b]);
  assert.deepEqual(await contactsOf(caller, `contact_id=${a}`), []);
});

test("a chain ends at its last contact in any order of the facts, repeated and late ones too", async () => {
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  const facts: [string, string | null, number][] = [
    [c, b, 2],
    [b, a, 2],
    [c, b, 2],
    [c, null, 1],
  ];
  for (const order of [facts, facts.toReversed()]) {
    const caller = inTeam();
    await made(caller, { contact_id: c, line_items: [line(300)] });
    await take(caller, ...order);
    assert.deepEqual(await contactsOf(caller, `contact_id=${a}`), [a]);
    await take(caller, [b, null, 3]);
    assert.deepEqual(await contactsOf(caller, `contact_id=${b}`), [b]);
    await take(caller, [c, null, 3]);
    assert.deepEqual(await contactsOf(caller, `contact_id=${c}`), [c]);
  }
});

test("an invoice that is written after the merge with the old contact names the target", async () => {
  const caller = inTeam();
  const [a, b] = [randomUUID(), randomUUID()];
  await take(caller, [b, a, 2]);
  const invoice = await made(caller, { contact_id: b, line_items: [line(300)] });
  assert.equal(invoice.contact_id, a);
  const elsewhere = inTeam();
  assert.equal((await made(elsewhere, { contact_id: b, line_items: [line(300)] })).contact_id, b);
});
