import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { fleet, jst, mintToken, newTeam } from "../src/fleet.ts";
import { send, type Answer } from "../src/http.ts";
import { until } from "@jst/testing";

/** Agents see the same tables through the same gate as REST (agents.mcp). */
const path = "/api/v1/mcp";
const MODERN = "2026-07-28";
const names = ["insert_row", "list_tables", "query_rows"];
const rows = ["a", "b", "c"];

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- results of tools have the shape of the tool.
type Result = any;

let slug = "";
let token = "";
let table = "";
before(async () => {
  const team = await newTeam("mcp");
  ({ slug, token } = team);
  const body = { name: "things", display_name: "Things", columns: [{ name: "name", type: "text" }] };
  const created = await send({ method: "POST", path: "/api/v1/data/tables", token, body });
  table = (created.body as { id: string }).id;
  for (const name of rows) {
    await send({
      method: "POST",
      path: `/api/v1/data/tables/${table}/rows`,
      token,
      body: { data: { name } },
    });
  }
});

async function legacy(
  method: string,
  params: unknown = {},
  as = token,
): Promise<Answer & { result: Result }> {
  const answer = await send({
    method: "POST",
    path,
    token: as,
    body: { jsonrpc: "2.0", id: 1, method, params },
  });
  return { ...answer, result: (answer.body as { result?: Result }).result };
}

