import assert from "node:assert/strict";
import { test } from "node:test";
import { commerceTeam, inTeam, testCommerce } from "../testing/test-commerce.ts";
import { documentPagesOf } from "../testing/test-document-pages.ts";
import { invoicesOf, line, quotesOf } from "../testing/test-documents.ts";

const { door, teams, set, sql } = await testCommerce();
const { create, made, get, finalize, list, pay, declareVoid, approve } = invoicesOf(door);
const { made: quoted } = quotesOf(door);
const { ask, pathOf } = documentPagesOf(door);

test("a page shows the figures, who sells and how to pay, with every text escaped, in no cache and no search engine", async () => {
  const caller = inTeam();
  await set(caller, "commerce.seller", JSON.stringify({ legal_name: "Engines & Sons", tax_id: "GB 1" }));
  await set(caller, "commerce.payment_instructions", "IBAN DE00 1234");
  const lines = [line(1234567, { description: "<b>Engine</b>", discount_amount: 67, tax_rate_bps: 1950 })];
  const invoice = await made(caller, { currency: "KWD", line_items: lines, memo: "M<i>", footer: "F" });
  const { status, headers, text } = await ask(pathOf(invoice));
  assert.equal(status, 200);
  for (const shown of [
    "INV-000001",
    "&lt;b&gt;Engine",
    "1,234.567",
    "0.067",
    "19.5%",
    "1,475.228 KWD",
    "M&lt;i&gt;",
  ])
    assert.ok(text.includes(shown), shown);
  for (const shown of [
    "Engines &amp; Sons",
    "Tax ID GB 1",
    "IBAN DE00 1234",
    "1 Main Street",
    invoice.due_date ?? "-",
  ])
    assert.ok(text.includes(shown), shown);
  assert.ok(!text.includes("<b>") && !text.includes("<script"));
  assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
  const expected = ["text/html; charset=utf-8", "no-store", "nosniff", "no-referrer", "noindex"];
  const names = [
    "content-type",
    "cache-control",
    "x-content-type-options",
    "referrer-policy",
    "x-robots-tag",
  ];
  assert.deepEqual(
    names.map((name) => headers.get(name)),
    expected,
  );
  await pay(caller, invoice.id);
  const paid = await ask(pathOf(invoice));
  assert.ok(paid.text.includes("This invoice is paid.") && !paid.text.includes("IBAN"));
  const other = await made(caller);
  await declareVoid(caller, other.id);
  assert.match((await ask(pathOf(other))).text, /is void/);
});

test("the address is the same on every read and in lists; a draft, a preview, events and tables have none", async () => {
  const { service: caller, member, admin } = commerceTeam();
  const draft = await made(caller, { auto_finalize: false });
  assert.equal(draft.hosted_url, null);
  const { body: final } = await finalize(caller, draft.id);
  const url = final.hosted_url as string;
  const [listed] = (await list(caller)).body.invoices;
  const paid = (await pay(caller, draft.id)).body;
  assert.deepEqual(
    [listed.hosted_url, paid.hosted_url, (await get(caller, draft.id)).body.hosted_url],
    [url, url, url],
  );
  const proposal = await create(member);
  assert.equal(proposal.body.preview[0].after.hosted_url, null);
  const approved = await approve(proposal, admin);
  assert.equal((await ask(pathOf(approved.body.result))).status, 200);
  const secret = url.slice(url.lastIndexOf("/") + 1);
  const stored = await sql<{ text: string }>(
    "select to_jsonb(c)::text as text from commerce.changes c where team_id = $1 union all select to_jsonb(i)::text from commerce.invoices i where team_id = $1 union all select payload::text from commerce.outbox where team_id = $1",
    [caller.team_id],
  );
  assert.ok(stored.length > 6);
  for (const { text } of stored) assert.ok(!text.includes(secret));
  const [event] = await sql<{ payload: { data: { object: { hosted_url: null } } } }>(
    "select payload from commerce.outbox where team_id = $1 and type = 'invoice.paid'",
    [caller.team_id],
  );
  assert.equal(event?.payload.data.object.hosted_url, null);
});

test("a text of a caller does not become an address of a page", async () => {
  const caller = inTeam();
  const memo = '"hosted_url":"invoices 0198f0a0-0000-7000-8000-000000000000"';
  const invoice = await made(caller, {
    memo,
    metadata: { hosted_url: "invoices 0198f0a0-0000-7000-8000-000000000000" },
  });
  assert.deepEqual([invoice.memo, (await get(caller, invoice.id)).body.memo], [memo, memo]);
  assert.ok(!JSON.stringify(invoice.metadata).includes("http"), JSON.stringify(invoice.metadata));
});

test("a secret that was altered, of another kind, or of a team that is gone is the one page that is not there", async () => {
  const caller = inTeam();
  const path = pathOf(await made(caller));
  const quote = pathOf(await quoted(caller));
  const last = path.at(-1) === "A" ? "Q" : "A";
  const odd = [
    `${path.slice(0, -1)}${last}`,
    path.slice(0, -2),
    `${path}A`,
    path.replace("/invoices/", "/quotes/"),
    quote.replace("/quotes/", "/invoices/"),
    "/p/invoices/x",
    `/p/invoices/${"A".repeat(86)}`,
  ];
  const texts = new Set<string>();
  for (const one of odd) {
    const { status, text } = await ask(one);
    assert.equal(status, 404, one);
    texts.add(text);
  }
  teams.set(caller.team_id, undefined);
  texts.add((await ask(path)).text);
  assert.equal(texts.size, 1);
});

test("while commerce is off the page says so", async () => {
  const caller = inTeam();
  const path = pathOf(await made(caller));
  teams.set(caller.team_id, { modules: ["contacts"] });
  const { status, text } = await ask(path);
  assert.equal(status, 403);
  assert.match(text, /switched off/);
  assert.ok(!text.includes("INV-"));
});

test("a source that asks for one page more than sixty times a minute waits; another one does not", async () => {
  const path = pathOf(await made(inTeam()));
  const from = (source: string) => ask(path, { headers: { "x-forwarded-for": source } });
  for (let asked = 0; asked < 60; asked += 1) assert.equal((await from("198.51.100.1")).status, 200);
  const { status, headers } = await from("198.51.100.1");
  assert.equal(status, 429);
  assert.ok(Number(headers.get("retry-after")) > 0);
  assert.equal((await from("198.51.100.2")).status, 200);
});
