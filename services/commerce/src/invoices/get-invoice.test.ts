import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Invoice } from "../../gen/rpc.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf } from "../testing/test-invoices.ts";

const { door } = await testCommerce();
const { made, get, list, pay } = invoicesOf(door);

test("another team's invoice and a malformed id are absent", async () => {
  const { id } = await made(inTeam());
  for (const one of [id, randomUUID(), "x"]) assert.equal((await get(inTeam(), one)).status, 404);
});

test("an invoice is 304 to its version unless it is open, when the clock alone makes it overdue", async () => {
  const caller = inTeam();
  const known = (id: string, version: number) =>
    get(caller, id, { headers: { "if-none-match": `"${version}"` } });
  const [open, draft] = [await made(caller), await made(caller, { auto_finalize: false })];
  const { status, body, headers } = await known(open.id, open.version);
  assert.deepEqual([status, headers["etag"], body], [200, '"1"', open]);
  assert.equal((await known(draft.id, draft.version)).status, 304);
  const paid = (await pay(caller, open.id)).body as Invoice;
  const again = await known(open.id, paid.version);
  assert.deepEqual([again.status, again.headers["etag"]], [304, `"${paid.version}"`]);
  assert.equal((await known(open.id, open.version)).status, 200);
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
