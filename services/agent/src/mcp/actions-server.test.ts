import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { agentCaller, testAgent } from "../testing/test-agent.ts";

/** The second server: the same tools and dispatcher, other rules for writes (agents.actions-server). */
const agent = await testAgent();
const path = "/actions";
const at = (overrides = {}, team = {}) => ({
  path,
  caller: agentCaller({ door: "mcp_actions", ...overrides }, team),
});
const row = { table_id: "t", data: {} };
beforeEach(() => {
  agent.upstream.seen = [];
  agent.upstream.answer = { body: "{}" };
});

async function listed(options: ReturnType<typeof at>): Promise<string[]> {
  const reply = await agent.send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, options);
  return reply.body.result.tools.map((tool: { name: string }) => tool.name);
}

test("it names itself, and begins as the first one does", async () => {
  const reply = await agent.send({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }, at());
  assert.equal(reply.body.result.serverInfo.name, "jst-client-api-actions");
  assert.deepEqual(reply.body.result.capabilities, { tools: {} });
});

describe("while agents may not write", () => {
  test("it lists reads alone, and a write is refused by its result", async () => {
    const off = at({}, { mcp_export: false });
    assert.ok((await listed(off)).includes("query_rows") && !(await listed(off)).includes("insert_row"));
    assert.ok((await listed(at())).includes("insert_row"));
    const { isError, structuredContent } = (await agent.call("insert_row", row, off)).body.result;
    assert.deepEqual([isError, structuredContent.error.code], [true, "mcp_export_disabled"]);
    assert.equal((await agent.call("list_tables", {}, off)).body.result.isError, false);
  });

  test("a connected app is held by the flag here, and not on the first server", async () => {
    const app = { token_type: "oauth_app" } as const;
    const here = await agent.call("insert_row", row, at(app, { mcp_export: false }));
    assert.equal(here.body.result.structuredContent.error.code, "mcp_export_disabled");
    const caller = agentCaller(app, { mcp_export: false });
    assert.equal((await agent.call("insert_row", row, { caller })).body.result.isError, false);
  });
});

test("with its module off it is 403 40304, whatever is asked", async () => {
  const off = at({}, { modules: { tables: true, mcp_actions: false } });
  const reply = await agent.call("list_tables", {}, off);
  assert.deepEqual([reply.status, reply.body.id], [403, null]);
  assert.deepEqual([reply.body.error.code, reply.body.error.data.code], [40304, "mcp_actions_disabled"]);
});

describe("GET", () => {
  const get = (query = "", options = at(), headers = {}) =>
    agent.get(`/mcp/actions${query}`, options.caller, headers);

  test("lists the server and its tools with their scopes, filtered as tools/list", async () => {
    const { status, body } = await get();
    assert.deepEqual([status, body.serverInfo.name], [200, "jst-client-api-actions"]);
    const names = body.tools.map((tool: { name: string }) => tool.name);
    assert.deepEqual(names, await listed(at()));
    assert.deepEqual(body.tools.find((tool: { name: string }) => tool.name === "insert_row").scope, {
      resource: "tables",
      action: "write",
    });
    const reads = (await get("?read_only=true&toolsets=tables")).body.tools;
    assert.deepEqual(
      reads.map((tool: { name: string }) => tool.name),
      ["get_table", "list_tables", "query_rows"],
    );
    assert.equal((await get("?moon=1")).status, 400);
  });

  test("that accepts nothing but a stream is 405", async () => {
    const stream = await get("", at(), { accept: "text/event-stream" });
    assert.deepEqual([stream.status, stream.headers.allow], [405, "GET, HEAD, POST, OPTIONS"]);
    for (const accept of ["application/json, text/event-stream", "*/*"])
      assert.equal((await get("", at(), { accept })).status, 200, accept);
  });
});
