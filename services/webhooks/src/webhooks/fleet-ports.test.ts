import assert from "node:assert/strict";
import { test } from "node:test";
import { UrlGuard } from "@jst/jobs/outbound";
import { testCaller } from "@jst/testing";
import { testResolve, testWebhooks } from "../testing/test-webhooks.ts";

const fleetPorts = { first: 9_600, last: 9_635 };
const rules = { allowsLoopback: true, fleetPorts, refusedHosts: [], refusedRanges: [] };
const { door, sql } = await testWebhooks({ guard: new UrlGuard(rules, testResolve) });

test("create and change refuse every port of the developer's own fleet, and store nothing of it", async () => {
  const caller = testCaller();
  const body = { url: "http://127.0.0.1:9636/", events: ["contact.created"] };
  const { status, body: endpoint } = await door.call("CreateWebhook", { caller, body });
  assert.equal(status, 201);
  const path = { webhook_id: endpoint.id };
  for (let port = fleetPorts.first; port <= fleetPorts.last; port += 1) {
    const url = `http://127.0.0.1:${port}/quitquitquit`;
    const replies = [
      await door.call("CreateWebhook", { caller, body: { ...body, url } }),
      await door.call("UpdateWebhook", { caller, path, body: { url } }),
    ];
    for (const reply of replies)
      assert.deepEqual([reply.status, reply.body.code], [422, "url_not_public"], url);
  }
  const stored = await sql("select url from webhooks.endpoints where team_id = $1", [caller.team_id]);
  assert.deepEqual(stored, [{ url: body.url }]);
});
