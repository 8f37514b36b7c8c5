import "@jst/telemetry/preload";
import { shownMetrics, until } from "@jst/testing";
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { beforeEach, test } from "node:test";
import { internal } from "../gen/internal.ts";
import { testAgent, type McpReply } from "./testing/test-agent.ts";
import { testUpstream, type TestUpstream } from "./testing/test-upstream.ts";

const crm = await testUpstream(internal.descriptor);
crm.answer = "nothing";
const agent = await testAgent({ crm: crm.address });
beforeEach(() => {
  agent.upstream.seen = [];
  agent.upstream.answer = "nothing";
  agent.auth.seen = [];
});

/** Sends, and goes away once the service has been asked; resolves when the service knows of it. */
async function leave(
  service: TestUpstream,
  send: (rest: { signal: AbortSignal }) => Promise<McpReply>,
): Promise<void> {
  const client = new AbortController();
  const left = assert.rejects(send({ signal: client.signal }), { name: "AbortError" });
  const asked = await until("the service is asked", 10_000, () => service.seen.at(-1));
  assert.equal(asked.isLeft(), false);
  client.abort();
  await left;
  await until("the service is told", 10_000, () => (asked.isLeft() ? true : undefined));
}

const message = (name: string) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } });
const doors = {
  "/mcp": message("list_tables"),
  "/mcp/actions": message("list_tables"),
  "/actions/list_tables": {},
  "/tools/call": { name: "list_tables" },
};
for (const [path, body] of Object.entries(doors)) {
  test(`a client that leaves ${path} ends the call in the service, and the call is on record`, async () => {
    await leave(agent.upstream, (rest) => agent.post(path, body, rest));
    const recorded = await until("the call is on record", 10_000, () => agent.recorded().at(0));
    assert.deepEqual([recorded.outcome, recorded.code], ["failed", "unavailable"]);
  });
}

test("a request that its client left is counted as 499, not as an answer and not as a fault of ours", async () => {
  await leave(agent.upstream, (rest) => agent.post("/actions/list_tables", {}, rest));
  assert.match(await shownMetrics(), /_count\{[^}]*RunAction[^}]*"499"/);
});

test("of a batch that nobody waits for any more, no later entry gets to a service", async () => {
  const batch = [message("list_tables"), message("list_tables"), message("list_tables")];
  await leave(agent.upstream, (rest) => agent.post("/mcp", batch, rest));
  await until("all entries are on record", 10_000, () => (agent.recorded().length === 3 ? true : undefined));
  assert.equal(agent.upstream.seen.length, 1);
});

test("a client that leaves the list of changesets ends the question to the services", async () => {
  await leave(crm, (rest) => agent.get("/changesets", undefined, {}, rest));
});

for (const path of ["/changesets", "/actions/list_tables"]) {
  test(`a request of ${path} whose client left while its caller was verified comes to its end`, async () => {
    const client = new AbortController();
    const responses: ServerResponse[] = [];
    const keep = (message: unknown) => responses.push((message as { response: ServerResponse }).response);
    const slow = await testAgent({ crm: crm.address }, {}, async () => {
      client.abort();
      await once(responses[0] as ServerResponse, "close");
    });
    subscribe("http.server.request.start", keep);
    const body = path === "/changesets" ? undefined : {};
    await assert.rejects(slow.post(path, body, { signal: client.signal }), { name: "AbortError" });
    await until("the request is done with", 10_000, () => responses[0]?.writableEnded || undefined);
    unsubscribe("http.server.request.start", keep);
  });
}
