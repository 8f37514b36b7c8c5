import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { PREVIEW_HEADER } from "@jst/rpc";
import { testCaller } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";

const { door, database } = await testWebhooks();
const connectionString = database.urlOf("webhooks_worker");
const worker = new SystemDatabase({ connectionString, poolSize: 4, applicationName: "test" });
after(() => worker.close());

async function newEndpoint(enabled = true) {
  const caller = testCaller();
  const body = { url: "https://example.com/hook", events: ["invoice.paid"], enabled };
  const { body: endpoint } = await door.call("CreateWebhook", { caller, body });
  return { caller, path: { webhook_id: endpoint.id as string } };
}

test("a test event is queued for the endpoint and says that it is one", async () => {
  const { caller, path } = await newEndpoint();
  const reply = await door.call("TestWebhook", { caller, path, body: {} });
  assert.equal(reply.status, 202);
  const { endpoint_id: endpointId, type, status, payload } = reply.body;
  assert.deepEqual([endpointId, type, status], [path.webhook_id, "invoice.paid", "pending"]);
  assert.deepEqual(
    [payload.type, payload.test, payload.data],
    [type, true, { object: { id: path.webhook_id } }],
  );
  const { body: feed } = await door.call("ListEvents", { caller });
  assert.deepEqual(
    feed.events.map(({ id }: { id: string }) => id),
    [reply.body.id],
  );
});

test("no body at all asks for the endpoint's own type, as an empty one does", async () => {
  const { caller, path } = await newEndpoint();
  const reply = await door.call("TestWebhook", { caller, path, body: new Uint8Array() });
  assert.deepEqual([reply.status, reply.body.type], [202, "invoice.paid"]);
});

test("the type may be any, also one the endpoint does not receive", async () => {
  const { caller, path } = await newEndpoint();
  const reply = await door.call("TestWebhook", { caller, path, body: { type: "message.sent" } });
  assert.deepEqual([reply.status, reply.body.type], [202, "message.sent"]);
  const unknown = await door.call("TestWebhook", { caller, path, body: { type: "message.lost" } });
  assert.deepEqual([unknown.status, unknown.body.code], [422, "validation_failed"]);
});

test("test events and events of the broker share one strictly growing feed under concurrency", async () => {
  const { caller, path } = await newEndpoint();
  const teamId = caller.team_id;
  const event = { teamId, type: "invoice.paid", payload: "{}", traceparent: undefined };
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? door.call("TestWebhook", { caller, path, body: {} })
        : materialise(worker, [{ teamId, events: [{ ...event, id: randomUUID() }] }]),
    ),
  );
  const seen: string[] = [];
  for (let since = ""; ;) {
    const query = `limit=3${since === "" ? "" : `&since=${encodeURIComponent(since)}`}`;
    const { body: page } = await door.call("ListEvents", { caller, query });
    seen.push(...page.events.map(({ id }: { id: string }) => id));
    since = page.next_cursor;
    if (page.has_more !== true) break;
  }
  assert.deepEqual([seen.length, new Set(seen).size], [20, 20]);
});

test("an endpoint that is off takes no test event; another team's is not found", async () => {
  const off = await newEndpoint(false);
  const refused = await door.call("TestWebhook", { ...off, body: {} });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, "enabled"]);
  const { path } = await newEndpoint();
  const foreign = await door.call("TestWebhook", { caller: off.caller, path, body: {} });
  assert.deepEqual([foreign.status, foreign.body.code], [404, "not_found"]);
});

test("a preview queues nothing and says that there is nothing to undo; what would refuse the test refuses it", async () => {
  const { caller, path } = await newEndpoint();
  const headers = { [PREVIEW_HEADER]: "1" };
  const shown = await door.call("TestWebhook", { caller, path, body: {}, headers });
  assert.deepEqual(
    [shown.status, shown.body],
    [200, { summary: "Runs at once and cannot be undone", preview: [], outcome: "run", rule: null }],
  );
  assert.deepEqual((await door.call("ListEvents", { caller })).body.events, []);
  const absent = { webhook_id: randomUUID() };
  const refused = await door.call("TestWebhook", { caller, path: absent, body: {}, headers });
  assert.deepEqual([refused.status, refused.body.code], [404, "not_found"]);
});
