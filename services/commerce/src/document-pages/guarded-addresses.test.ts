import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { human, testCaller } from "@jst/testing";
import { rpcs } from "../../gen/registry.ts";
import { checkoutsOf, invoicesOf, quotesOf } from "../testing/test-documents.ts";
import { commerceTeam, inTeam, testCommerce } from "../testing/test-commerce.ts";
import { documentPagesOf } from "../testing/test-document-pages.ts";

const { door, sql } = await testCommerce();
const invoices = invoicesOf(door);
const quotes = quotesOf(door);
const checkouts = checkoutsOf(door);
const { send } = documentPagesOf(door);

const readOnly = [{ resource: "commerce", actions: ["read" as const] }];
/** Callers of a team who may read in commerce and not write there. */
const readersOf = (team_id: string): Caller[] => [
  inTeam(human(team_id, "viewer")),
  inTeam({ ...human(team_id, "viewer"), token_type: "member", door: "console" }),
  inTeam(testCaller({ team_id, scopes: readOnly })),
  inTeam(testCaller({ team_id, scopes: [{ resource: "*", actions: ["read", "delete", "admin"] }] })),
  inTeam({
    ...human(team_id, "owner"),
    token_type: "oauth_app",
    scopes: readOnly,
    oauth_app: { client_id: "c", client_name: "C", issuer: "i" },
  }),
];

/** Each read of a document, by the name of its rpc. */
const reads = (ids: { invoice: string; quote: string; checkout: string }) => ({
  GetInvoice: (caller: Caller) => invoices.get(caller, ids.invoice),
  ListInvoices: (caller: Caller) => invoices.list(caller),
  GetQuote: (caller: Caller) => quotes.get(caller, ids.quote),
  ListQuotes: (caller: Caller) => quotes.list(caller),
  GetCheckout: (caller: Caller) => checkouts.get(caller, ids.checkout),
  ListCheckouts: (caller: Caller) => checkouts.list(caller),
});

test("each read shows the address of a page to callers with commerce:write, and null to every reader", async () => {
  const { service, member } = commerceTeam();
  const made = {
    invoice: (await invoices.made(service)).id,
    quote: (await quotes.made(service)).id,
    checkout: (await checkouts.made(service)).id,
  };
  const all = reads(made);
  const guarded = rpcs.filter(({ readOnly: isRead, shownTo }) => isRead && shownTo !== undefined);
  // A PDF has no address in it.
  const inJson = guarded.map(({ method }) => method).filter((name) => name !== "GetInvoicePdf");
  assert.deepEqual(Object.keys(all).sort(), inJson.sort());
  const writer = inTeam(
    testCaller({ team_id: service.team_id, scopes: [{ resource: "commerce", actions: ["read", "write"] }] }),
  );
  for (const [name, read] of Object.entries(all)) {
    for (const caller of [service, member, writer]) {
      const shown = JSON.stringify((await read(caller)).body);
      assert.match(shown, /"(hosted_url|url)":"http:\/\/gateway\.test\/p\//, name);
    }
    for (const caller of readersOf(service.team_id)) {
      const reply = await read(caller);
      assert.equal(reply.status, 200, name);
      const shown = JSON.stringify(reply.body);
      assert.match(shown, /"(hosted_url|url)":null/, name);
      assert.ok(!shown.includes("/p/") && !shown.includes("u0000"), name);
    }
  }
});

test("a reply that is stored has no address, and a repeat shows it as the caller may see it then", async () => {
  const { member, admin } = commerceTeam();
  const caller: Caller = { ...member, role: "owner", team: { ...member.team, trust_rest: "execute" } };
  const body = { contact_id: randomUUID() };
  const headers = { "idempotency-key": "one" };
  const first = await quotes.create(caller, body, { headers });
  assert.ok(first.body.hosted_url.includes("/p/quotes/"), JSON.stringify(first.body));
  const [stored] = await sql<{ text: string }>(
    "select body as text from commerce.idempotency_keys where team_id = $1",
    [caller.team_id],
  );
  assert.ok(stored?.text.includes("hosted_url") === true && !stored.text.includes("/p/"), stored?.text);
  const again = await quotes.create(caller, body, { headers });
  assert.deepEqual([again.headers["idempotency-replayed"], again.body], ["true", first.body]);
  // The scopes of an app are narrowed under the same grant.
  const scopes: Caller["scopes"] = [
    { resource: "commerce", actions: ["write"] },
    { resource: "contacts", actions: ["read"] },
  ];
  const narrowed = { ...caller, scopes };
  assert.equal((await quotes.create(narrowed, body, { headers })).body.hosted_url, first.body.hosted_url);
  const proposal = await quotes.create(member, { contact_id: randomUUID() });
  const deciding: Caller["scopes"] = [
    { resource: "audit", actions: ["read", "admin"] },
    { resource: "commerce", actions: ["read"] },
  ];
  const decider = { ...admin, scopes: deciding };
  const approved = await invoices.approve(proposal, decider);
  assert.deepEqual([approved.status, approved.body.result.hosted_url], [200, null]);
});

test("who only reads a quote cannot accept it: a guessed address is a 404, and the quote stays open", async () => {
  const caller = inTeam();
  const quote = await quotes.made(caller);
  const path = new URL(quote.hosted_url ?? "").pathname;
  const id = Buffer.from(path.split("/").at(-1) ?? "", "base64url").subarray(0, 32);
  const guesses = [Buffer.alloc(32), Buffer.alloc(32, 255), id].map((mac) =>
    Buffer.concat([id, mac]).toString("base64url"),
  );
  for (const guess of guesses)
    assert.equal((await send(`/p/quotes/${guess}`, "action=accept")).status, 404, guess);
  for (const reader of readersOf(caller.team_id)) {
    const { body } = await quotes.get(reader, quote.id);
    assert.deepEqual([body.status, body.hosted_url], ["open", null]);
  }
});
