import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { agentCaller, testAgent } from "../testing/test-agent.ts";

const agent = await testAgent();
const everyModule = agentCaller().team.modules;
const modules = { ...everyModule, "extension.tools": true };
const caller = agentCaller({ door: "tools" }, { modules });
beforeEach(() => {
  agent.upstream.seen = [];
  agent.upstream.answer = { body: JSON.stringify({ tables: [], next_cursor: null }) };
});

interface Listed {
  name: string;
  description: string;
  input_schema: unknown;
  scope: { resource: string; action: string };
  confirm: boolean;
}
const list = async (by = caller) => (await agent.get("/extension/tools", by)).body.tools as Listed[];

test("the tools are those of MCP, by name, description and schema, for the same token (extension.tools)", async () => {
  const narrow = {
    ...caller,
    scopes: ["tables", "extension"].map((resource) => ({ resource, actions: ["read" as const] })),
  };
  for (const by of [caller, narrow]) {
    const rpc = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const { body } = await agent.send(rpc, { caller: { ...by, door: "mcp" } });
    const ofMcp = body.result.tools as (Omit<Listed, "input_schema"> & { inputSchema: unknown })[];
    const expected = ofMcp.map(({ name, description, inputSchema, scope, confirm }) => ({
      name,
      description,
      input_schema: inputSchema,
      scope,
      confirm,
    }));
    assert.deepEqual(await list(by), expected);
  }
  assert.ok((await list(narrow)).every(({ scope }) => scope.resource === "tables"));
});

test("a call is that of the function door: its result, its refusals, its record", async () => {
  const call = (body: unknown, by = caller) => agent.post("/extension/tools/call", body, { caller: by });
  const body = { name: "list_tables", arguments: {} };
  const twin = await agent.post("/tools/call", body, { caller });
  const reply = await call(body);
  assert.deepEqual([reply.status, reply.body], [twin.status, twin.body]);
  assert.equal(reply.body.ok, true);
  const [first, second] = agent.recorded().slice(-2);
  assert.deepEqual([second?.resource, second?.outcome], [first?.resource, first?.outcome]);
  assert.equal((await call({ name: "read_vault", arguments: {} })).body.code, "unknown_tool");
  const write = { name: "insert_row", arguments: { table_id: "t", data: {} } };
  const byPerson = { ...caller, token_type: "human" as const, team: { ...caller.team, mcp_export: false } };
  assert.equal((await call(write, byPerson)).body.code, "mcp_export_disabled");
});
