import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { agentCaller, testAgent } from "../testing/test-agent.ts";
import { testSource } from "../testing/test-source.ts";

/**
 * The changesets as tools (trust.reading): what they declare no scope for needs the wildcard (agents.undeclared-scope).
 */
const crm = await testSource("crm");
const agent = await testAgent({ crm: crm.address });
crm.uuids = ["0198f0a0-0000-7000-8000-000000000002", "0198f0a0-0000-7000-8000-000000000001"];
beforeEach(() => {
  agent.upstream.seen = [];
});

test("list_changesets answers the page of its REST twin", async () => {
  const caller = agentCaller();
  const listed = (await agent.call("list_changesets", { limit: 1 }, { caller })).body.result;
  const { body } = await agent.get("/changesets?limit=1", caller);
  assert.deepEqual(listed.structuredContent, body);
  const { next_cursor: cursor } = listed.structuredContent;
  const next = (await agent.call("list_changesets", { limit: 1, cursor }, { caller })).body.result;
  assert.deepEqual(
    next.structuredContent.changesets.map(({ id }: { id: string }) => id),
    ["crm_0198f0a0-0000-7000-8000-000000000001"],
  );
  const strange = (await agent.call("list_changesets", { status: "queued", cursor }, { caller })).body.result;
  assert.equal(strange.structuredContent.error.code, "invalid_cursor");
});

test("get_changeset asks the service that the id names", async () => {
  agent.upstream.answer = { body: '{"id":"data_x"}' };
  for (const changeset_id of ["data_x", "webhooks_x", "crm_x", "nobody_x", "__proto__"])
    assert.equal((await agent.call("get_changeset", { changeset_id })).body.result.isError, false);
  assert.deepEqual(
    agent.upstream.seen.map(({ rpc, path }) => [rpc, path["changeset_id"]]),
    ["data_x", "webhooks_x", "crm_x", "nobody_x", "__proto__"].map((id) => [
      "changes.v1.Changes/GetChangeset",
      id,
    ]),
  );
});

test("both need the wildcard", async () => {
  const caller = agentCaller({ scopes: [{ resource: "tables", actions: ["read", "write"] }] });
  for (const [name, values] of [
    ["list_changesets", {}],
    ["get_changeset", { changeset_id: "crm_x" }],
  ] as const) {
    const reply = await agent.call(name, values, { caller });
    assert.deepEqual([reply.status, reply.body.error.data.code], [403, "wildcard_required"]);
    assert.deepEqual(reply.body.error.data.required, ["*:read"]);
  }
});
