import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Invoice } from "../../gen/rpc.ts";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { faults, invoicesOf, line } from "../testing/test-documents.ts";

const { door, rewrite } = await testCommerce();
const { create, made, get, list, pay } = invoicesOf(door);

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

test("tax is charged at the exact rate, which answers show beside the rounded hundredths and take back", async () => {
  const caller = inTeam();
  const { line_items: lines, tax_total } = await made(caller, {
    auto_finalize: false,
    line_items: [line(100_000, { tax_rate: "8.875" }), line(1_000, { tax_rate: "120" })],
  });
  assert.deepEqual(
    lines.map(({ tax_rate, tax_rate_bps, tax_amount }) => [tax_rate, tax_rate_bps, tax_amount]),
    [
      ["8.875", 888, 8_875],
      ["120", 12_000, 1_200],
    ],
  );
  assert.equal(tax_total, 10_075);
  const again = await made(caller, {
    line_items: [{ ...line(100_000), tax_rate: "8.875", tax_rate_bps: 888 }],
  });
  assert.equal(again.tax_total, 8_875);
});

test("a line of an earlier release reads with the rate of its hundredths", async () => {
  const caller = inTeam();
  const { id } = await made(caller, { auto_finalize: false, line_items: [line(1_000, { tax_rate: "5.5" })] });
  await rewrite(
    "update commerce.invoices set line_items = jsonb_set(line_items, '{0}', (line_items -> 0) - 'tax_rate') where id = $1",
    [id],
  );
  const { line_items: lines } = (await get(caller, id)).body as Invoice;
  assert.deepEqual([lines[0]?.tax_rate, lines[0]?.tax_rate_bps], ["5.5", 550]);
});

test("a rate in another form, above 1000 percent or unlike its hundredths is refused at its line", async () => {
  const rates = ["1001", "1e2", "07", "8.8755", "-1", "8,875", 8.875];
  const lines = [...rates.map((tax_rate) => ({ tax_rate })), { tax_rate: "8.875", tax_rate_bps: 887 }];
  for (const more of lines) {
    const reply = await create(inTeam(), { line_items: [line(1, more)] });
    const found = [reply.status, faults(reply).map((fault) => fault.split(" ")[0])];
    assert.deepEqual(found, [422, ["line_items.0.tax_rate"]], JSON.stringify(more));
  }
});
