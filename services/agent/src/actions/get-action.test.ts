import assert from "node:assert/strict";
import { test } from "node:test";
import { tools } from "../../gen/tools.ts";
import { Catalogue } from "../tools/catalogue.ts";
import { agentCaller, testAgent } from "../testing/test-agent.ts";

const agent = await testAgent();

test("every action describes itself as the tool of its name does", async () => {
  for (const tool of new Catalogue(tools).tools) {
    const { status, body } = await agent.get(`/actions/${tool.name}`);
    assert.equal(status, 200);
    assert.deepEqual(body.scope, tool.scope);
    assert.deepEqual([body.input_schema, body.output_schema], [tool.inputSchema, tool.outputSchema]);
    assert.deepEqual(
      [body.read_only, body.confirm, body.annotations],
      [tool.readOnly, tool.confirm, tool.annotations],
    );
  }
});

test("a read has nothing to reverse; a recorded write can be undone", async () => {
  assert.equal((await agent.get("/actions/query_rows")).body.reversible, false);
  assert.equal((await agent.get("/actions/insert_row")).body.reversible, true);
});

test("a token without its scope may not see it; an unknown name is 404; a query is refused", async () => {
  const caller = agentCaller({ scopes: [{ resource: "forms", actions: ["read"] }] });
  assert.equal((await agent.get("/actions/list_tables", caller)).body.code, "insufficient_scope");
  assert.equal((await agent.get("/actions/nothing", caller)).body.code, "not_found");
  assert.equal((await agent.get("/actions/list_tables?x=1")).body.code, "unknown_parameter");
});

for (const name of ["%ff", "%E0%A4%A", "%"]) {
  test(`a name that does not decode, ${name}, is an unknown action`, async () => {
    for (const reply of [
      await agent.get(`/actions/${name}`),
      await agent.post(`/actions/${name}`, { arguments: {} }),
    ]) {
      assert.deepEqual([reply.status, reply.body.code], [404, "not_found"]);
      assert.equal(reply.headers["content-type"], "application/problem+json; charset=utf-8");
    }
  });
}