async function modern(method: string, params: Record<string, unknown> = {}): Promise<Result> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headers: Record<string, string> = { "mcp-protocol-version": MODERN, "mcp-method": method };
  if (typeof params["name"] === "string") headers["mcp-name"] = params["name"];
  const body = { jsonrpc: "2.0", id: "m", method, params: { ...params, _meta } };
  const answer = await send({ method: "POST", path, token, headers, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (answer.body as { result: Result }).result;
}

const sorted = { table_id: "things", sort: "name:asc" };
const twin = async () =>
  (await send({ path: `/api/v1/data/tables/${table}/rows?sort=name:asc`, token })).body;

describe("a legacy client", () => {
  test("begins, lists the tools and the tables, and reads the rows REST reads", async () => {
    const begun = await legacy("initialize", { protocolVersion: "2025-06-18", capabilities: {} });
    assert.equal(begun.result.serverInfo.name, "jst-client-api");
    assert.equal(begun.headers.get("mcp-session-id"), null);
    const { tools } = (await legacy("tools/list")).result;
    const listedNames = tools.map((tool: { name: string }) => tool.name);
    for (const name of names) assert.ok(listedNames.includes(name), name);
    const listed = await legacy("tools/call", { name: "list_tables", arguments: {} });
    const tablesByRest = (await send({ path: "/api/v1/data/tables", token })).body;
    assert.deepEqual(listed.result.structuredContent, tablesByRest);
    const queried = await legacy("tools/call", { name: "query_rows", arguments: sorted });
    assert.deepEqual(queried.result.structuredContent, await twin());
    assert.deepEqual(JSON.parse(queried.result.content[0].text), await twin());
  });

  test("filters, picks columns and turns pages", async () => {
    const filter = { field: "name", op: "in", value: ["a", "c"] };
    const call = (values: object) =>
      legacy("tools/call", { name: "query_rows", arguments: { ...sorted, ...values } });
    const first = (await call({ filter, fields: ["name"], limit: 1 })).result.structuredContent;
    assert.deepEqual(first.rows[0].data, { name: "a" });
    const { next_cursor: cursor } = first;
    const second = (await call({ filter, fields: ["name"], limit: 1, cursor })).result.structuredContent;
    assert.deepEqual(second.rows[0].data, { name: "c" });
    const foreign = (await call({ cursor })).result;
    assert.deepEqual([foreign.isError, foreign.structuredContent.error.code], [true, "invalid_cursor"]);
  });

  test("learns from the result what the service refused", async () => {
    const codeOf = async (values: object) =>
      (await legacy("tools/call", { name: "query_rows", arguments: values })).result.structuredContent.error
        .code;
    assert.equal(await codeOf({ table_id: "nothing" }), "not_found");
    assert.equal(await codeOf({ ...sorted, sort: "moon:asc" }), "invalid_sort");
    assert.equal(
      await codeOf({ ...sorted, filter: { field: "moon", op: "eq", value: 1 } }),
      "invalid_filter",
    );
    assert.equal(await codeOf({ ...sorted, limit: "one" }), "validation_failed");
  });
});

test("a modern client discovers, lists and calls", async () => {
  const discovered = await modern("server/discover");
  assert.ok(discovered.supportedVersions.includes(MODERN));
  assert.ok((await modern("tools/list")).tools.length >= names.length);
  const queried = await modern("tools/call", { name: "query_rows", arguments: sorted });
  assert.deepEqual([queried.resultType, queried.structuredContent], ["complete", await twin()]);
});

describe("a write", () => {
  const insert = (name: string, as = token) =>
    legacy("tools/call", { name: "insert_row", arguments: { table_id: "things", data: { name } } }, as);

  test("is refused until the team lets agents write, and then is a changeset", async () => {
    const refused = (await insert("d")).result;
    assert.deepEqual([refused.isError, refused.structuredContent.error.code], [true, "mcp_export_disabled"]);
    assert.equal(((await twin()) as { rows: unknown[] }).rows.length, rows.length);
    await jst("config", "set", "--team", slug, "modules.mcp_export", "true");
    const { structuredContent: written } = await until("agents may write", 20_000, async () => {
      const { result } = await insert("d");
      return result.isError === true ? undefined : (result as { structuredContent: Result });
    });
    assert.equal(written.queued, false);
    assert.match(written.changeset_id, /^data_/);
    assert.deepEqual(written.changed, [{ resource: "rows", id: written.result.id, op: "create" }]);
    const byRest = await send({ path: `/api/v1/data/tables/${table}/rows/${written.result.id}`, token });
    assert.deepEqual((byRest.body as { data: unknown }).data, { name: "d" });
  });

  test("outside the scopes is 403, and by a person's token is queued", async () => {
    const reader = await mintToken(slug, [{ resource: "tables", actions: ["read"] }]);
    const forbidden = await insert("e", reader);
    const { error } = forbidden.body as { error: Result };
    assert.deepEqual([forbidden.status, error.code, error.data.code], [403, 40301, "insufficient_scope"]);
    const email = `mcp-${process.pid}@example.com`;
    await jst("member", "add", "--team", slug, "--email", email, "--role", "admin");
    const member = await jst<{ value: string }>(
      ...["token", "mint", "--team", slug, "--type", "human", "--member", email],
    );
    const { result } = await insert("e", member.value);
    const { queued, changeset_id: changesetId, preview } = result.structuredContent;
    assert.deepEqual([result.isError, queued, preview[0].op], [false, true, "create"]);
    assert.match(changesetId, /^data_/);
  });
});

test("the official client lists, calls and accepts every result, refusals too", async () => {
  const client = new Client({ name: "e2e", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(`${fleet().base_url}${path}`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  try {
    assert.equal(client.getServerVersion()?.name, "jst-client-api");
    const { tools } = await client.listTools();
    const lister = tools.find((tool) => tool.name === "list_tables");
    assert.deepEqual(lister?._meta?.["jst/scope"], { resource: "tables", action: "read" });
    await client.ping();
    const listed = (await client.callTool({ name: "list_tables" })) as Result;
    assert.ok(listed.structuredContent.tables.length >= 2);
    const queried = (await client.callTool({ name: "query_rows", arguments: sorted })) as Result;
    assert.deepEqual(queried.structuredContent, await twin());
    const values = { table_id: "things", data: { name: "by the client" } };
    const written = (await client.callTool({ name: "insert_row", arguments: values })) as Result;
    assert.equal(written.structuredContent.result.data.name, "by the client");
    const refused = (await client.callTool({ name: "query_rows", arguments: { table_id: "no" } })) as Result;
    assert.equal(refused.isError, true);
    await assert.rejects(client.callTool({ name: "nothing" }), { code: -32602 });
  } finally {
    await client.close();
  }
});

test("a foreign web page and an unknown host are refused", async () => {
  const body = { jsonrpc: "2.0", id: 1, method: "ping" };
  const answer = await send({ method: "POST", path, token, headers: { origin: "https://evil.test" }, body });
  assert.equal(answer.status, 403);
  assert.equal(answer.headers.get("access-control-allow-origin"), null);
});

test("a page of the own machine is told by preflight and refusals how to call, without a token", async () => {
  const asked = { "access-control-request-method": "POST", "access-control-request-headers": "mcp-param-x" };
  const preflight = (at: string, origin: string) =>
    send({ method: "OPTIONS", path: at, headers: { origin, ...asked } });
  const origin = "http://localhost:6274";
  for (const at of [path, `${path}/actions`]) {
    const { status, headers } = await preflight(at, origin);
    assert.deepEqual(
      [status, headers.get("access-control-allow-origin"), headers.get("access-control-allow-methods")],
      [204, origin, "POST, OPTIONS"],
    );
    assert.match(headers.get("access-control-allow-headers") ?? "", /authorization.*mcp-name.*mcp-param-x/);
    assert.equal(headers.get("access-control-allow-credentials"), null);
    const other = await preflight(at, "http://localhost.evil.example");
    assert.deepEqual([other.status, other.headers.get("access-control-allow-origin")], [403, null]);
    const body = { jsonrpc: "2.0", id: 1, method: "ping" };
    const refused = await send({ method: "POST", path: at, headers: { origin }, body });
    assert.deepEqual([refused.status, refused.headers.get("access-control-allow-origin")], [401, origin]);
    assert.match(refused.headers.get("access-control-expose-headers") ?? "", /WWW-Authenticate/);
  }
});
