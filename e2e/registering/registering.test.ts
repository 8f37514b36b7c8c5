import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { fixture, generateFrom } from "../../libs/contract/src/fixture-protos.ts";
import { send1 } from "../../gateway/tests/client.ts";
import { startGeneratedGateway } from "../../gateway/tests/gateway.ts";
import { startAuth } from "../../gateway/tests/upstreams/auth.ts";
import { agentCaller, testAgent } from "../../services/agent/src/testing/test-agent.ts";
import type { Documents } from "../../services/agent/src/discovery/document.ts";
import type { Tool } from "../../services/agent/src/tools/tool.ts";

/** Registering an action makes it appear everywhere, with no other edit (conventions.registry). */
const before = "  // Counts things for another service.";
const added = `  // Renames a thing.
  rpc RenameThing(RenameThingRequest) returns (google.api.HttpBody) {
    option (google.api.http) = {patch: "/api/v1/things/{thing_id}" body: "body"};
    option idempotency_level = IDEMPOTENCY_UNKNOWN;
    option (platform.v1.rest) = {
      resource: "things" action: ACTION_WRITE status: 200 request: "ThingPatch" response: "Thing"
      tool: {name: "rename_thing" title: "Rename a thing" description: "Gives a thing another name."}
    };
  }
`;
const messages = `
message RenameThingRequest {
  string thing_id = 1;
  google.api.HttpBody body = 2;
}

message ThingPatch {
  string name = 1 [(buf.validate.field).required = true];
}
`;

/** Runs the generator on the fixture. */
async function generated(proto: string) {
  const files = new Map((await generateFrom(proto)).map(({ path, content }) => [path, content]));
  const text = (path: string) => String(files.get(path));
  const list = /= (\[[\s\S]*\]);/.exec(text("services/agent/gen/tools.ts"))?.[1] ?? "";
  return {
    routes: text("gateway/gen/routes.json"),
    descriptor: files.get("gateway/gen/descriptor.binpb") as Uint8Array,
    registry: text("services/shop/gen/registry.ts"),
    contract: {
      tools: JSON.parse(list.replace(/,\n\]$/, "\n]")) as Tool[],
      descriptor: Buffer.from(files.get("services/agent/gen/tools.binpb") as Uint8Array),
      documents: {
        index: JSON.parse(text("services/agent/gen/index.json")) as Documents["index"],
        openapi: JSON.parse(text("services/agent/gen/openapi.json")) as object,
      },
    },
  };
}

const without = await generated(fixture);
const made = await generated(fixture.replace(before, added + before) + messages);
const agent = await testAgent({}, made.contract);
const auth = await startAuth();
const ports = { auth: auth.port, shop: Number(agent.upstream.address.split(":")[1]) };
const gateway = await startGeneratedGateway(made, ports);
after(async () => {
  await gateway.close();
  await auth.close();
});

const values = { thing_id: "t1", name: "Ada" };
const renamed = '{"id":"t1"}';

/** Returns the last request to the service. */
function asked() {
  const { rpc, path, body } = agent.upstream.seen.at(-1) ?? {};
  return { rpc, path: { ...path }, body };
}
const expected = { rpc: "shop.v1.Things/RenameThing", path: { thing_id: "t1" }, body: '{"name":"Ada"}' };

test("before its annotation there is no trace of it", () => {
  assert.ok(!JSON.stringify(without.contract).includes("rename_thing"));
  assert.ok(!without.routes.includes("RenameThing") && !without.registry.includes("RenameThing"));
});

describe("one annotated rpc is", () => {
  test("on REST, through a real gateway", async () => {
    agent.upstream.answer = { body: renamed };
    const sent = { method: "PATCH", path: "/api/v1/things/t1", body: '{"name":"Ada"}' };
    const reply = await send1(gateway.port, { ...sent, headers: { "content-type": "application/json" } });
    assert.deepEqual([reply.status, reply.text], [200, renamed]);
    assert.deepEqual(asked(), expected);
    const facts = auth.checks.at(-1)?.attributes.context_extensions ?? {};
    assert.deepEqual([facts["resource"], facts["action"]], ["things", "write"]);
  });

  test("in its service's registry, where a missing handler fails the type check", () => {
    assert.match(made.registry, /import \{ renameThing \} from "..\/src\/things\/rename-thing.ts";/);
  });

  test("in the index and in OpenAPI", async () => {
    const { body: index } = await agent.get("");
    assert.ok(index.actions.some((one: { name: string }) => one.name === "rename_thing"));
    const path = { method: "PATCH", path: "/api/v1/things/{thing_id}", scope: "things:write" };
    assert.deepEqual(
      index.paths.find((one: { path: string }) => one.path === path.path),
      path,
    );
    const { paths } = made.contract.documents.openapi as { paths: Record<string, Record<string, object>> };
    assert.ok(paths["/api/v1/things/{thing_id}"]?.["patch"]);
  });

  test("an action that describes itself and runs", async () => {
    const { body } = await agent.get("/actions/rename_thing");
    assert.deepEqual(body.input_schema.required, ["thing_id", "name"]);
    agent.upstream.answer = { body: renamed, headers: { "x-changeset-id": "shop_1" } };
    const caller = agentCaller({ door: "actions" });
    const reply = await agent.post("/actions/rename_thing", { arguments: values }, { caller });
    assert.deepEqual(
      [reply.status, reply.body.changed],
      [200, [{ resource: "things", id: "t1", op: "update" }]],
    );
    assert.deepEqual(asked(), expected);
  });

  for (const server of ["", "/actions"]) {
    test(`a tool of the MCP server /api/v1/mcp${server}`, async () => {
      const caller = agentCaller({ door: server === "" ? "mcp" : "mcp_actions" });
      const options = { caller, path: server };
      const list = await agent.send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, options);
      assert.ok(list.body.result.tools.some((one: { name: string }) => one.name === "rename_thing"));
      const call = await agent.call("rename_thing", values, options);
      assert.deepEqual(call.body.result.structuredContent.result, JSON.parse(renamed));
      assert.deepEqual(asked(), expected);
    });
  }

  for (const format of ["openai", "openai-responses", "anthropic", "gemini", "mcp"]) {
    test(`in the catalogue of ${format}`, async () => {
      const { body } = await agent.get(`/tools?format=${format}`, agentCaller({ door: "tools" }));
      assert.ok(JSON.stringify(body.tools).includes('"name":"rename_thing"'));
    });
  }

  test("a function that a model calls", async () => {
    const body = { type: "tool_use", id: "c1", name: "rename_thing", input: values };
    const reply = await agent.post("/tools/call?format=anthropic", body, {
      caller: agentCaller({ door: "tools" }),
    });
    assert.deepEqual([reply.body.tool_use_id, reply.body.is_error], ["c1", undefined]);
    assert.deepEqual(asked(), expected);
  });
});
