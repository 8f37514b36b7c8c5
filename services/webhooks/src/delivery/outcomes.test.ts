import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { testCaller } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";
import { Queue, type Claimed } from "./queue.ts";

const { door, database, sql } = await testWebhooks();
const connectionString = database.urlOf("webhooks_worker");
const worker = new SystemDatabase({ connectionString, poolSize: 3, applicationName: "test" });
after(() => worker.close());
const queue = new Queue(worker);

/** That many claimed deliveries of one endpoint, in their order. */
async function claimed(count: number): Promise<Claimed[]> {
  const caller = testCaller();
  const body = { url: "https://example.com/", events: ["contact.created"] };
  await door.call("CreateWebhook", { caller, body });
  const teamId = caller.team_id;
  const events = Array.from({ length: count }, () => ({
    teamId,
    id: randomUUID(),
    type: "contact.created",
    payload: "{}",
    traceparent: undefined,
  }));
  await materialise(worker, [{ teamId, events }]);
  const limits = { count: 64, perLane: count, perTeam: 64, leaseMs: 15_000, clockShiftMs: 0 };
  const mine = (await queue.claim(limits)).filter(({ team_id }) => team_id === teamId);
  assert.equal(mine.length, count);
  return events.map(({ id }) => mine.find(({ event_id }) => event_id === id) as Claimed);
}

const stored = async ({ id }: Claimed) => {
  const text = `select d.status, d.attempts, d.last_status_code, q.state as queued, d.succeeded_at is not null as succeeded,
      d.failed_at is not null as failed, d.next_attempt_at > now() + interval '50 seconds' as waits
    from webhooks.deliveries d left join webhooks.queue q on q.delivery_id = d.id where d.id = $1`;
  return Object.values((await sql<Record<string, unknown>>(text, [id]))[0] ?? {});
};

test("outcomes that end together are each their own, and one that comes too late changes nothing", async () => {
  const [first, success, retry, failed, unsent, late] = (await claimed(6)) as [
    Claimed,
    Claimed,
    Claimed,
    Claimed,
    Claimed,
    Claimed,
  ];
  const answers = await Promise.all([
    queue.record(first, { status: "success", statusCode: 200, fault: null, isAttempt: true }, 0),
    queue.record(success, { status: "success", statusCode: 204, fault: null, isAttempt: true }, 0),
    queue.record(
      retry,
      { status: "pending", statusCode: 500, fault: null, isAttempt: true, retryAfterMs: 60_000 },
      0,
    ),
    queue.record(failed, { status: "failed", statusCode: null, fault: null, isAttempt: true }, 0),
    queue.record(unsent, { status: "failed", statusCode: null, fault: null, isAttempt: false }, 0),
    queue.record(
      { ...late, lease: randomUUID() },
      { status: "success", statusCode: 200, fault: null, isAttempt: true },
      0,
    ),
  ]);
  assert.deepEqual(answers, [true, true, true, true, true, false]);
  assert.deepEqual(await stored(success), ["success", 1, 204, null, true, false, null]);
  assert.deepEqual(await stored(retry), ["pending", 1, 500, "waiting", false, true, true]);
  assert.deepEqual(await stored(failed), ["failed", 1, null, null, false, true, null]);
  assert.deepEqual(await stored(unsent), ["failed", 0, null, null, false, false, null]);
  assert.deepEqual(await stored(late), ["pending", 0, null, "under_way", false, false, false]);
});

test("an outcome that cannot be stored keeps none of the others from being stored", async () => {
  const [first, odd, sound] = (await claimed(3)) as [Claimed, Claimed, Claimed];
  const success = { status: "success", statusCode: 200, fault: null, isAttempt: true } as const;
  const [, broken, fine] = await Promise.allSettled([
    queue.record(first, success, 0),
    queue.record({ ...odd, id: "no id" }, success, 0),
    queue.record(sound, success, 0),
  ]);
  assert.equal(broken.status, "rejected");
  assert.deepEqual(fine, { status: "fulfilled", value: true });
});
