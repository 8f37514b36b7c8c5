import assert from "node:assert/strict";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { until } from "@jst/testing";
import { startSink } from "../testing/sink.ts";
import { testDispatcher } from "../testing/test-dispatcher.ts";
import { testLogger, testWebhooks } from "../testing/test-webhooks.ts";
import { Dispatcher } from "./dispatcher.ts";
import { wakeSignal } from "./due-signal.ts";
import { LineQueue, Queue } from "./queue.ts";
import { standardSchedule } from "./schedule.ts";

const ends: (() => Promise<void>)[] = [];
after(async () => {
  for (const end of ends) await end();
});
const webhooks = await testWebhooks();
const { database, guard, secrets } = webhooks;
const { clock, endpointAt, stop } = testDispatcher(webhooks);
// A second process, with a queue of its own.
const worker = new SystemDatabase({
  connectionString: database.urlOf("webhooks_worker"),
  poolSize: 3,
  applicationName: "test",
});
const second = new Dispatcher({
  queue: new Queue(worker),
  lines: new LineQueue(worker),
  guard,
  secrets,
  schedule: { ...standardSchedule, jitter: 0 },
  logger: testLogger,
  clockShiftMs: () => clock.shiftMs,
});
second.start();
ends.push(
  stop,
  () => second.stop(),
  () => worker.close(),
);

test("no more POSTs begin in 60 seconds than an endpoint allows, retries and all processes counted (events.pace)", async () => {
  const arrived: number[] = [];
  const sink = await startSink((_received, response) => {
    arrived.push(Date.now() + clock.shiftMs);
    response.writeHead(arrived.length % 3 === 0 ? 500 : 200).end();
  });
  const endpoint = await endpointAt(sink.url, { max_per_minute: 5 });
  await endpoint.emit(12);
  const detail = await until("all have arrived", 60_000, async () => {
    clock.shiftMs += 7_000;
    wakeSignal.ring();
    const found = await endpoint.detail();
    assert.equal(found.stats.failed, 0);
    return found.stats.success === 12 ? found : undefined;
  });
  assert.equal(detail.stats.pending, 0);
  assert.ok(arrived.length > 12, "some were tried again");
  for (const at of arrived) {
    const within = arrived.filter((other) => other >= at && other < at + 60_000).length;
    assert.ok(within <= 5, `${within} within a minute`);
  }
});

test("what waits for its turn is pending without an attempt, and no fault (events.pace)", async () => {
  const sink = await startSink();
  const endpoint = await endpointAt(sink.url, { max_per_minute: 1 });
  await endpoint.emit(2);
  await sink.has(1);
  const { deliveries } = await until("the first is recorded", 10_000, async () => {
    const found = await endpoint.detail();
    return found.stats.success === 1 ? found : undefined;
  });
  const waiting = deliveries.find(({ status }) => status === "pending");
  assert.deepEqual([waiting?.attempts, waiting?.last_error, sink.received.length], [0, null, 1]);
});
