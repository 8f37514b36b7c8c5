import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { testCaller, until } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { startSink } from "../testing/sink.ts";
import { testLogger, testWebhooks } from "../testing/test-webhooks.ts";
import { Dispatcher } from "./dispatcher.ts";
import { dueSignal } from "./due-signal.ts";
import { LineQueue, Queue, type Claimed } from "./queue.ts";
import { standardSchedule } from "./schedule.ts";

const ends: (() => Promise<void>)[] = [];
// Before the database is dropped, which is what its own hook does.
after(async () => {
  for (const end of ends) await end();
});
const { door, database, guard, secrets, sql } = await testWebhooks();
const connectionString = database.urlOf("webhooks_worker");
let clockShiftMs = 0;

/** A worker's own connections and queue, as another process has them. */
function worker() {
  const own = new SystemDatabase({ connectionString, poolSize: 3, applicationName: "test" });
  const queue = new Queue(own);
  const parts = {
    queue,
    lines: new LineQueue(own),
    guard,
    secrets,
    schedule: standardSchedule,
    logger: testLogger,
  };
  const dispatcher = new Dispatcher({ ...parts, clockShiftMs: () => clockShiftMs });
  return { own, queue, dispatcher };
}

const { own, queue } = worker();
ends.push(() => own.close());
const limits = { count: 1_000, perLane: 4, perTeam: 64, leaseMs: 15_000 };
const claim = (): Promise<Claimed[]> => queue.claim({ ...limits, clockShiftMs });

/** A team with endpoints at these addresses. */
async function teamWith(...urls: string[]) {
  const caller = testCaller();
  const ids: string[] = [];
  for (const url of urls) {
    const body = { url, events: ["contact.created"] };
    ids.push((await door.call("CreateWebhook", { caller, body })).body.id);
  }
  const teamId = caller.team_id;
  const emit = async (count: number) => {
    const event = { teamId, type: "contact.created", payload: "{}", traceparent: undefined };
    const events = Array.from({ length: count }, () => ({ ...event, id: randomUUID() }));
    await materialise(own, [{ teamId, events }]);
    dueSignal.ring();
    return events.map(({ id }) => id);
  };
  const statuses = async () => {
    const text = `select status || ' ' || attempts as one from webhooks.deliveries where team_id = $1 order by created_at`;
    return (await sql<{ one: string }>(text, [teamId])).map(({ one }) => one);
  };
  return { teamId, ids, emit, statuses };
}

async function running<T>(dispatchers: readonly Dispatcher[], work: () => Promise<T>): Promise<T> {
  for (const one of dispatchers) one.start();
  try {
    return await work();
  } finally {
    await Promise.all(dispatchers.map((one) => one.stop()));
  }
}

test("two dispatchers together have four attempts of an endpoint under way, never five, and post nothing twice", async () => {
  const open: ServerResponse[] = [];
  let most = 0;
  const sink = await startSink((_received, response) => {
    open.push(response);
    most = Math.max(most, open.length);
    // Answers are held back until the share is used up, so that each round shows all of it.
    if (open.length === 4) setTimeout(() => open.splice(0).forEach((one) => one.end()), 20);
  });
  const team = await teamWith(sink.url);
  const events = await team.emit(120);
  const [one, other] = [worker(), worker()];
  ends.push(
    () => one.own.close(),
    () => other.own.close(),
  );
  await running([one.dispatcher, other.dispatcher], async () => {
    await until("all are delivered", 30_000, async () =>
      (await team.statuses()).every((status) => status === "success 1") ? true : undefined,
    );
  });
  assert.equal(most, 4, "under way at once");
  const posted = sink.received.map(({ headers }) => String(headers["webhook-id"]));
  assert.deepEqual(posted.toSorted(), events.toSorted());
});

test("a team has no more than its share under way, however many endpoints it has, and others come to theirs", async () => {
  const greedy = await teamWith(...Array.from({ length: 20 }, (_, n) => `https://example.com/${n}`));
  await greedy.emit(5);
  const modest = await teamWith("https://example.com/");
  await modest.emit(3);
  const claimed = await claim();
  const countOf = (teamId: string) => claimed.filter(({ team_id }) => team_id === teamId).length;
  assert.deepEqual([countOf(greedy.teamId), countOf(modest.teamId)], [64, 3]);
  assert.deepEqual(await claim(), [], "all it may have is under way");
  const done = claimed.filter(({ team_id }) => team_id === greedy.teamId).slice(0, 10);
  const outcome = { status: "success", statusCode: 200, fault: null, isAttempt: true } as const;
  await Promise.all(done.map((one) => queue.record(one, outcome, clockShiftMs)));
  assert.equal((await claim()).length, 10);
  clockShiftMs += 16_000;
});

test("the backlog of an endpoint hides neither its neighbour nor another team, and begins with what is oldest", async () => {
  const busy = await teamWith("https://example.com/busy");
  const events = await busy.emit(300);
  const neighbour = await teamWith("https://example.com/late");
  await neighbour.emit(1);
  const claimed = await claim();
  const mine = claimed.filter(({ team_id }) => team_id === busy.teamId).map(({ event_id }) => event_id);
  assert.deepEqual(mine.toSorted(), events.slice(0, 4).toSorted());
  assert.equal(claimed.filter(({ team_id }) => team_id === neighbour.teamId).length, 1);
  await sql("delete from webhooks.queue");
});

test("a worker that is killed burns no attempt it had not begun, and what it left is delivered after the lease", async () => {
  const sink = await startSink((_received, response) => {
    if (isHealed) response.end();
  });
  let isHealed = false;
  const team = await teamWith(sink.url);
  await team.emit(40);
  const child = fork(path.join(import.meta.dirname, "../testing/dispatcher-main.ts"), [connectionString]);
  await sink.has(4);
  child.kill("SIGKILL");
  await once(child, "exit");
  const text =
    "select state, attempts, count(*)::int from webhooks.queue where team_id = $1 group by 1, 2 order by 1";
  const left = await sql(text, [team.teamId]);
  assert.deepEqual(left, [
    { state: "ready", attempts: 0, count: 36 },
    { state: "under_way", attempts: 1, count: 4 },
  ]);
  isHealed = true;
  clockShiftMs += 16_000;
  const second = worker();
  ends.push(() => second.own.close());
  await running([second.dispatcher], async () => {
    await until("all are delivered", 30_000, async () =>
      (await team.statuses()).every((status) => status.startsWith("success")) ? true : undefined,
    );
  });
  const attempts = (await team.statuses()).filter((status) => status === "success 2");
  assert.equal(attempts.length, 4, "the four that may have been posted");
  assert.equal(sink.received.length, 44);
});

test("five attempts whose workers all died are the last: the delivery fails and is not posted", async () => {
  const sink = await startSink();
  const team = await teamWith(sink.url);
  await team.emit(1);
  for (const attempt of [1, 2, 3, 4, 5]) {
    assert.deepEqual(
      (await claim()).map((claimed) => claimed.attempt),
      [attempt],
    );
    assert.deepEqual(await claim(), [], "nobody else has it before the lease is over");
    clockShiftMs += 16_000;
  }
  const last = worker();
  ends.push(() => last.own.close());
  await running([last.dispatcher], async () => {
    await until("it has failed", 15_000, async () =>
      (await team.statuses())[0] === "failed 5" ? true : undefined,
    );
  });
  assert.equal(sink.received.length, 0);
});
