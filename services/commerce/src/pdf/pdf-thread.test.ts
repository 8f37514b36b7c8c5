import assert from "node:assert/strict";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { invoicesOf, line } from "../testing/test-documents.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { pdfThread } from "./pdf-cache.ts";

const { door } = await testCommerce();
const { made, pay } = invoicesOf(door);

test("a document that takes longer than its time is refused, and the one after it is made", async () => {
  const invoice = await made(inTeam(), {});
  const input = { invoice, timezone: "UTC", instructions: null };
  const line_items = Array.from({ length: 100_000 }, () => invoice.line_items).flat();
  const largest = { ...input, invoice: { ...invoice, line_items } };
  const thread = pdfThread(2_000);
  await assert.rejects(thread.run("a", largest), { code: "limit_reached" });
  assert.deepEqual(Buffer.from(await pdfThread().run("a", input)), await invoicePdf(input));
});

test("documents of one team change no byte of another's", async () => {
  const texts = ["Work", "nbsp\u00a0and\u2011hyphen", "Ångström ﬁ µ Ω K", "Работа", "a\u0301 \u00e1", "Work"];
  const invoices = await Promise.all(
    texts.map((description) => made(inTeam(), { line_items: [line(1, { description })] })),
  );
  const inputs = invoices.map((invoice) => ({ invoice, timezone: "UTC", instructions: null }));
  const thread = pdfThread();
  const first = await Promise.all(inputs.map((input, at) => thread.run(`team ${at}`, input)));
  const second: Uint8Array[] = [];
  for (const input of inputs.toReversed()) second.push(await thread.run("another", input));
  assert.deepEqual(second.toReversed(), first);
});

test("of twenty documents of a team at once some are made, and the others are to be asked for later", async () => {
  const caller = inTeam();
  const { id } = await made(caller, {});
  const ask = (of = caller) => door.call("GetInvoicePdf", { caller: of, path: { final_invoice_id: id } });
  const replies = await Promise.all(Array.from({ length: 20 }, () => ask()));
  const refused = replies.filter(({ status }) => status !== 200);
  assert.ok(refused.length < replies.length);
  for (const { status, headers } of refused) assert.deepEqual([status, headers["retry-after"]], [429, "5"]);
  assert.equal((await ask()).status, 200);
});

test("a PDF has the tag of what it shows, by which it is 304 until that changes", async () => {
  const caller = inTeam();
  const { id } = await made(caller, {});
  const ask = (headers = {}) =>
    door.call("GetInvoicePdf", { caller, path: { final_invoice_id: id }, headers });
  const { headers, status } = await ask();
  const etag = headers["etag"] ?? "";
  assert.equal(status, 200);
  assert.match(etag, /^"[\w-]{43}"$/);
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, "*"])
    assert.equal((await ask({ "if-none-match": tag })).status, 304, tag);
  assert.equal((await pay(caller, id)).status, 200);
  const after = await ask({ "if-none-match": etag });
  assert.equal(after.status, 200);
  assert.notEqual(after.headers["etag"], etag);
});
