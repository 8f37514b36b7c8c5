import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf } from "../testing/test-invoices.ts";

const { door } = await testCommerce();
const { made, get, list } = invoicesOf(door);

test("another team's invoice and a malformed id are absent", async () => {
  const { id } = await made(inTeam());
  for (const one of [id, randomUUID(), "x"]) assert.equal((await get(inTeam(), one)).status, 404);
});

test("an invoice is never 304: whether it is overdue moves without its version", async () => {
  const caller = inTeam();
  const invoice = await made(caller);
  const { status, body, headers } = await get(caller, invoice.id, { headers: { "if-none-match": '"1"' } });
  assert.deepEqual([status, headers["etag"], body], [200, '"1"', invoice]);
});

test("metadata that looks like what the address of a page is put in place of is read as it was given", async () => {
  const caller = inTeam();
  const { id, hosted_url } = await made(caller);
  const metadata = { hosted_url: `invoices ${id}`, 'a":"': `"hosted_url":"invoices ${id}"` };
  const second = await made(caller, { metadata });
  const { body } = await get(caller, second.id);
  const { body: page } = await list(caller, `q=${second.number}`);
  const invoices = page.invoices as { metadata: unknown }[];
  assert.deepEqual([second.metadata, body.metadata, invoices[0]?.metadata], [metadata, metadata, metadata]);
  assert.ok(typeof hosted_url === "string" && body.hosted_url !== hosted_url);
});
