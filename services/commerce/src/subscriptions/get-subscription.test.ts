import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { inTeam, testCommerce } from "../testing/test-commerce.ts";
import { subscriptionsOf } from "../testing/test-documents.ts";

const { door } = await testCommerce();
const { subscribed, getSubscription } = subscriptionsOf(door);

test("a subscription of another team is as absent as an unknown one", async () => {
  const { id } = await subscribed(inTeam());
  for (const asked of [id, randomUUID(), "1"]) {
    const reply = await getSubscription(inTeam(), asked);
    assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
  }
});
