import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { testAgent, type McpSend } from "../testing/test-agent.ts";

const agent = await testAgent();
const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
const NOW = "2026-07-28";

/** A modern request with the headers that belong to it; a header that is undefined is left out. */
function modern(
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string | undefined> = {},
  meta: Record<string, unknown> = {},
) {
  const _meta = { [VERSION]: NOW, [CAPABILITIES]: {}, ...meta };
  const all = { "mcp-protocol-version": NOW, "mcp-method": method, ...headers };
  const sent = Object.entries<string | undefined>(all).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const options: McpSend = { headers: Object.fromEntries(sent) };
  return agent.send({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }, options);
}

function legacy(method: string, params: unknown = {}, version?: string) {
  const headers = version === undefined ? {} : { "mcp-protocol-version": version };
  return agent.send({ jsonrpc: "2.0", id: 1, method, params }, { headers });
}

describe("legacy", () => {
  test("initialize answers a version it speaks, and its newest instead of any other", async () => {
    for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
      assert.equal(
        (await legacy("initialize", { protocolVersion: version })).body.result.protocolVersion,
        version,
      );
    }
    for (const protocolVersion of ["2026-07-28", "1999-01-01", 7, null, undefined]) {
      const { status, body } = await legacy("initialize", { protocolVersion });
      assert.deepEqual([status, body.result.protocolVersion], [200, "2025-11-25"]);
    }
  });

  test("initialize names the server and its tools, and opens no session", async () => {
    const reply = await legacy("initialize", { protocolVersion: "2025-11-25" });
    assert.equal(reply.body.result.serverInfo.name, "jst-client-api");
    assert.deepEqual(reply.body.result.capabilities, { tools: {} });
    assert.equal(reply.headers["mcp-session-id"], undefined);
  });

  test("ping and tools/list need nothing before them, and carry no resultType", async () => {
    assert.deepEqual((await legacy("ping")).body.result, {});
    const { result } = (await legacy("tools/list")).body;
    assert.deepEqual(Object.keys(result), ["_meta", "tools"]);
  });

  test("an unknown method is -32601 in an HTTP 200", async () => {
    for (const method of [
      "server/discover",
      "resources/list",
      "tools/Call",
      "",
      "__proto__",
      "constructor",
    ]) {
      const reply = await legacy(method);
      assert.deepEqual([reply.status, reply.body.error.code], [200, -32601], method);
    }
  });

  test("an unknown version in the header is refused with those that are spoken", async () => {
    const reply = await legacy("ping", {}, "2030-01-01");
    assert.deepEqual([reply.status, reply.body.error.code], [400, -32022]);
    assert.equal(reply.body.error.data.requested, "2030-01-01");
    assert.ok(reply.body.error.data.supported.includes(NOW));
  });
});

describe("modern", () => {
  test("server/discover answers versions, capabilities, caching and the server", async () => {
    const { status, body } = await modern("server/discover");
    assert.equal(status, 200);
    const { result } = body;
    assert.equal(result.resultType, "complete");
    assert.ok(result.supportedVersions.includes(NOW));
    assert.deepEqual(result.capabilities, { tools: {} });
    assert.ok(Number.isInteger(result.ttlMs) && result.ttlMs >= 0);
    assert.equal(result.cacheScope, "private");
    assert.equal(result._meta["io.modelcontextprotocol/serverInfo"].name, "jst-client-api");
  });

  test("tools/list and tools/call carry resultType, the list its caching", async () => {
    const { result } = (await modern("tools/list")).body;
    assert.deepEqual([result.resultType, result.cacheScope], ["complete", "private"]);
    agent.upstream.answer = { body: '{"tables":[]}' };
    const call = await modern("tools/call", { name: "list_tables" }, { "mcp-name": "list_tables" });
    assert.equal(call.body.result.resultType, "complete");
    assert.deepEqual(call.body.result.structuredContent, { tables: [] });
  });

  test("what is gone and what never was is -32601 in an HTTP 404", async () => {
    for (const method of ["ping", "initialize", "subscriptions/listen", "nothing"]) {
      const reply = await modern(method);
      assert.deepEqual([reply.status, reply.body.error.code, reply.body.id], [404, -32601, 1], method);
    }
  });

  test("headers must say what the body says", async () => {
    const call = { name: "list_tables" };
    const named = { "mcp-name": "list_tables" };
    const table: [string, string, Record<string, unknown>, Record<string, string | undefined>][] = [
      ["no version", "tools/list", {}, { "mcp-protocol-version": undefined }],
      ["another version", "tools/list", {}, { "mcp-protocol-version": "2025-11-25" }],
      ["no method", "tools/list", {}, { "mcp-method": undefined }],
      ["another method", "tools/list", {}, { "mcp-method": "tools/call" }],
      ["a method in capitals", "tools/list", {}, { "mcp-method": "TOOLS/LIST" }],
      ["no name", "tools/call", call, {}],
      ["another name", "tools/call", call, { "mcp-name": "insert_row" }],
      ["a name that is no base64", "tools/call", call, { "mcp-name": "=?base64?!?=" }],
    ];
    for (const [what, method, params, headers] of table) {
      const reply = await modern(method, params, headers);
      assert.deepEqual([reply.status, reply.body.error.code], [400, -32020], what);
    }
    const encoded = `=?base64?${Buffer.from("list_tables").toString("base64")}?=`;
    for (const name of [named["mcp-name"], ` ${named["mcp-name"]} `, encoded]) {
      assert.equal((await modern("tools/call", call, { "mcp-name": name })).status, 200, name);
    }
  });

  test("_meta needs a version that is spoken and the client's capabilities, not its name", async () => {
    const unknown = await modern(
      "tools/list",
      {},
      { "mcp-protocol-version": "2030-01-01" },
      { [VERSION]: "2030-01-01" },
    );
    assert.deepEqual([unknown.status, unknown.body.error.code], [400, -32022]);
    assert.equal(unknown.body.error.data.requested, "2030-01-01");
    const incapable = await modern("tools/list", {}, {}, { [CAPABILITIES]: undefined });
    assert.deepEqual([incapable.status, incapable.body.error.code], [400, -32602]);
    const wrong = await modern("tools/list", {}, {}, { [VERSION]: 7 });
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, -32602]);
  });

  test("a modern header without _meta is -32602 in an HTTP 400", async () => {
    const reply = await legacy("tools/list", {}, NOW);
    assert.deepEqual([reply.status, reply.body.error.code], [400, -32602]);
  });
});

test("a page that the gateway does not mark as allowed may not call, on either server", async () => {
  const body = { jsonrpc: "2.0", id: 1, method: "ping" };
  const origin = "https://friend.test";
  for (const path of ["", "/actions"]) {
    const marked = { origin, "x-internal-page": "allowed" };
    assert.equal((await agent.send(body, { path, headers: marked })).status, 200, path);
    for (const headers of [{ origin }, { origin: "" }, { origin, "x-internal-page": "" }]) {
      const reply = await agent.send(body, { path, headers });
      assert.deepEqual([reply.status, reply.body.error.data.code], [403, "origin_not_allowed"], path);
    }
  }
});
