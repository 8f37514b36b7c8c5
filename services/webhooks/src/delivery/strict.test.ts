import assert from "node:assert/strict";
import { fork } from "node:child_process";
import path from "node:path";
import { after, test } from "node:test";
import { testCaller, until } from "@jst/testing";
import { startSink, type Answering, type Sink } from "../testing/sink.ts";
import { testDispatcher } from "../testing/test-dispatcher.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";
import { wakeSignal } from "./due-signal.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const webhooks = await testWebhooks();
const { door, database } = webhooks;
const { clock, dispatcher, endpointAt, ...running } = testDispatcher(webhooks);
stop = running.stop;

const strict = { ordering: "strict" };
const numbersAt = (sink: Sink) =>
  sink.received.map(({ body }) => (JSON.parse(body.toString()) as { n: number }).n);
const hourMs = 3_600_000;
const later = () => {
  clock.shiftMs += hourMs;
  wakeSignal.ring();
};

/** Resolves once so many attempts of the first delivery are recorded. */
const tried = (endpoint: Awaited<ReturnType<typeof endpointAt>>, attempts: number) =>
  until(`attempt ${attempts} is recorded`, 15_000, async () => {
    const { deliveries } = await endpoint.detail();
    return deliveries.at(-1)?.attempts === attempts ? true : undefined;
  });

test("a strict endpoint gets one POST at a time, in the order of the feed (events.strict)", async () => {
  let open = 0;
  let most = 0;
  const sink = await startSink((_received, response) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      response.end();
    });
  });
  const endpoint = await endpointAt(sink.url, strict);
  await endpoint.emit(40);
  await sink.has(40);
  assert.deepEqual(
    numbersAt(sink),
    Array.from({ length: 40 }, (_, n) => n),
  );
  assert.equal(most, 1);
});

test("a strict endpoint that fails gets the same delivery again, and another of the team goes on (events.strict)", async () => {
  let isUp = false;
  const sink = await startSink((_received, response) => response.writeHead(isUp ? 200 : 500).end());
  const other = await startSink();
  const caller = testCaller();
  const endpoint = await endpointAt(sink.url, strict, caller);
  await endpointAt(other.url, {}, caller);
  await endpoint.emit(3);
  await other.has(3);
  await tried(endpoint, 1);
  later();
  await tried(endpoint, 2);
  assert.deepEqual(numbersAt(sink), [0, 0]);
  isUp = true;
  later();
  await sink.has(5);
  assert.deepEqual(numbersAt(sink), [0, 0, 0, 1, 2]);
});

const failing: Answering = (_received, response) => response.writeHead(500).end();

/** A strict endpoint whose first of three deliveries has no attempts left. */
async function stopped(answering: Answering = failing) {
  const sink = await startSink(answering);
  const endpoint = await endpointAt(sink.url, strict);
  await endpoint.emit(3);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await tried(endpoint, attempt);
    if (attempt < 5) later();
  }
  const blocked = await until(
    "the line stops",
    15_000,
    async () => (await endpoint.detail()).blocked_by ?? undefined,
  );
  const post = (rpc: "SkipDelivery" | "RedeliverWebhook", id: string) =>
    door.call(rpc, { caller: endpoint.caller, path: endpoint.path, body: { delivery_id: id } });
  return { sink, endpoint, blocked, post };
}

test("a delivery without attempts left stops a strict endpoint until it is skipped (events.strict)", async () => {
  let isUp = false;
  const { sink, endpoint, blocked, post } = await stopped((_received, response) =>
    response.writeHead(isUp ? 200 : 500).end(),
  );
  const { deliveries } = await endpoint.detail();
  assert.deepEqual(
    deliveries.map(({ status }) => status),
    ["pending", "pending", "failed"],
  );
  assert.equal(deliveries[2]?.id, blocked);
  later();
  const refused = await post("SkipDelivery", deliveries[1]?.id ?? "");
  assert.deepEqual([refused.status, refused.body.code], [409, "invalid_state_transition"]);
  assert.equal(sink.received.length, 5);
  isUp = true;
  const skipped = await post("SkipDelivery", blocked);
  assert.deepEqual([skipped.status, skipped.body], [202, { skipped: 1 }]);
  await sink.has(7);
  assert.deepEqual(numbersAt(sink).slice(5), [1, 2]);
  assert.equal((await post("SkipDelivery", blocked)).status, 409);
  assert.equal((await endpoint.detail()).blocked_by, null);
});

test("a redelivered delivery goes on at the head of the line (events.strict)", async () => {
  let isUp = false;
  const { sink, endpoint, blocked, post } = await stopped((_received, response) =>
    response.writeHead(isUp ? 200 : 500).end(),
  );
  isUp = true;
  assert.deepEqual((await post("RedeliverWebhook", blocked)).body, { redelivered: 1 });
  await sink.has(8);
  assert.deepEqual(numbersAt(sink).slice(5), [0, 1, 2]);
  assert.equal((await endpoint.detail()).blocked_by, null);
});

test("an endpoint that is no longer strict goes on past what stopped it (events.strict)", async () => {
  const { sink, endpoint } = await stopped();
  const { status, body } = await endpoint.patch({ ordering: "none" });
  assert.deepEqual([status, body.blocked_by], [200, null]);
  await sink.has(7);
  assert.deepEqual(numbersAt(sink).slice(5).toSorted(), [1, 2]);
});

test("what waits for an endpoint that becomes strict is posted in order (events.strict)", async () => {
  let isUp = false;
  const sink = await startSink((_received, response) => response.writeHead(isUp ? 200 : 500).end());
  const endpoint = await endpointAt(sink.url);
  await endpoint.emit(6);
  await until("all attempts are recorded", 15_000, async () => {
    const { deliveries } = await endpoint.detail();
    return deliveries.every(({ attempts }) => attempts === 1) ? true : undefined;
  });
  await endpoint.patch(strict);
  isUp = true;
  later();
  await sink.has(12);
  assert.deepEqual(numbersAt(sink).slice(6), [0, 1, 2, 3, 4, 5]);
});

test("a process killed between a POST and its record: the same delivery comes again, never the next (events.strict)", async () => {
  // The process that dies has the queue for itself.
  await dispatcher.stop();
  const connectionString = database.urlOf("webhooks_worker");
  const doomed = () =>
    fork(path.join(import.meta.dirname, "../testing/dispatcher-main.ts"), [connectionString]);
  let child = doomed();
  let kills = 0;
  const sink = await startSink((received, response) => {
    const { n } = JSON.parse(received.body.toString()) as { n: number };
    if (n === kills && kills < 2) {
      kills += 1;
      child.kill("SIGKILL");
      child = doomed();
    } else response.end();
  });
  const endpoint = await endpointAt(sink.url, strict);
  await endpoint.emit(4);
  await sink.has(6);
  child.kill("SIGKILL");
  assert.deepEqual(numbersAt(sink), [0, 0, 1, 1, 2, 3]);
  const ids = sink.received.map(({ headers }) => headers["webhook-id"]);
  assert.equal(new Set(ids).size, 4);
});
