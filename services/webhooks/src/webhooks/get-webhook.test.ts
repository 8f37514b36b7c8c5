import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { testCaller } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { testDeliveries } from "../testing/test-deliveries.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";

const webhooks = await testWebhooks();
const { door, database } = webhooks;
const endpointWith = testDeliveries(webhooks);
const connectionString = database.urlOf("webhooks_worker");
const worker = new SystemDatabase({ connectionString, poolSize: 1, applicationName: "test" });
after(() => worker.close());
const body = { url: "https://example.com/hook", events: ["contact.created"] };

test("the detail shows the last 25 deliveries, newest first, and counts them all", async () => {
  const caller = testCaller();
  const { body: endpoint } = await door.call("CreateWebhook", { caller, body });
  const events = Array.from({ length: 30 }, (_, n) => ({
    teamId: caller.team_id,
    id: randomUUID(),
    type: "contact.created",
    payload: `{"n":${n}}`,
    traceparent: undefined,
  }));
  await materialise(worker, [{ teamId: caller.team_id, events }]);
  const { body: detail } = await door.call("GetWebhook", { caller, path: { webhook_id: endpoint.id } });
  assert.equal(detail.stats.pending, 30);
  const shown = detail.deliveries.map((delivery: { payload: { n: number } }) => delivery.payload.n);
  assert.deepEqual(
    shown,
    Array.from({ length: 25 }, (_, n) => 29 - n),
  );
  const { id, created_at: createdAt, next_attempt_at: dueAt, payload, ...rest } = detail.deliveries[0];
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.match(dueAt, /Z$/);
  assert.deepEqual(payload, { n: 29 });
  assert.deepEqual(rest, {
    endpoint_id: endpoint.id,
    type: "contact.created",
    status: "pending",
    attempts: 0,
    last_status_code: null,
    attempts_max: 5,
    batch_id: null,
    last_error: null,
  });
});

test("how each delivery stands is there to see: attempts, last status, next attempt, and the sum of them", async () => {
  const { caller, id } = await endpointWith(["failed", 2], ["success", 1], ["pending", 1]);
  const { body: detail } = await door.call("GetWebhook", { caller, path: { webhook_id: id } });
  const { pending, success, failed, last_success_at: succeeded, last_failure_at: refused } = detail.stats;
  assert.deepEqual([pending, success, failed], [1, 1, 1]);
  assert.ok(refused < succeeded, "both times are told");
  const shown = detail.deliveries.map((one: Record<string, unknown>) => [
    one["status"],
    one["attempts"],
    one["last_status_code"],
    one["next_attempt_at"] === null,
  ]);
  assert.deepEqual(shown, [
    ["pending", 0, null, false],
    ["success", 5, 200, true],
    ["failed", 5, 500, true],
  ]);
  const feed = await door.call("ListEvents", { caller });
  const states = feed.body.events.map(({ status }: { status: string }) => status);
  assert.deepEqual(states, ["failed", "success", "pending"]);
});

test("an error that a worker of the release before left beside a later answer is not shown", async () => {
  const { caller, id } = await endpointWith(["failed", 2]);
  const rewrite =
    "update webhooks.deliveries set last_error = 'timeout', last_status_code = $2 where team_id = $1";
  const shown = async (code: number | null) => {
    await webhooks.sql(rewrite, [caller.team_id, code]);
    const { body: detail } = await door.call("GetWebhook", { caller, path: { webhook_id: id } });
    const feed = await door.call("ListEvents", { caller });
    return [...detail.deliveries, ...feed.body.events].map(({ last_error: error }) => error as string | null);
  };
  const told = await shown(null);
  assert.ok(told.length > 0);
  assert.deepEqual(
    told,
    told.map(() => "timeout"),
  );
  assert.deepEqual(
    await shown(500),
    told.map(() => null),
  );
});
