import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { Database, SystemDatabase } from "@jst/db";
import { testCaller } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";
import { reportFailing } from "./report-failing.ts";

const { door, database, sql } = await testWebhooks();
const worker = new SystemDatabase({
  connectionString: database.urlOf("webhooks_worker"),
  poolSize: 2,
  applicationName: "test",
});
const own = new Database({
  connectionString: database.url,
  poolSize: 2,
  applicationName: "test",
  changesetPrefix: "webhooks",
});
after(() => Promise.all([worker.close(), own.close()]));

const pass = () => reportFailing(worker, own);
const published = (teamId: string) =>
  sql<{ id: string; type: string; payload: string; about: string }>(
    `select id, type, payload::text, payload::json -> 'data' -> 'object' ->> 'id' as about
     from webhooks.outbox where team_id = $1 and type in ('webhook.failing', 'webhook.recovered') order by seq`,
    [teamId],
  );

/** An endpoint with a pending delivery that failed first so many minutes ago. */
async function failingSince(minutes: number) {
  const caller = testCaller();
  const create = async () => {
    const body = { url: "https://example.com/", events: ["contact.created", "webhook.failing"] };
    return (await door.call("CreateWebhook", { caller, body })).body.id as string;
  };
  const id = await create();
  const event = { id: randomUUID(), type: "contact.created", payload: "{}", traceparent: undefined };
  await materialise(worker, [{ teamId: caller.team_id, events: [{ ...event, teamId: caller.team_id }] }]);
  await sql(
    `update webhooks.deliveries set attempts = 1, failed_at = now(), first_failed_at = now() - make_interval(mins => $2)
     where endpoint_id = $1`,
    [id, minutes],
  );
  const succeed = () =>
    sql(
      `update webhooks.deliveries set status = 'success', next_attempt_at = null, succeeded_at = clock_timestamp()
       where endpoint_id = $1`,
      [id],
    );
  return { teamId: caller.team_id, id, create, succeed };
}

test("an endpoint that fails for 15 minutes is reported once, and once more when it works again (events.failing)", async () => {
  const early = await failingSince(14);
  const { teamId, id, succeed } = await failingSince(16);
  await pass();
  await pass();
  assert.deepEqual(await published(early.teamId), []);
  assert.deepEqual(
    (await published(teamId)).map(({ type, about }) => [type, about]),
    [["webhook.failing", id]],
  );
  await succeed();
  await pass();
  await pass();
  assert.deepEqual(
    (await published(teamId)).map(({ type }) => type),
    ["webhook.failing", "webhook.recovered"],
  );
});

test("the other endpoints of the team get the event, and the endpoint itself does not (events.failing)", async () => {
  const { teamId, create } = await failingSince(16);
  await pass();
  const other = await create();
  const [event] = await published(teamId);
  assert.ok(event !== undefined);
  const { id, type, payload } = event;
  await materialise(worker, [{ teamId, events: [{ teamId, id, type, payload, traceparent: undefined }] }]);
  const stored = await sql<{ endpoint_id: string }>(
    "select endpoint_id from webhooks.deliveries where team_id = $1 and type = 'webhook.failing'",
    [teamId],
  );
  assert.deepEqual(stored, [{ endpoint_id: other }]);
});
