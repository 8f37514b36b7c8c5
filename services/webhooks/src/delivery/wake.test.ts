import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { testCaller } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";
import { dueSignal } from "./due-signal.ts";
import { Queue } from "./queue.ts";

const { door, database, sql } = await testWebhooks();
const connectionString = database.urlOf("webhooks_worker");
const worker = new SystemDatabase({ connectionString, poolSize: 2, applicationName: "test" });
after(() => worker.close());

const limits = { count: 10, perLane: 4, perTeam: 64, leaseMs: 15_000 };

/** Empties the queue, then puts so many retries into it that fell due this long ago. */
async function overdue(count: number, secondsAgo: number): Promise<void> {
  await sql("delete from webhooks.queue");
  const caller = testCaller();
  const teamId = caller.team_id;
  const body = { url: "https://example.com/", events: ["contact.created"] };
  await door.call("CreateWebhook", { caller, body });
  const event = { teamId, type: "contact.created", payload: "{}", traceparent: undefined };
  await materialise(worker, [
    { teamId, events: Array.from({ length: count }, () => ({ ...event, id: randomUUID() })) },
  ]);
  await sql(
    "update webhooks.queue set state = 'waiting', attempts = 1, due_at = now() - make_interval(secs => $1)",
    [secondsAgo],
  );
}

/** Claims at this distance from now; answers how many retries are then still asleep. */
async function asleepAfterClaim(queue: Queue, clockShiftMs: number): Promise<number> {
  await queue.claim({ ...limits, clockShiftMs });
  const text = "select count(*)::int as asleep from webhooks.queue where state = 'waiting'";
  return (await sql<{ asleep: number }>(text))[0]?.asleep ?? -1;
}

/** Claims three times in a row. */
async function threeClaims(queue: Queue, clockShiftMs: number): Promise<number[]> {
  const asleep: number[] = [];
  for (let claim = 0; claim < 3; claim += 1) asleep.push(await asleepAfterClaim(queue, clockShiftMs));
  return asleep;
}

test("after an outage every overdue retry wakes in claims that follow one another, a thousand in each", async () => {
  await overdue(2_500, 3_600);
  const rings = dueSignal.rings;
  assert.deepEqual(await threeClaims(new Queue(worker), 0), [1_500, 500, 0]);
  assert.equal(dueSignal.rings - rings, 2, "the dispatcher is told to look again where there may be more");
});

test("so do retries that fall due together between two looks at everything", async () => {
  await overdue(0, 0);
  const queue = new Queue(worker);
  assert.equal(await asleepAfterClaim(queue, 0), 0);
  await overdue(2_500, 5);
  assert.deepEqual(await threeClaims(queue, 1_000), [1_500, 500, 0]);
});

test("a look that saw everything is not made again within a minute", async () => {
  await overdue(2_500, 3_600);
  const queue = new Queue(worker);
  await threeClaims(queue, 0);
  await overdue(1, 3_600);
  assert.equal(await asleepAfterClaim(queue, 1_000), 1, "what fell due an hour ago is known to be awake");
  assert.equal(await asleepAfterClaim(queue, 61_000), 0);
});
