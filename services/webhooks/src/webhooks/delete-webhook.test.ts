import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { testCaller } from "@jst/testing";
import { materialise } from "../intake/materialise.ts";
import { testWebhooks } from "../testing/test-webhooks.ts";

const { door, database } = await testWebhooks();
const connectionString = database.urlOf("webhooks_worker");
const worker = new SystemDatabase({ connectionString, poolSize: 1, applicationName: "test" });
after(() => worker.close());
const body = { url: "https://example.com/hook", events: ["contact.created"] };
const event = (teamId: string) => ({
  teamId,
  id: randomUUID(),
  type: "contact.created",
  payload: "{}",
  traceparent: undefined,
});

test("a removed endpoint is gone, gets nothing more, and what it had stays in the feed as failed", async () => {
  const caller = testCaller();
  const { team_id: teamId } = caller;
  const { body: endpoint } = await door.call("CreateWebhook", { caller, body });
  const path = { webhook_id: endpoint.id };
  await materialise(worker, [{ teamId, events: [event(teamId)] }]);
  const reply = await door.call("DeleteWebhook", { caller, path });
  assert.equal(reply.status, 200);
  assert.equal(reply.body.id, endpoint.id);
  assert.match(reply.body.deleted_at, /Z$/);
  assert.equal(await materialise(worker, [{ teamId, events: [event(teamId)] }]), 0);
  const { body: feed } = await door.call("ListEvents", { caller, query: `endpoint=${endpoint.id}` });
  assert.deepEqual(
    feed.events.map((item: { status: string; next_attempt_at: unknown }) => [
      item.status,
      item.next_attempt_at,
    ]),
    [["failed", null]],
  );
  assert.equal((await door.call("GetWebhook", { caller, path })).status, 404);
  assert.equal((await door.call("DeleteWebhook", { caller, path })).status, 404);
  assert.deepEqual((await door.call("ListWebhooks", { caller })).body.webhooks, []);
});

test("webhooks:write does not delete", async () => {
  const caller = testCaller();
  const { body: endpoint } = await door.call("CreateWebhook", { caller, body });
  const writer = testCaller({
    team_id: caller.team_id,
    scopes: [{ resource: "webhooks", actions: ["read", "write"] }],
  });
  const path = { webhook_id: endpoint.id };
  const reply = await door.call("DeleteWebhook", { caller: writer, path });
  assert.deepEqual([reply.status, reply.body.required_scope], [403, "webhooks:delete"]);
  assert.equal((await door.call("GetWebhook", { caller, path })).status, 200);
});
