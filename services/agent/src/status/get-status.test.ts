import { status } from "@grpc/grpc-js";
import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { internal, type Fault } from "../../gen/internal.ts";
import { agentCaller, testAgent } from "../testing/test-agent.ts";
import { testUpstream, type TestUpstream } from "../testing/test-upstream.ts";

const start = () => testUpstream(internal.descriptor);
const [account, comms] = [await start(), await start()];
const others = {
  ...{ commerce: await start(), crm: await start(), data: await start(), webhooks: await start() },
  ...{ emr: await start(), scheduling: await start() },
};
const services: Readonly<Record<string, TestUpstream>> = { account, comms, ...others };
const nothing = { body: JSON.stringify({ faults: [] }) };
const addresses = Object.entries(services).map(([name, { address }]) => [name, address]);
const agent = await testAgent(Object.fromEntries(addresses) as Record<string, string>);

const fault = (component: string, since: string | null): Fault => ({
  ...{ component, since, state: "failing" as const, path: null },
  ...{ reason: "It does not answer.", remedy: "Have it answer." },
});
const answer = (...faults: Fault[]) => (comms.answer = { body: JSON.stringify({ faults }) });
beforeEach(() => {
  for (const service of Object.values(services)) {
    service.seen.length = 0;
    service.answer = nothing;
  }
});

test("a team of which nothing is known to be broken is healthy", async () => {
  const reply = await agent.get("/status");
  assert.deepEqual([reply.status, reply.body], [200, { healthy: true, faults: [] }]);
});

test("what is broken is told of the caller's team, the longest known first", async () => {
  const [old, recent, undated] = [
    fault("email", "2026-01-01T00:00:00.000Z"),
    fault("sms", "2026-02-01T00:00:00.000Z"),
    fault("whatsapp", null),
  ];
  answer(undated, recent, old);
  const caller = agentCaller();
  const { body } = await agent.get("/status", caller);
  assert.deepEqual(body, { healthy: false, faults: [old, recent, undated] });
  assert.deepEqual(
    comms.seen.map((call) => JSON.parse(call.body ?? "") as object),
    [{ team_id: caller.team_id }],
  );
});

test("who may not read what is concerned, or has its module off, is not told, and nobody is asked", async () => {
  answer(fault("email", null));
  const scopes = [{ resource: "contacts", actions: ["read" as const] }];
  for (const caller of [agentCaller({ scopes }), testCaller({ team: agentCaller({}, { modules: {} }).team })])
    assert.deepEqual((await agent.get("/status", caller)).body, { healthy: true, faults: [] });
  assert.deepEqual(comms.seen, []);
  const viewer = agentCaller({ role: "viewer", scopes: [{ resource: "comms", actions: ["read"] }] });
  assert.equal((await agent.get("/status", viewer)).body.healthy, false);
});

test("a service that does not answer is named, and the team is not called healthy", async () => {
  comms.answer = { status: 503, body: JSON.stringify({ code: "unavailable", status: 503, detail: "Away." }) };
  assert.deepEqual((await agent.get("/status")).body, { healthy: false, faults: [], incomplete: ["comms"] });
});

for (const [what, failed] of [
  ["an older release, which knows nothing of faults,", { fault: status.UNIMPLEMENTED }],
  [
    "a service that fails on its own side",
    { status: 500, body: JSON.stringify({ code: "internal_error", status: 500, detail: "It failed." }) },
  ],
] as const)
  test(`${what} is named, and hides nothing of what the others know`, async () => {
    comms.answer = failed;
    const known = fault("sign_in", null);
    account.answer = { body: JSON.stringify({ faults: [known] }) };
    assert.deepEqual((await agent.get("/status")).body, {
      healthy: false,
      faults: [known],
      incomplete: ["comms"],
    });
  });

test("each service is asked for who may read what it knows, while its module is on", async () => {
  const asked = async (resources: string[], off?: string): Promise<string[]> => {
    const all = ["comms", "contacts", "tables", "webhooks", "commerce"].filter((module) => module !== off);
    const modules = Object.fromEntries(all.map((module) => [module, true]));
    for (const one of Object.values(services)) one.seen.length = 0;
    const scopes = resources.map((resource) => ({ resource, actions: ["read" as const] }));
    await agent.get("/status", agentCaller({ scopes }, { modules }));
    return Object.keys(services)
      .sort()
      .filter((name) => services[name]?.seen.length === 1);
  };
  assert.deepEqual(await asked(["contacts", "tables", "webhooks"]), ["crm", "data", "webhooks"]);
  assert.deepEqual(await asked(["tables", "comms"]), ["comms", "data"]);
  assert.deepEqual(await asked(["config", "commerce"]), ["account", "commerce"]);
  assert.deepEqual(await asked(["config", "commerce"], "commerce"), ["account"]);
  assert.deepEqual(await asked(["contacts", "webhooks"], "contacts"), ["webhooks"]);
});

test("the index of a team is concerned while its module is on", async () => {
  const known = fault("normalization", null);
  others.crm.answer = { body: JSON.stringify({ faults: [fault("context", null), known] }) };
  const faultsWith = async (modules: Record<string, boolean>) =>
    (await agent.get("/status", agentCaller({}, { modules }))).body["faults"];
  assert.deepEqual(await faultsWith({ contacts: true, context: false }), [known]);
  assert.equal(((await faultsWith({ contacts: true, context: true })) as unknown[]).length, 2);
});

test("a query is refused", async () => {
  assert.equal((await agent.get("/status?verbose=1")).status, 400);
});
