import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { testCaller } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";

const { door, database, sql } = await testWebhooks();
const connectionString = database.urlOf("webhooks_worker");
const worker = new SystemDatabase({ connectionString, poolSize: 1, applicationName: "test" });
after(() => worker.close());

/** An endpoint with three deliveries: failed yesterday, failed an hour ago, delivered. */
async function endpointWithFailures() {
  const caller = testCaller();
  const body = { url: "https://example.com/hook", events: ["contact.created"] };
  const { body: endpoint } = await door.call("CreateWebhook", { caller, body });
  const events = Array.from({ length: 3 }, (_, n) => ({
    teamId: caller.team_id,
    id: randomUUID(),
    type: "contact.created",
    payload: `{"n":${n}}`,
    traceparent: undefined,
  }));
  await materialise(worker, [{ teamId: caller.team_id, events }]);
  const deliveries = await sql<{ id: string }>(
    `with ended as (delete from webhooks.queue where endpoint_id = $1)
     update webhooks.deliveries d
     set status = o.status, attempts = 5, next_attempt_at = null, failed_at = now() - o.ago::interval
     from (values (0, 'failed', '25 hours'), (1, 'failed', '1 hour'), (2, 'success', null)) o (n, status, ago)
     where d.endpoint_id = $1 and (d.payload ->> 'n')::int = o.n
     returning d.id, o.n`,
    [endpoint.id],
  );
  const ids = deliveries.map(({ id }) => id);
  const path = { webhook_id: endpoint.id as string };
  const statuses = async () => {
    const rows = await sql<{ status: string; attempts: number }>(
      "select status, attempts from webhooks.deliveries where endpoint_id = $1 order by created_at",
      [endpoint.id],
    );
    return rows.map(({ status, attempts }) => `${status} ${attempts}`);
  };
  return { caller, path, ids, statuses };
}

test("one failed delivery becomes pending again with all its attempts, at its old place in the feed", async () => {
  const { caller, path, ids, statuses } = await endpointWithFailures();
  const before = await door.call("ListEvents", { caller });
  const reply = await door.call("RedeliverWebhook", { caller, path, body: { delivery_id: ids[1] } });
  assert.deepEqual([reply.status, reply.body], [202, { redelivered: 1 }]);
  assert.deepEqual(await statuses(), ["failed 5", "pending 0", "success 5"]);
  const order = ({ body }: typeof before) => body.events.map(({ id }: { id: string }) => id);
  assert.deepEqual(order(await door.call("ListEvents", { caller })), order(before));
});

test("all that failed since a time become pending again, and nothing else", async () => {
  const { caller, path, statuses } = await endpointWithFailures();
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
  const recent = await door.call("RedeliverWebhook", { caller, path, body: { failed_since: dayAgo } });
  assert.deepEqual([recent.status, recent.body], [202, { redelivered: 1 }]);
  assert.deepEqual(await statuses(), ["failed 5", "pending 0", "success 5"]);
  const all = { failed_since: "2020-01-01T00:00:00+02:00" };
  assert.deepEqual((await door.call("RedeliverWebhook", { caller, path, body: all })).body, {
    redelivered: 1,
  });
  assert.deepEqual(await statuses(), ["pending 0", "pending 0", "success 5"]);
});

test("what was delivered is not posted again", async () => {
  const { caller, path, ids, statuses } = await endpointWithFailures();
  const reply = await door.call("RedeliverWebhook", { caller, path, body: { delivery_id: ids[2] } });
  assert.deepEqual([reply.status, reply.body], [202, { redelivered: 0 }]);
  assert.deepEqual(await statuses(), ["failed 5", "failed 5", "success 5"]);
});

test("neither, both, and an invalid time or id are refused", async () => {
  const { caller, path, ids, statuses } = await endpointWithFailures();
  const bodies = [
    {},
    { delivery_id: ids[0], failed_since: "2026-01-01T00:00:00Z" },
    { failed_since: "yesterday" },
    { failed_since: "2026-02-30T00:00:00Z" },
    { delivery_id: "7" },
  ];
  for (const body of bodies) {
    const reply = await door.call("RedeliverWebhook", { caller, path, body });
    assert.deepEqual([reply.status, reply.body.code], [422, "validation_failed"], JSON.stringify(body));
  }
  assert.deepEqual(await statuses(), ["failed 5", "failed 5", "success 5"]);
});

test("a delivery of another endpoint or team, an absent one and an absent endpoint are not found", async () => {
  const ours = await endpointWithFailures();
  const theirs = await endpointWithFailures();
  for (const deliveryId of [theirs.ids[0], randomUUID()]) {
    const reply = await door.call("RedeliverWebhook", { ...ours, body: { delivery_id: deliveryId } });
    assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
  }
  const body = { failed_since: "2020-01-01T00:00:00Z" };
  for (const path of [theirs.path, { webhook_id: randomUUID() }, { webhook_id: "x" }]) {
    const reply = await door.call("RedeliverWebhook", { caller: ours.caller, path, body });
    assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
  }
  assert.deepEqual(await theirs.statuses(), ["failed 5", "failed 5", "success 5"]);
});
