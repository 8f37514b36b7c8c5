import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { migrate, SystemDatabase } from "@jst/db";
import { emptyDatabase, migrationsUpTo, testCaller, withClient } from "@jst/testing";
import { Queue, type Claimed, type Outcome } from "../delivery/queue.ts";
import { materialise } from "../intake/materialise.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";
import { findWebhookDetail } from "./webhook-detail.ts";

const { door, database, sql } = await testWebhooks();
const workers = Array.from({ length: 4 }, () => {
  const connectionString = database.urlOf("webhooks_worker");
  return new SystemDatabase({ connectionString, poolSize: 3, applicationName: "test" });
});
after(() => Promise.all(workers.map((worker) => worker.close())));
const [worker] = workers as [SystemDatabase];
const upTo = await migrationsUpTo("webhooks");

const body = { url: "https://example.com/", events: ["contact.created"] };
const limits = { count: 64, perLane: 64, perTeam: 64, leaseMs: 60_000, clockShiftMs: 0 };

/** Endpoints for which the counts do not say what the deliveries say. */
const disagreeing = `select id, counted, stored from (
    select endpoint_id as id, row(sum(pending), sum(success), sum(failed), max(last_success_at), max(last_failure_at)) as counted
    from webhooks.endpoint_counts group by endpoint_id
  ) c full join (
    select endpoint_id as id, row(
      count(*) filter (where status = 'pending')::numeric, count(*) filter (where status = 'success')::numeric,
      count(*) filter (where status = 'failed')::numeric, max(succeeded_at), max(failed_at)) as stored
    from webhooks.deliveries group by endpoint_id
  ) d using (id)
  where counted::text is distinct from stored::text`;

function eventsOf(teamId: string, count: number) {
  const event = { teamId, type: "contact.created", payload: "{}", traceparent: undefined };
  return Array.from({ length: count }, () => ({ ...event, id: randomUUID() }));
}

/** Two of three attempts succeed; the third comes again, and then fails. */
function endingOf({ attempt, id }: Claimed): Outcome {
  if (parseInt(id.at(-1) ?? "", 16) % 3 > 0)
    return { status: "success", statusCode: 200, fault: null, isAttempt: true };
  const refused = { statusCode: 500, fault: null, isAttempt: true };
  return attempt > 1 ? { ...refused, status: "failed" } : { ...refused, status: "pending", retryAfterMs: 0 };
}

/** Claims and records until nothing is ready. */
async function workOff(database: SystemDatabase): Promise<void> {
  const queue = new Queue(database);
  for (let claimed = await queue.claim(limits); claimed.length > 0; claimed = await queue.claim(limits))
    await Promise.all(claimed.map((one) => queue.record(one, endingOf(one), 0)));
}

test("under concurrent stores, posts, retries and removals, an endpoint's counts are those of its deliveries", async () => {
  const caller = testCaller();
  const teamId = caller.team_id;
  const made = [1, 2, 3].map(() => door.call("CreateWebhook", { caller, body }));
  const ids = (await Promise.all(made)).map((reply) => reply.body.id as string);
  for (let round = 0; round < 3; round += 1) {
    const storing = workers.map((one) => materialise(one, [{ teamId, events: eventsOf(teamId, 25) }]));
    await Promise.all([...storing, ...workers.map(workOff)]);
    assert.deepEqual(await sql(disagreeing), []);
    const again = { failed_since: "2020-01-01T00:00:00Z" };
    const reopened = ids.map((id) =>
      door.call("RedeliverWebhook", { caller, path: { webhook_id: id }, body: again }),
    );
    for (const reply of await Promise.all(reopened))
      assert.ok(reply.status < 300, JSON.stringify(reply.body));
  }
  await materialise(worker, [{ teamId, events: eventsOf(teamId, 5) }]);
  await door.call("DeleteWebhook", { caller, path: { webhook_id: ids[0] ?? "" } });
  assert.deepEqual(await sql(disagreeing), []);
  const [total] = await sql<{ count: number }>(
    "select count(*)::int as count from webhooks.deliveries where team_id = $1",
    [teamId],
  );
  assert.equal(total?.count, 3 * (3 * 4 * 25 + 5));
});

test("an endpoint that has no delivery yet has counts of zero, and no time", async () => {
  const { body: endpoint } = await door.call("CreateWebhook", { body });
  assert.deepEqual(endpoint.stats, {
    pending: 0,
    success: 0,
    failed: 0,
    last_success_at: null,
    last_failure_at: null,
  });
});

test("statistics are read without looking at deliveries but the last 25", async () => {
  const { text } = findWebhookDetail(randomUUID(), randomUUID(), []);
  const bound = text.replaceAll(/\$[12]/g, `'${randomUUID()}'`).replace("$3", "'{}'");
  const [plan] = await sql<{ "QUERY PLAN": unknown }>(`explain (format json) ${bound}`);
  const scans = JSON.stringify(plan).match(/"Relation Name":"\w+"/g) ?? [];
  assert.deepEqual(scans.toSorted(), [
    '"Relation Name":"batches"',
    '"Relation Name":"deliveries"',
    '"Relation Name":"endpoint_counts"',
    '"Relation Name":"endpoints"',
    '"Relation Name":"queue"',
  ]);
});

test("what was delivered before there were counts is counted", async () => {
  const { ownerUrl, superuserUrl } = await emptyDatabase("webhooks");
  const options = { service: "webhooks", connectionString: ownerUrl };
  await migrate({ ...options, directory: await upTo("0015") });
  await withClient(superuserUrl, async (client) => {
    await client.query(`set session_replication_role = replica;
      insert into webhooks.deliveries
        (team_id, id, endpoint_id, event_id, type, payload, status, next_attempt_at, succeeded_at, failed_at, created_at)
      select uuidv7(), uuidv7(), ('01990000-0000-7000-8000-00000000000' || e)::uuid, uuidv7(), 'contact.created', '{}', status,
        case when status = 'pending' then now() end, s::timestamptz, f::timestamptz, now()
      from (values (1, 'pending', null, '2026-01-01Z'), (1, 'success', '2026-01-02Z', null), (1, 'success', '2026-01-03Z', null),
        (2, 'failed', null, '2026-01-04Z')) v (e, status, s, f)`);
    // The owner sees the teams' rows as a member of the worker's role alone. A migration must not lean on that.
    await client.query("alter policy worker on webhooks.deliveries using (current_user = 'webhooks_worker')");
  });
  await migrate({ ...options, directory: await upTo("0021") });
  const counted = await withClient(superuserUrl, (client) => client.query(disagreeing));
  assert.deepEqual(counted.rows, []);
});
