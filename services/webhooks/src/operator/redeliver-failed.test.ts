import assert from "node:assert/strict";
import { test } from "node:test";
import { testDeliveries } from "../testing/test-deliveries.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";

const webhooks = await testWebhooks();
const { door } = webhooks;
const endpointWith = testDeliveries(webhooks);
const redeliver = (body: object) => door.operate("RedeliverFailed", body);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test("all that failed since a time, of one team, become pending again with five attempts, and nothing else", async () => {
  const mine = await endpointWith(["failed", 5], ["failed", 1], ["success", 1], ["pending", 1]);
  const other = await endpointWith(["failed", 1]);
  const { body } = await redeliver({ team_id: mine.caller.team_id, failed_since: hoursAgo(2) });
  assert.deepEqual([body.redelivered, body.complete], [1, true]);
  assert.deepEqual(await mine.statuses(), ["failed 5", "pending 0", "success 5", "pending 0"]);
  assert.deepEqual(await other.statuses(), ["failed 5"]);
});

test("of one endpoint, without its team; a removed one keeps its failures", async () => {
  const one = await endpointWith(["failed", 1]);
  assert.equal((await redeliver({ endpoint_id: one.id, failed_since: hoursAgo(2) })).body.redelivered, 1);
  const removed = await endpointWith(["failed", 1]);
  await door.call("DeleteWebhook", { caller: removed.caller, path: { webhook_id: removed.id } });
  const { body } = await redeliver({ endpoint_id: removed.id, failed_since: hoursAgo(2) });
  assert.equal(body.redelivered, 0);
  assert.deepEqual(await removed.statuses(), ["failed 5"]);
});

test("the next part takes up nothing that failed after the first one", async () => {
  const one = await endpointWith(["failed", 3], ["failed", 1]);
  const bound = { failed_since: hoursAgo(4), failed_before: hoursAgo(2) };
  const { body } = await redeliver({ endpoint_id: one.id, ...bound });
  assert.deepEqual(body, { redelivered: 1, failed_before: bound.failed_before, complete: true });
  assert.deepEqual(await one.statuses(), ["pending 0", "failed 5"]);
});

test("neither team nor endpoint, or no time, is refused", async () => {
  assert.equal((await redeliver({ failed_since: hoursAgo(1) })).body.errors[0].field, "team_id");
  const one = await endpointWith(["failed", 1]);
  assert.equal((await redeliver({ endpoint_id: one.id, failed_since: "long ago" })).status, 422);
  assert.deepEqual(await one.statuses(), ["failed 5"]);
});
