import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf } from "../testing/test-invoices.ts";

const { door } = await testCommerce();
const { made, get } = invoicesOf(door);

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
