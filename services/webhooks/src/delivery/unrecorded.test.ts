import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { testCaller, until } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { startSink } from "../testing/sink.ts";
import { testLogger, testWebhooks } from "../testing/test-webhooks.ts";
import { Dispatcher } from "./dispatcher.ts";
import { dueSignal } from "./due-signal.ts";
import { LineQueue, Queue } from "./queue.ts";
import { standardSchedule } from "./schedule.ts";

const limitMs = 15_000;

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const { door, database, guard, secrets, sql } = await testWebhooks();
const connectionString = database.urlOf("webhooks_worker");
const worker = new SystemDatabase({ connectionString, poolSize: 3, applicationName: "test" });

/** How often an outcome could not be recorded. */
let failures = 0;
class WatchedQueue extends Queue {
  override async record(...how: Parameters<Queue["record"]>): Promise<boolean> {
    try {
      return await super.record(...how);
    } catch (error) {
      failures += 1;
      throw error;
    }
  }
}

const dispatcher = new Dispatcher({
  queue: new WatchedQueue(worker),
  lines: new LineQueue(worker),
  guard,
  secrets,
  schedule: standardSchedule,
  logger: testLogger,
});
dispatcher.start();
stop = async () => {
  await dispatcher.stop();
  await worker.close();
};

test("what cannot be recorded for a while is recorded afterwards, and not posted again", async () => {
  const caller = testCaller();
  const sink = await startSink((_received, response) => {
    void sql("revoke update on webhooks.deliveries from webhooks_worker").then(() => response.end());
  });
  const body = { url: sink.url, events: ["contact.created"] };
  const { body: endpoint } = await door.call("CreateWebhook", { caller, body });
  const event = { type: "contact.created", payload: "{}", traceparent: undefined };
  const teamId = caller.team_id;
  await materialise(worker, [{ teamId, events: [{ ...event, teamId, id: randomUUID() }] }]);
  dueSignal.ring();
  await until("it could not be recorded", limitMs, () => (failures > 0 ? true : undefined));
  await sql("grant update on webhooks.deliveries to webhooks_worker");
  const ended = await until("it has ended", limitMs, async () => {
    const path = { webhook_id: endpoint.id as string };
    const [delivery] = (await door.call("GetWebhook", { caller, path })).body.deliveries;
    return delivery.status === "pending" ? undefined : delivery;
  });
  assert.deepEqual([ended.status, ended.attempts, sink.received.length], ["success", 1, 1]);
});
