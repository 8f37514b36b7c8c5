import { testCaller, toldFaults } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testDeliveries, type Ending } from "../testing/test-deliveries.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";

const webhooks = await testWebhooks();
const { door } = webhooks;
const endpointWith = testDeliveries(webhooks);

const faults = toldFaults(door);

test("an endpoint is failing from the first delivery that failed since one arrived, until another one arrives", async () => {
  const failing = await endpointWith(
    ["failed", 6],
    ["success", 5],
    ["failed", 4],
    ["failed", 3],
    ["pending", 1],
  );
  const [fault, ...others] = await faults(failing.caller);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [fault?.component, fault?.state, fault?.path],
    ["webhooks", "failing", `/webhooks/${failing.id}`],
  );
  assert.match(
    fault?.reason ?? "",
    /^The webhook endpoint at example\.com does not accept events: .* 2 failed/,
  );
  const hours = (Date.now() - Date.parse(fault?.since ?? "")) / 3_600_000;
  assert.equal(Math.round(hours), 4);
  const mended: Ending[][] = [
    [
      ["failed", 4],
      ["success", 3],
    ],
    [["pending", 2]],
    [["success", 2]],
  ];
  for (const endings of mended) assert.deepEqual(await faults((await endpointWith(...endings)).caller), []);
});

test("an endpoint is failing once a pending delivery failed first 15 minutes ago, until the next one arrives", async () => {
  const { caller, id } = await endpointWith(["pending", 1]);
  const failedFirst = (minutes: number, attempts = 2) =>
    webhooks.sql(
      `update webhooks.deliveries set attempts = $3, failed_at = now() - interval '1 minute',
         first_failed_at = now() - $2 * interval '1 minute' where endpoint_id = $1`,
      [id, minutes, attempts],
    );
  await failedFirst(14);
  assert.deepEqual(await faults(caller), []);
  await failedFirst(16);
  const [fault] = await faults(caller);
  assert.deepEqual([fault?.state, fault?.path], ["failing", `/webhooks/${id}`]);
  assert.equal(Math.round((Date.now() - Date.parse(fault?.since ?? "")) / 60_000), 16);
  await failedFirst(16, 0);
  assert.deepEqual(await faults(caller), [], "a delivery that is sent again begins anew");
  await failedFirst(16);
  await webhooks.sql("update webhooks.endpoint_counts set last_success_at = now() where endpoint_id = $1", [
    id,
  ]);
  assert.deepEqual(await faults(caller), []);
});

test("an endpoint that is off is told while deliveries wait, one that is removed is not, and another team is told of none", async () => {
  const [{ caller, id }, idle] = [
    await endpointWith(["failed", 2], ["pending", 1]),
    await endpointWith(["failed", 1]),
  ];
  const path = { webhook_id: id };
  for (const one of [{ caller, id }, idle])
    await door.call("UpdateWebhook", {
      caller: one.caller,
      path: { webhook_id: one.id },
      body: { enabled: false },
    });
  assert.deepEqual(
    (await faults(caller)).map(({ state, since }) => [state, since]),
    [["off", null]],
  );
  assert.match(
    (await faults(caller))[0]?.reason ?? "",
    /is off, so it does not get new events\. .* until it is on: 1\.$/,
  );
  assert.deepEqual(await faults(idle.caller), []);
  assert.deepEqual(await faults(testCaller()), []);
  await door.call("DeleteWebhook", { caller, path });
  assert.deepEqual(await faults(caller), []);
});

test("so many failed deliveries are counted and no more, since the first of them", async () => {
  const { caller, id } = await endpointWith(["failed", 1]);
  await webhooks.sql(
    `insert into webhooks.deliveries (team_id, endpoint_id, event_id, type, payload, created_at, status, attempts, failed_at)
      select d.team_id, d.endpoint_id, gen_random_uuid(), d.type, d.payload, d.created_at + n * interval '1 microsecond',
        d.status, d.attempts, d.failed_at - n * interval '1 second'
      from webhooks.deliveries d, generate_series(1, 1000) n where d.endpoint_id = $1`,
    [id],
  );
  const [fault] = await faults(caller);
  assert.match(fault?.reason ?? "", / 1,000 or more failed/);
  assert.equal(
    Math.round((Date.now() - Date.parse(fault?.since ?? "")) / 1_000 / 60),
    Math.round(60 + 1_000 / 60),
  );
});
