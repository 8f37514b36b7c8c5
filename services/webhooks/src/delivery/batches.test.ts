import assert from "node:assert/strict";
import { fork } from "node:child_process";
import path from "node:path";
import { after, test } from "node:test";
import { until } from "@jst/testing";
import { startSink, type Sink } from "../testing/sink.ts";
import { testDispatcher } from "../testing/test-dispatcher.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";
import { wakeSignal } from "./due-signal.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const webhooks = await testWebhooks();
const { door, database, sql } = webhooks;
const { clock, dispatcher, endpointAt, ...running } = testDispatcher(webhooks);
stop = running.stop;

interface Body {
  id: string;
  type: string;
  api_version: string;
  team_id: string;
  events: { n: number }[];
}

const bodiesAt = (sink: Sink) => sink.received.map(({ body }) => JSON.parse(body.toString()) as Body);
const numbersAt = (sink: Sink) => bodiesAt(sink).map(({ events }) => events.map(({ n }) => n));
const byFour = { batch: { max: 4, wait_ms: 300 } };

test("a batch has at most max events, the rest after wait_ms, and their bodies as they are (events.batches)", async () => {
  const sink = await startSink();
  const endpoint = await endpointAt(sink.url, { ...byFour, ordering: "strict" });
  await endpoint.emit(10);
  await sink.has(3);
  assert.deepEqual(numbersAt(sink), [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9],
  ]);
  const [first] = bodiesAt(sink);
  const headers = sink.received[0]?.headers ?? {};
  assert.deepEqual(
    [first?.type, first?.api_version, first?.team_id, first?.id],
    ["events.batch", "v1", endpoint.caller.team_id, headers["webhook-id"]],
  );
  assert.equal(headers["x-webhook-event"], "events.batch");
  const { deliveries, stats } = await until("all are recorded", 10_000, async () => {
    const detail = await endpoint.detail();
    return detail.stats.success === 10 ? detail : undefined;
  });
  assert.deepEqual([stats.pending, stats.failed], [0, 0]);
  assert.equal(new Set(deliveries.map(({ batch_id: id }) => id)).size, 3);
  assert.equal(deliveries.at(-1)?.batch_id, first?.id);
});

test("a batch ends before it is larger than 512 KiB (events.batches)", async () => {
  const sink = await startSink();
  const endpoint = await endpointAt(sink.url, { batch: { max: 50, wait_ms: 300 }, ordering: "strict" });
  await endpoint.emit(5, { text: "x".repeat(200 * 1024) });
  await sink.has(3);
  assert.deepEqual(numbersAt(sink), [[0, 1], [2, 3], [4]]);
  assert.ok(sink.received.every(({ body }) => body.length <= 512 * 1024));
});

test("a batch that fails comes again with the same id and bytes, and has one outcome (events.batches)", async () => {
  let isUp = false;
  const sink = await startSink((_received, response) => response.writeHead(isUp ? 200 : 500).end());
  const endpoint = await endpointAt(sink.url, byFour);
  await endpoint.emit(3);
  await sink.has(1);
  await until("the attempt is recorded", 10_000, async () => {
    const { deliveries } = await endpoint.detail();
    return (
      deliveries.every(({ last_status_code: code, attempts }) => code === 500 && attempts === 1) || undefined
    );
  });
  await endpoint.emit(1);
  isUp = true;
  clock.shiftMs += 3_600_000;
  wakeSignal.ring();
  await until(
    "all have arrived",
    10_000,
    async () => (await endpoint.detail()).stats.success === 4 || undefined,
  );
  const [first] = sink.received;
  const again = sink.received.filter(({ headers }) => headers["webhook-id"] === first?.headers["webhook-id"]);
  assert.equal(again.length, 2);
  assert.ok(again.every(({ body }) => first?.body.equals(body)));
});

test("a member of a failed batch is redelivered with all others of it, in the same bytes (events.batches)", async () => {
  const sink = await startSink();
  const endpoint = await endpointAt(sink.url, byFour);
  await endpoint.emit(3);
  await sink.has(1);
  const detail = await until("it is recorded", 10_000, async () => {
    const found = await endpoint.detail();
    return found.stats.success === 3 ? found : undefined;
  });
  await sql("update webhooks.deliveries set status = 'failed', failed_at = now() where endpoint_id = $1", [
    endpoint.path.webhook_id,
  ]);
  const body = { delivery_id: detail.deliveries[1]?.id };
  const reply = await door.call("RedeliverWebhook", { caller: endpoint.caller, path: endpoint.path, body });
  assert.deepEqual(reply.body, { redelivered: 3 });
  await sink.has(2);
  assert.ok(sink.received[1]?.body.equals(sink.received[0]?.body ?? Buffer.alloc(0)));
});

test("a test event is posted by itself (events.batches)", async () => {
  const sink = await startSink();
  const endpoint = await endpointAt(sink.url, { batch: { max: 100, wait_ms: 60_000 } });
  await door.call("TestWebhook", { caller: endpoint.caller, path: endpoint.path, body: {} });
  wakeSignal.ring();
  await sink.has(1);
  assert.equal(bodiesAt(sink)[0]?.type, "contact.created");
});

test("what gathers for an endpoint without batches from now on is posted event by event (events.batches)", async () => {
  // A shifted clock would end the wait of the batch.
  clock.shiftMs = 0;
  const sink = await startSink();
  const endpoint = await endpointAt(sink.url, { batch: { max: 100, wait_ms: 60_000 } });
  await endpoint.emit(3);
  await endpoint.patch({ batch: null });
  wakeSignal.ring();
  await sink.has(3);
  assert.deepEqual(
    bodiesAt(sink).map(({ type }) => type),
    [undefined, undefined, undefined],
  );
});

test("a process killed between two attempts of a batch: the same id and the same bytes come again (events.batches)", async () => {
  await dispatcher.stop();
  const connectionString = database.urlOf("webhooks_worker");
  const doomed = () =>
    fork(path.join(import.meta.dirname, "../testing/dispatcher-main.ts"), [connectionString]);
  let child = doomed();
  const sink = await startSink((_received, response) => {
    if (sink.received.length > 1) return void response.end();
    child.kill("SIGKILL");
    child = doomed();
  });
  const endpoint = await endpointAt(sink.url, byFour);
  await endpoint.emit(3);
  await sink.has(2);
  child.kill("SIGKILL");
  const [first, second] = sink.received;
  assert.equal(second?.headers["webhook-id"], first?.headers["webhook-id"]);
  assert.ok(second?.body.equals(first?.body ?? Buffer.alloc(0)));
  assert.deepEqual(numbersAt(sink)[0], [0, 1, 2]);
});
