import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testWebhooks } from "../testing/test-webhooks.ts";

// delivery/strict.test.ts tests that deliveries go on after a skip.
const { door, sql } = await testWebhooks();
const caller = testCaller();

async function made(): Promise<string> {
  const body = { url: "https://example.com/", events: ["contact.created"], ordering: "strict" };
  return (await door.call("CreateWebhook", { caller, body })).body.id as string;
}

const skip = (id: string, delivery: string, as = caller) =>
  door.call("SkipDelivery", { caller: as, path: { webhook_id: id }, body: { delivery_id: delivery } });

test("only the delivery that stops an endpoint is skipped, and once (events.strict)", async () => {
  const id = await made();
  const [delivery, batch] = [randomUUID(), randomUUID()];
  const stop = (one: string) =>
    sql(
      `insert into webhooks.queue (team_id, delivery_id, endpoint_id, due_at, state)
       values ($1, $2, $3, clock_timestamp(), 'blocked')`,
      [caller.team_id, one, id],
    );
  await stop(delivery);
  const other = await skip(id, batch);
  assert.deepEqual([other.status, other.body.code], [409, "invalid_state_transition"]);
  assert.deepEqual((await skip(id, delivery)).body, { skipped: 1 });
  assert.equal((await skip(id, delivery)).status, 409);
});

test("an endpoint of another team is like an absent one", async () => {
  const id = await made();
  const [foreign, absent] = [
    await skip(id, randomUUID(), testCaller()),
    await skip(randomUUID(), randomUUID()),
  ];
  assert.equal(foreign.status, 404);
  assert.deepEqual(foreign.body.code, absent.body.code);
});
