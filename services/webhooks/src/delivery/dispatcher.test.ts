import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, test } from "node:test";
import { UrlGuard } from "@jst/jobs/outbound";
import { until } from "@jst/testing";
import { startSink, type Answering } from "../testing/sink.ts";
import { testDispatcher } from "../testing/test-dispatcher.ts";
import { testLogger, testWebhooks } from "../testing/test-webhooks.ts";
import { Dispatcher } from "./dispatcher.ts";
import { dueSignal } from "./due-signal.ts";
import { standardSchedule } from "./schedule.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const webhooks = await testWebhooks();
const { secrets } = webhooks;
const { queue, lines, dispatcher, clock, endpointAt, ...running } = testDispatcher(webhooks);
stop = running.stop;

const limits = { count: 64, perLane: 4, perTeam: 64, leaseMs: 15_000 };
/** Claims the jobs that a worker would get now. */
const due = () => queue.claim({ ...limits, clockShiftMs: clock.shiftMs });

const failing: Answering = (_received, response) => response.writeHead(500).end("no");

test("five POSTs, each 1, 2, 4 and 8 minutes after the failure before, and failed right after the fifth", async () => {
  const sink = await startSink(failing);
  const endpoint = await endpointAt(sink.url);
  await endpoint.emit();
  for (const [index, minutes] of [1, 2, 4, 8].entries()) {
    const row = await endpoint.tried(index + 1);
    assert.deepEqual([row.status, row.last_status_code], ["pending", 500]);
    const before = clock.shiftMs;
    clock.shiftMs = before + minutes * 60_000 - 20_000;
    assert.deepEqual(await due(), [], "not before its time");
    clock.shiftMs = before + minutes * 60_000 + 1_000;
    dueSignal.ring();
    await sink.has(index + 2);
  }
  assert.equal((await endpoint.tried(5)).status, "failed");
  const { stats, deliveries } = await endpoint.detail();
  assert.deepEqual([stats.pending, stats.failed, deliveries[0]?.next_attempt_at], [0, 1, null]);
  assert.ok(stats.last_failure_at);
  clock.shiftMs += 60 * 60_000;
  assert.deepEqual(await due(), []);
  assert.equal(sink.received.length, 5);
  const attempts = sink.received.map(({ headers }) => headers["x-webhook-attempt"]);
  assert.deepEqual(attempts, ["1", "2", "3", "4", "5"]);
  assert.equal(
    new Set(sink.received.map(({ headers }) => headers["webhook-id"])).size,
    1,
    "one id for all attempts",
  );
  assert.equal(
    new Set(sink.received.map(({ headers }) => headers["webhook-timestamp"])).size,
    5,
    "a time of its own",
  );
  assert.ok(sink.received.every(({ body }) => body.equals(sink.received[0]?.body ?? Buffer.alloc(0))));
});

test("a retry that succeeds ends it", async () => {
  let count = 0;
  const sink = await startSink((received, response) => {
    count += 1;
    if (count === 1) failing(received, response);
    else response.writeHead(204).end();
  });
  const endpoint = await endpointAt(sink.url);
  await endpoint.emit();
  await endpoint.tried(1);
  clock.shiftMs += 61_000;
  dueSignal.ring();
  const row = await endpoint.tried(2);
  assert.deepEqual([row.status, row.last_status_code], ["success", 204]);
});

test("an endpoint that says Retry-After is left alone as long", async () => {
  const sink = await startSink((_received, response) => {
    response.writeHead(503, { "retry-after": "150" }).end();
  });
  const endpoint = await endpointAt(sink.url);
  await endpoint.emit();
  await endpoint.tried(1);
  clock.shiftMs += 130_000;
  assert.deepEqual(await due(), [], "the schedule alone would have tried again after a minute");
  clock.shiftMs += 21_000;
  dueSignal.ring();
  await endpoint.tried(2);
});

for (const status of [301, 302, 303, 307, 308]) {
  test(`a ${status} is a failed attempt and is not followed`, async () => {
    const elsewhere = await startSink();
    const sink = await startSink((_received, response) => {
      response.writeHead(status, { location: elsewhere.url }).end();
    });
    const endpoint = await endpointAt(sink.url);
    await endpoint.emit();
    const row = await endpoint.tried(1);
    assert.deepEqual([row.status, row.last_status_code], ["pending", status]);
    assert.equal(elsewhere.received.length, 0);
  });
}

test("an endpoint that hangs up has failed an attempt without a status, and the row says why", async () => {
  const sink = await startSink((_received, response) => response.destroy());
  const endpoint = await endpointAt(sink.url);
  await endpoint.emit();
  const row = await endpoint.tried(1);
  assert.deepEqual(
    [row.status, row.last_status_code, row.last_error],
    ["pending", null, "connection_failed"],
  );
});

test("an endpoint that switches protocols has failed an attempt with status 101", async () => {
  const switching: Answering = (_received, response) =>
    response.writeHead(101, { connection: "Upgrade", upgrade: "x" }).end();
  const sink = await startSink(switching);
  const endpoint = await endpointAt(sink.url);
  await endpoint.emit();
  const row = await endpoint.tried(1);
  assert.deepEqual([row.status, row.last_status_code], ["pending", 101]);
});

