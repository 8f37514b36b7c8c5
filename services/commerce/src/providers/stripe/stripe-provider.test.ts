import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Caller } from "@jst/caller";
import { checkoutsOf, RETURN, invoicesOf, line } from "../../testing/test-documents.ts";
import { testClock } from "../../testing/test-clock.ts";
import { inTeam, testCommerce } from "../../testing/test-commerce.ts";
import { documentPagesOf } from "../../testing/test-document-pages.ts";
import { hasNoStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET, stripeProxy } from "../../testing/test-stripe.ts";

const stripe = await stripeProxy();
const commerce = await testCommerce({ stripeApi: stripe.url });
const { door, set, sql } = commerce;
const { run } = await testClock(commerce, { stripeApi: stripe.url });
const { made, pay, declareVoid } = invoicesOf(door);
const checkouts = checkoutsOf(door);
const { ask, send, pathOf } = documentPagesOf(door);
const suite = { skip: hasNoStripe };

async function team(key = STRIPE_KEY): Promise<Caller> {
  const caller = inTeam();
  await set(caller, "commerce.stripe.secret_key", key);
  await set(caller, "commerce.stripe.webhook_secret", STRIPE_WEBHOOK_SECRET);
  await set(caller, "commerce.provider", "stripe");
  return caller;
}
const of = (id: string) => stripe.asked.filter(({ form }) => form.get("client_reference_id") === id);

test(
  "the button of an invoice leads to a page of Stripe, by a request that its own description takes",
  suite,
  async () => {
    const caller = await team();
    const invoice = await made(caller, { line_items: [line(1_999)] });
    const path = pathOf(invoice);
    assert.match((await ask(path)).text, /value="confirm"[^>]*>Pay</);
    const { status, location } = await send(path, "action=confirm");
    assert.equal(status, 303);
    assert.match(location, /^https:\/\/checkout\.stripe\.com\//);
    const [request, ...more] = of(invoice.id);
    assert.deepEqual([request?.status, more], [200, []]);
    const form = request?.form;
    assert.deepEqual(
      [
        "mode",
        "line_items[0][price_data][currency]",
        "line_items[0][price_data][unit_amount]",
        "success_url",
      ].map((name) => form?.get(name)),
      ["payment", "eur", "1999", invoice.hosted_url],
    );
    assert.equal(form?.get("metadata[jst_id]"), invoice.id);
    assert.equal(request?.headers["authorization"], `Bearer ${STRIPE_KEY}`);
    assert.equal((await send(path, "action=confirm")).location, location);
    assert.equal(of(invoice.id).length, 1);
  },
);

test(
  "many who press at once ask for one page: their requests have one key; another buyer has another",
  suite,
  async () => {
    const caller = await team();
    const checkout = await checkouts.made(caller);
    const page = checkouts.pageOf(checkout);
    const buy = (email: string) => send(page, `action=confirm&email=${email}`);
    await Promise.all(Array.from({ length: 10 }, () => buy("ada%40example.com")));
    const keys = () => new Set(of(checkout.id).map(({ headers }) => headers["idempotency-key"]));
    assert.equal(keys().size, 1);
    await buy("bo%40example.com");
    assert.equal(keys().size, 2);
    const [first] = of(checkout.id);
    assert.deepEqual(
      ["success_url", "cancel_url", "customer_email"].map((name) => first?.form.get(name)),
      [RETURN.success_url, RETURN.cancel_url, "ada@example.com"],
    );
    assert.deepEqual(await checkouts.stateOf(caller, checkout.id), ["open", "unpaid"]);
  },
);

test(
  "a currency that Stripe does not count is 422, a key that it refuses 503; neither asks for a page again by itself",
  suite,
  async () => {
    const caller = await team();
    const odd = await made(caller, { currency: "CLF" });
    assert.equal((await send(pathOf(odd), "action=confirm")).status, 422);
    assert.equal(of(odd.id).length, 0);
    const wrong = await team("rk_live_of_nobody");
    const invoice = await made(wrong);
    const refused = await send(pathOf(invoice), "action=confirm");
    assert.equal(refused.status, 503);
    assert.ok(!refused.text.includes("rk_live"));
  },
);

test(
  "while Stripe does not answer, or with nonsense, the page is 503 and the invoice is open",
  suite,
  async () => {
    const caller = await team();
    for (const fault of ["cut", "nonsense"] as const) {
      const invoice = await made(caller);
      stripe.fault = fault;
      const { status } = await send(pathOf(invoice), "action=confirm");
      stripe.fault = undefined;
      assert.equal(status, 503, fault);
      const keys = new Set(of(invoice.id).map(({ headers }) => headers["idempotency-key"]));
      assert.equal(keys.size, 1, "what is repeated is repeated under its key");
      assert.equal((await send(pathOf(invoice), "action=confirm")).status, 303);
    }
  },
);

/** Pages of Stripe's that were ended so far. */
const ended = () => stripe.asked.filter(({ path }) => path.endsWith("/expire")).length;
const waiting = ({ team_id }: Caller) =>
  sql<{ reference: string }>("select reference from commerce.session_ends where team_id = $1", [team_id]);

test(
  "a page of Stripe's is ended once its invoice is paid elsewhere or void, or its checkout has expired",
  suite,
  async () => {
    const caller = await team();
    await run();
    for (const end of [(id: string) => pay(caller, id), (id: string) => declareVoid(caller, id)]) {
      const invoice = await made(caller);
      await send(pathOf(invoice), "action=confirm");
      const before = ended();
      await run();
      assert.equal(ended(), before, "it is open while it is owed");
      await end(invoice.id);
      await run();
      assert.equal(ended(), before + 1);
      await run();
      assert.equal(ended(), before + 1, "and is ended once");
    }
    const checkout = await checkouts.made(caller, { contact_id: randomUUID() });
    await send(checkouts.pageOf(checkout), "action=confirm");
    const before = ended();
    await checkouts.expire(caller, checkout.id);
    await run();
    assert.equal(ended(), before + 1);
    assert.deepEqual(await waiting(caller), []);
  },
);

test("before a page is opened for another buyer, the one that is open is ended", suite, async () => {
  const caller = await team();
  const checkout = await checkouts.made(caller);
  const buy = (who: string) => send(checkouts.pageOf(checkout), `action=confirm&email=${who}%40example.com`);
  const before = ended();
  for (const who of ["ada", "ada", "bo", "ada"]) assert.equal((await buy(who)).status, 303);
  assert.equal(ended(), before + 2);
  const keys = new Set(of(checkout.id).map(({ headers }) => headers["idempotency-key"]));
  assert.equal(keys.size, 3, "a page that was ended is not told again");
});

test("a page that Stripe does not end now is ended later", suite, async () => {
  const caller = await team();
  const invoice = await made(caller);
  await send(pathOf(invoice), "action=confirm");
  await pay(caller, invoice.id);
  stripe.fault = "cut";
  await run();
  stripe.fault = undefined;
  assert.equal((await waiting(caller)).length, 1);
  await sql("update commerce.session_ends set due_at = now() where team_id = $1", [caller.team_id]);
  const before = ended();
  await run();
  assert.deepEqual([ended(), await waiting(caller)], [before + 1, []]);
});
