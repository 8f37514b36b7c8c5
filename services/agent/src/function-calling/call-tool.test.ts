import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { confirmedTools } from "../testing/confirmed-tools.ts";
import { agentCaller, testAgent, type McpSend } from "../testing/test-agent.ts";

const agent = await testAgent({}, { tools: confirmedTools });
const rows = { rows: [{ id: "r1" }], next_cursor: null };
beforeEach(() => {
  agent.upstream.seen = [];
  agent.upstream.answer = { body: JSON.stringify(rows) };
});

const caller = agentCaller({ door: "tools" });
const call = (body: unknown, query = "", options: Omit<McpSend, "path"> = {}) =>
  agent.post(`/tools/call${query}`, body, { caller, ...options });
const values = { table_id: "t", limit: 5 };
const text = JSON.stringify(values);

/** One call in every shape that vendors write, and the result each of them reads. */
const shapes: Record<string, [call: unknown, ok: unknown, failed: (problem: string) => unknown]> = {
  openai: [
    { id: "c1", type: "function", function: { name: "query_rows", arguments: text } },
    { role: "tool", tool_call_id: "c1", content: JSON.stringify(rows) },
    (problem) => ({ role: "tool", tool_call_id: "c1", content: `{"error":${problem}}` }),
  ],
  "openai-responses": [
    {
      type: "function_call",
      id: "fc_1",
      call_id: "c1",
      name: "query_rows",
      arguments: text,
      status: "completed",
    },
    { type: "function_call_output", call_id: "c1", output: JSON.stringify(rows) },
    (problem) => ({ type: "function_call_output", call_id: "c1", output: `{"error":${problem}}` }),
  ],
  anthropic: [
    { type: "tool_use", id: "c1", name: "query_rows", input: values },
    { type: "tool_result", tool_use_id: "c1", content: JSON.stringify(rows) },
    (problem) => ({ type: "tool_result", tool_use_id: "c1", content: problem, is_error: true }),
  ],
  gemini: [
    { functionCall: { id: "c1", name: "query_rows", args: values }, thoughtSignature: "x" },
    { functionResponse: { id: "c1", name: "query_rows", response: { output: rows } } },
    (problem) => ({
      functionResponse: { id: "c1", name: "query_rows", response: { error: JSON.parse(problem) } },
    }),
  ],
  mcp: [
    { name: "query_rows", arguments: values },
    { content: [{ type: "text", text: JSON.stringify(rows) }], structuredContent: rows, isError: false },
    (problem) => ({
      content: [{ type: "text", text: `{"error":${problem}}` }],
      structuredContent: { error: JSON.parse(problem) },
      isError: true,
    }),
  ],
};

test("a reason beside the arguments reaches the service in every shape", async () => {
  const row = { table_id: "t", data: {}, confirm: true };
  for (const body of [
    { name: "insert_row", arguments: row },
    { type: "function", function: { name: "insert_row", arguments: JSON.stringify(row) } },
    { type: "tool_use", id: "c1", name: "insert_row", input: row },
    { functionCall: { name: "insert_row", args: row } },
  ]) {
    const reply = await call({ ...body, change_reason: "Müller asked" });
    assert.equal(reply.body.ok, true, reply.text);
    assert.equal(agent.upstream.seen.at(-1)?.header("x-change-reason"), "M%C3%BCller%20asked");
  }
});

describe("a call in the shape of", () => {
  for (const [format, [body, ok, failed]] of Object.entries(shapes)) {
    test(`${format} reaches the tool, and is answered in our shape, or with ?format= in its own`, async () => {
      const own = await call(body);
      const callId = format === "mcp" ? null : "c1";
      assert.deepEqual(own.body, { call_id: callId, name: "query_rows", ok: true, result: rows });
      assert.equal(
        agent.upstream.seen[0]?.header("x-envoy-original-path"),
        "/api/v1/data/tables/t/rows?limit=5",
      );
      const native = await call(body, `?format=${format}`);
      assert.deepEqual([native.status, native.body], [200, ok]);
      const problem = '{"status":404,"code":"not_found","detail":"No."}';
      agent.upstream.answer = { status: 404, body: problem };
      const { hint } = (await call(body)).body.error;
      assert.match(hint, /list_tables/);
      const hinted = `${problem.slice(0, -1)},"hint":${JSON.stringify(hint)}}`;
      assert.deepEqual((await call(body, `?format=${format}`)).body, failed(hinted));
    });
  }
});