test("an answer counts once its head is there, however long its body", async () => {
  const sink = await startSink((_received, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x".repeat(8_192)), 5);
    response.on("close", () => clearInterval(timer));
  });
  const endpoint = await endpointAt(sink.url);
  await endpoint.emit();
  assert.equal((await endpoint.tried(1)).status, "success");
});

test("no endpoint has more than four attempts under way, and a slow one holds nobody up", async () => {
  const open: (() => void)[] = [];
  let isSlow = true;
  const slow = await startSink((_received, response) => {
    if (isSlow) open.push(() => response.end());
    else response.end();
  });
  const slowEndpoint = await endpointAt(slow.url);
  await slowEndpoint.emit(20);
  await slow.has(4);
  const quick = await startSink();
  const quickEndpoint = await endpointAt(quick.url);
  await quickEndpoint.emit(30);
  await quick.has(30);
  assert.equal(slow.received.length, 4);
  for (let answered = 0; answered < 16;) {
    answered += open.length;
    for (const answer of open.splice(0)) answer();
    await until("more arrive", 15_000, () => (open.length > 0 ? true : undefined));
    assert.ok(open.length <= 4);
  }
  // A POST from here on returns at once.
  isSlow = false;
  for (const answer of open) answer();
  await until("all are delivered", 15_000, async () =>
    (await slowEndpoint.detail()).stats.success === 20 ? true : undefined,
  );
});

test("after a rotation both secrets sign webhook-signature, and the new one alone X-Webhook-Signature", async () => {
  const sink = await startSink();
  const endpoint = await endpointAt(sink.url);
  const { body } = await endpoint.patch({ rotate_secret: true });
  await endpoint.emit();
  await sink.has(1);
  const [post] = sink.received;
  assert.ok(post);
  const hex = createHmac("sha256", body.secret).update(post.body).digest("hex");
  assert.equal(post.headers["x-webhook-signature"], `sha256=${hex}`);
  const signed = `${String(post.headers["webhook-id"])}.${String(post.headers["webhook-timestamp"])}.${post.body.toString()}`;
  const signatures = [body.secret, endpoint.secret].map((secret: string) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  });
  assert.equal(post.headers["webhook-signature"], signatures.join(" "));
});

test("a disabled endpoint's deliveries wait until it is enabled", async () => {
  const sink = await startSink();
  const endpoint = await endpointAt(sink.url);
  await endpoint.patch({ url: `${sink.url}/new` });
  const waiting = await startSink(failing);
  const other = await endpointAt(waiting.url);
  await other.emit();
  await other.tried(1);
  await other.patch({ enabled: false, url: sink.url });
  clock.shiftMs += 61_000;
  dueSignal.ring();
  await endpoint.emit();
  await sink.has(1);
  assert.equal(sink.received[0]?.path, "/new", "a new URL applies from the next attempt on");
  await other.patch({ enabled: true });
  await sink.has(2);
  assert.equal((await other.tried(2)).status, "success");
});

test("a name that has moved to a private address since is not connected to", async () => {
  const rules = { allowsLoopback: false, refusedHosts: [], refusedRanges: [] };
  const sink = await startSink();
  const moved = new UrlGuard(rules, () => Promise.resolve(["127.0.0.1"]));
  const { port } = new URL(sink.url);
  const endpoint = await endpointAt(`http://example.com:${port}/`);
  await dispatcher.stop();
  const second = new Dispatcher({
    queue,
    lines,
    guard: moved,
    secrets,
    schedule: { ...standardSchedule, jitter: 0 },
    logger: testLogger,
    clockShiftMs: () => clock.shiftMs,
  });
  await endpoint.emit();
  second.start();
  const row = await endpoint.tried(1);
  await second.stop();
  assert.deepEqual([row.status, row.last_status_code], ["pending", null]);
  assert.equal(sink.received.length, 0);
});

test("an attempt whose worker died is made again once its lease lapses, and its late outcome is ignored", async () => {
  const sink = await startSink();
  const endpoint = await endpointAt(sink.url);
  await endpoint.emit();
  const mine = (claimed: { url: string }) => claimed.url === sink.url;
  const first = (await queue.claim({ ...limits, clockShiftMs: clock.shiftMs })).find(mine);
  assert.ok(first);
  assert.equal((await queue.claim({ ...limits, clockShiftMs: clock.shiftMs })).some(mine), false);
  clock.shiftMs += 16_000;
  const second = (await queue.claim({ ...limits, clockShiftMs: clock.shiftMs })).find(mine);
  assert.deepEqual([second?.id, second?.attempt], [first.id, 2]);
  const outcome = { status: "success", statusCode: 200, fault: null, isAttempt: true } as const;
  assert.equal(await queue.record(first, outcome, clock.shiftMs), false);
  assert.ok(second);
  assert.equal(await queue.record(second, outcome, clock.shiftMs), true);
});
