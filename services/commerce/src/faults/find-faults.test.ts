import type { Caller } from "@jst/caller";
import { freePort, testCaller, toldFaults } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { documentPagesOf } from "../testing/test-document-pages.ts";
import { invoicesOf } from "../testing/test-documents.ts";
import { hasNoStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET, stripeProxy } from "../testing/test-stripe.ts";

const stripe = await stripeProxy();
const reachable = await testCommerce({ stripeApi: stripe.url });
// Nobody listens there.
const alone = await testCommerce({ stripeApi: `http://127.0.0.1:${await freePort()}` });

function actsOf({ door, set }: typeof alone) {
  const { made } = invoicesOf(door);
  const { send, pathOf } = documentPagesOf(door);
  return {
    set,
    team: async (): Promise<Caller> => {
      const caller = inTeam();
      await set(caller, "commerce.stripe.secret_key", STRIPE_KEY);
      await set(caller, "commerce.stripe.webhook_secret", STRIPE_WEBHOOK_SECRET);
      await set(caller, "commerce.provider", "stripe");
      return caller;
    },
    pay: async (caller: Caller) => (await send(pathOf(await made(caller)), "action=confirm")).status,
    faults: toldFaults(door),
  };
}

test("a provider that cannot open its page is a fault of the team, until it is set again", async () => {
  const { set, team, pay, faults } = actsOf(alone);
  const caller = await team();
  assert.deepEqual(await faults(caller), []);
  assert.equal(await pay(caller), 503);
  assert.equal(await pay(caller), 503);
  const [fault, ...others] = await faults(caller);
  assert.deepEqual(others, []);
  assert.deepEqual([fault?.component, fault?.state], ["payments", "failing"]);
  assert.ok(Date.parse(fault?.since ?? "") <= Date.now());
  assert.deepEqual(await faults(testCaller()), []);
  await set(caller, "commerce.payment_instructions", "Pay within a week.");
  assert.equal((await faults(caller)).length, 1);
  await set(caller, "commerce.stripe.secret_key", `${STRIPE_KEY}2`);
  assert.deepEqual(await faults(caller), []);
  assert.equal(await pay(caller), 503);
  assert.equal((await faults(caller)).length, 1);
  await set(caller, "commerce.provider", "manual");
  assert.deepEqual(await faults(caller), []);
});

test("it is told no more once a page is opened again", { skip: hasNoStripe }, async () => {
  const { team, pay, faults } = actsOf(reachable);
  const caller = await team();
  stripe.fault = "cut";
  assert.equal(await pay(caller), 503);
  stripe.fault = undefined;
  assert.equal((await faults(caller)).length, 1);
  assert.equal(await pay(caller), 303);
  assert.deepEqual(await faults(caller), []);
});

test("who pays is told that payments are not taken, also where that cannot be noted", async () => {
  const { team, pay, faults } = actsOf(alone);
  const caller = await team();
  await alone.sql("revoke insert on commerce.provider_faults from commerce");
  assert.equal(await pay(caller), 503);
  await alone.sql("grant insert on commerce.provider_faults to commerce");
  assert.deepEqual(await faults(caller), []);
});
