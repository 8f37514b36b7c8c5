import assert from "node:assert/strict";
import { test } from "node:test";
import { tools } from "../../../gen/tools.ts";
import { agentCaller, testAgent, type McpSend } from "../../testing/test-agent.ts";

const agent = await testAgent();

async function listed(options: McpSend = {}, params = {}): Promise<string[]> {
  const reply = await agent.send({ jsonrpc: "2.0", id: 1, method: "tools/list", params }, options);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result.tools.map((tool: { name: string }) => tool.name);
}

const every = tools.map(({ name }) => name);
const all = tools.filter(({ isExtra }) => !isExtra).map(({ name }) => name);
const reads = tools.filter(({ readOnly }) => readOnly).map(({ name }) => name);
const ofTables = tools.filter(({ scope }) => scope.resource === "tables");
const namesOf = (isRead: boolean) =>
  ofTables.filter(({ readOnly }) => readOnly === isRead).map(({ name }) => name);

test("the list holds what the token's scopes and its member's role permit", async () => {
  const scoped = (actions: ("read" | "write")[]) =>
    agentCaller({ scopes: [{ resource: "tables", actions }] });
  assert.deepEqual(await listed(), all);
  assert.deepEqual(await listed({ caller: scoped(["read"]) }), namesOf(true));
  assert.deepEqual(await listed({ caller: scoped(["write"]) }), namesOf(false));
  assert.deepEqual(await listed({ caller: agentCaller({ role: "viewer", token_type: "human" }) }), reads);
  const stranger = agentCaller({ scopes: [{ resource: "vault", actions: ["read"] }] });
  assert.deepEqual(await listed({ caller: stranger }), []);
});

test("tools of a module that is off are not listed, and a call of one answers as its absent twin", async () => {
  const modules = { contacts: true, mcp_actions: true, commerce: false };
  const caller = agentCaller({}, { modules });
  const on = tools.filter(({ module }) => module === "contacts" || module === "").map(({ name }) => name);
  assert.deepEqual(await listed({ caller }), on);
  const actions = await agent.get("/mcp/actions", caller);
  assert.deepEqual(
    actions.body.tools.map(({ name }: { name: string }) => name),
    on,
  );
  const codes = ["list_tables", "create_quote"].map(
    async (name) =>
      (await agent.call(name, {}, { caller })).body.result.structuredContent.error.code as string,
  );
  assert.deepEqual(await Promise.all(codes), ["not_found", "commerce_disabled"]);
});

test("the index shows the actions of the modules that are on", async () => {
  const actionsOf = async (modules?: Record<string, boolean>) => {
    const caller = agentCaller({}, modules === undefined ? {} : { modules });
    return (await agent.get("", caller)).body.actions.map(({ name }: { name: string }) => name) as string[];
  };
  assert.deepEqual((await actionsOf()).toSorted(), tools.map(({ name }) => name).toSorted());
  const without = await actionsOf({ contacts: true });
  assert.ok(without.includes("contact_search") && !without.includes("list_tables"));
});

test("tools are listed by toolset, and by name in each; changesets are a toolset as any other", async () => {
  const places = tools.map(({ toolset, name }) => `${toolset}/${name}`);
  assert.deepEqual(places, places.toSorted());
  assert.deepEqual(await listed(), all);
  const own = new Map([["context_search", "context"]]);
  for (const { toolset, scope, name } of tools)
    assert.equal(toolset, scope.resource === "*" ? (own.get(name) ?? "changesets") : scope.resource, name);
  assert.deepEqual(await listed({ path: "?toolsets=changesets" }), ["get_changeset", "list_changesets"]);
});

test("an extra tool is counted where the list has no room for it, and can be called and chosen (agents.listing)", async () => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const { _meta, tools: shown } = (await agent.send(message)).body.result;
  assert.deepEqual(_meta, { "jst/more": { count: 2, toolsets: ["comments", "tables"] } });
  assert.equal(shown.length, 40);
  assert.deepEqual(await listed({ path: "?tools=import_data" }), ["import_data"]);
  assert.deepEqual(
    await listed({ path: "?exclude=task_get,task_list" }),
    every.filter((name) => name !== "task_get" && name !== "task_list"),
  );
  const called = await agent.call("import_data", {});
  assert.equal(called.body.result.structuredContent.error.code, "validation_failed");
  const narrow = agentCaller({ scopes: [{ resource: "tables", actions: ["read", "write"] }] });
  const few = (await agent.send(message, { caller: narrow })).body.result;
  assert.ok(
    few.tools.some(({ name }: { name: string }) => name === "import_data") && few._meta === undefined,
  );
});

test("writes are listed while agents may not write", async () => {
  assert.deepEqual(await listed({ caller: agentCaller({}, { mcp_export: false }) }), all);
});

test("every entry says all four hints, its scope and its confirm, twice where clients strip them", async () => {
  const reply = await agent.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  for (const tool of reply.body.result.tools) {
    const hints = ["title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
    assert.deepEqual(Object.keys(tool.annotations), hints);
    assert.deepEqual(tool._meta, { "jst/scope": tool.scope, "jst/confirm": tool.confirm });
    assert.equal(tool.outputSchema.type, "object");
    assert.equal(tool.outputSchema.required, undefined);
  }
});

test("a cursor of the list continues it; any other is invalid_cursor", async () => {
  const after = (name: string) => Buffer.from(`after:${name}`).toString("base64url");
  assert.deepEqual(
    await listed({}, { cursor: after("project_task/task_complete") }),
    all.slice(all.indexOf("task_complete") + 1),
  );
  assert.deepEqual(await listed({}, { cursor: after("zzz/zzz") }), []);
  for (const cursor of [
    "",
    "x",
    1,
    null,
    after("tables/insert_row") + "=",
    after("insert_row"),
    after("tables/A"),
  ]) {
    const reply = await agent.send({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor } });
    assert.deepEqual(
      [reply.status, reply.body.error.code, reply.body.error.data.code],
      [200, -32602, "invalid_cursor"],
      String(cursor),
    );
  }
});

test("filters narrow the list and the calls, by query and by header", async () => {
  assert.deepEqual(await listed({ path: "?read_only=true" }), reads);
  assert.deepEqual(await listed({ path: "?tools=insert_row,query_rows&exclude=query_rows" }), ["insert_row"]);
  assert.deepEqual(await listed({ path: "?tools=insert_row&read_only=1" }), []);
  assert.deepEqual(
    await listed({ path: "?toolsets=tables" }),
    ofTables.map(({ name }) => name),
  );
  assert.deepEqual(await listed({ headers: { "x-mcp-readonly": "true" } }), reads);
  assert.deepEqual(
    await listed({ headers: { "x-mcp-tools": "list_tables" }, path: "?tools=query_rows" }),
    [],
  );
  const hidden = await agent.call("insert_row", { table_id: "t", data: {} }, { path: "?read_only=true" });
  assert.equal(hidden.body.error.data.code, "unknown_tool");
});

test("a filter that means nothing is 400", async () => {
  for (const path of [
    "?toolsets=moon",
    "?toolsets=*",
    "?tools=",
    "?exclude=x",
    "?read_only=yes",
    "?other=1",
  ]) {
    const reply = await agent.send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, { path });
    assert.deepEqual([reply.status, reply.body.error.code], [400, -32602], path);
  }
});