test("arguments may be an object, its text, or nothing; null for what may be left out is dropped", async () => {
  for (const given of [{}, "{}", "", " ", null, { limit: null, cursor: null }, '{"limit":null}']) {
    assert.equal(
      (await call({ name: "list_tables", arguments: given })).body.ok,
      true,
      JSON.stringify(given),
    );
  }
  assert.deepEqual(
    agent.upstream.seen.map((seen) => seen.header("x-envoy-original-path")),
    agent.upstream.seen.map(() => "/api/v1/data/tables"),
  );
});

test("what the model did wrong is a result it can read: 200 and ok false", async () => {
  const cases: [unknown, string][] = [
    [{ name: "query_rows", arguments: "{" }, "malformed_json"],
    [{ name: "query_rows", arguments: "[1]" }, "validation_failed"],
    [{ name: "query_rows", arguments: [] }, "validation_failed"],
    [{ name: "query_rows", arguments: { table_id: null } }, "validation_failed"],
    [{ name: "list_tables", arguments: { moon: null } }, "validation_failed"],
    [{ name: "insert_row", arguments: { table_id: "t", data: { a: "\u0000" } } }, "malformed_json"],
  ];
  for (const [body, code] of cases) {
    const reply = await call(body);
    assert.deepEqual([reply.status, reply.body.ok, reply.body.error.code], [200, false, code], reply.text);
    assert.ok(reply.body.error.request_id);
  }
  assert.equal(agent.upstream.seen.length, 0);
});

test("a write asks for confirmation in its result, and takes it beside the arguments or among them", async () => {
  const row = { table_id: "t", data: { name: null } };
  agent.upstream.answer = { body: '{"summary":"Create row","preview":[]}' };
  const asked = await call({ name: "insert_row", arguments: row });
  assert.deepEqual([asked.body.ok, asked.body.error.code], [false, "confirmation_required"]);
  agent.upstream.answer = { status: 202, body: '{"queued":true}' };
  for (const body of [
    { name: "insert_row", arguments: row, confirm: true, idempotency_key: "k" },
    { type: "tool_use", id: "c", name: "insert_row", input: { ...row, confirm: true, idempotency_key: "k" } },
  ]) {
    const done = await call(body);
    assert.deepEqual(done.body.result, { queued: true });
    const seen = agent.upstream.seen.at(-1);
    assert.deepEqual([seen?.header("idempotency-key"), seen?.body], ["k", '{"data":{"name":null}}']);
  }
});

describe("a problem is answered", () => {
  test("for a scope and for the export flag: 403", async () => {
    const reader = agentCaller({ door: "tools", scopes: [{ resource: "forms", actions: ["read"] }] });
    const scope = await call({ name: "list_tables" }, "", { caller: reader });
    assert.deepEqual([scope.status, scope.body.code], [403, "insufficient_scope"]);
    const off = agentCaller({ door: "tools" }, { mcp_export: false });
    const flag = await call({ name: "insert_row", arguments: {} }, "", { caller: off });
    assert.deepEqual([flag.status, flag.body.code], [403, "mcp_export_disabled"]);
    assert.equal((await call({ name: "list_tables" }, "", { caller: off })).status, 200);
  });

  test("for a tool that is not there, or that the filters hide: 404 unknown_tool", async () => {
    for (const [body, query] of [
      [{ name: "nothing" }, ""],
      [{ name: "__proto__" }, ""],
      [{ name: "insert_row" }, "?read_only=1"],
    ] as const) {
      const reply = await call(body, query);
      assert.deepEqual([reply.status, reply.body.code], [404, "unknown_tool"]);
    }
  });

  test("for an invalid call: 422, or 400 if it is not JSON", async () => {
    for (const body of [
      {},
      [],
      { name: 7 },
      { name: "list_tables", moon: 1 },
      { type: "function" },
      { type: "tool_use" },
    ]) {
      const reply = await call(body);
      assert.deepEqual([reply.status, reply.body.code], [422, "validation_failed"], JSON.stringify(body));
    }
    assert.equal((await call("{")).status, 400);
    assert.equal((await call("x", "", { headers: { "content-type": "text/plain" } })).status, 415);
  });

  test("for an unknown format or parameter: 400", async () => {
    for (const query of ["?format=moon", "?format=", "?format=mcp&format=mcp"])
      assert.equal((await call({ name: "list_tables" }, query)).body.code, "invalid_format", query);
    assert.equal((await call({ name: "list_tables" }, "?moon=1")).body.code, "unknown_parameter");
  });
});
