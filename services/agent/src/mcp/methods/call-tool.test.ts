import { status as grpc } from "@grpc/grpc-js";
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { agentCaller, testAgent, type McpReply } from "../../testing/test-agent.ts";

const agent = await testAgent();
beforeEach(() => {
  agent.upstream.seen = [];
  agent.upstream.answer = { body: "{}" };
});

/** The problem of a refused call, as structured content and as text. */
function refusalOf(reply: McpReply) {
  assert.equal(reply.status, 200, reply.text);
  const { isError, structuredContent, content } = reply.body.result;
  assert.equal(isError, true, reply.text);
  assert.deepEqual(JSON.parse(content[0].text), structuredContent);
  assert.ok(structuredContent.error.request_id, reply.text);
  return structuredContent.error;
}

describe("a read", () => {
  test("becomes the rpc with path, query and caller of its REST twin", async () => {
    const values = {
      table_id: "a table/ä",
      filter: { field: "name", op: "eq", value: "a&b=ü" },
      fields: ["name", "due on"],
      sort: "name:asc",
      computed: true,
      limit: 7,
    };
    const headers = { "x-request-id": "r1", traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` };
    await agent.call("query_rows", values, { headers });
    const [seen] = agent.upstream.seen;
    assert.equal(seen?.rpc, "data.v1.Rows/ListRows");
    assert.deepEqual(seen.path, { table_id: values.table_id });
    assert.equal(seen.body, undefined);
    const target = new URL(seen.header("x-envoy-original-path") ?? "", "http://x");
    assert.equal(target.pathname, "/api/v1/data/tables/a%20table%2F%C3%A4/rows");
    assert.deepEqual(Object.fromEntries(target.searchParams), {
      filter: JSON.stringify(values.filter),
      fields: "name,due on",
      sort: "name:asc",
      computed: "true",
      limit: "7",
    });
    assert.deepEqual([seen.header("x-request-id"), seen.header("traceparent")], ["r1", headers.traceparent]);
    assert.equal(seen.header("x-internal-token")?.split(".").length, 3);
  });

  test("passes the reply through, byte for byte, as structured content and as text", async () => {
    const body = '{"rows":[{"n":1.50,"big":12345678901234567890, "s":"\\u00e4"}],"next_cursor":null}';
    agent.upstream.answer = { body };
    const reply = await agent.call("query_rows", { table_id: "t" });
    assert.ok(reply.text.includes(`"structuredContent":${body}`));
    assert.equal(reply.body.result.content[0].text, body);
    assert.equal(reply.body.result.isError, false);
  });

  test("is asked again when a replica goes away; a write is not", async () => {
    agent.upstream.answer = { fault: grpc.UNAVAILABLE };
    const read = refusalOf(await agent.call("list_tables"));
    assert.deepEqual([read.code, agent.upstream.seen.length], ["unavailable", 3]);
    agent.upstream.seen = [];
    const write = refusalOf(await agent.call("insert_row", { table_id: "t", data: {} }));
    assert.deepEqual([write.code, agent.upstream.seen.length], ["unavailable", 1]);
  });

  test("a fault of the transport shows nothing of itself", async () => {
    agent.upstream.answer = { fault: grpc.INTERNAL };
    const reply = await agent.call("list_tables");
    assert.equal(refusalOf(reply).code, "internal_error");
    assert.ok(!reply.text.includes("secret"));
  });
});

describe("a write", () => {
  const row = '{"id":"r1","data":{"name": "a"}}';

  test("of a tool with a lasting schema has the reason of _meta, else of the header", async () => {
    const row = { table_id: "t", data: {} };
    const sent = async (meta: object, headers: Record<string, string> = {}) => {
      const params = { name: "insert_row", arguments: row, _meta: meta };
      const reply = await agent.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, { headers });
      return reply.body.error?.code ?? agent.upstream.seen.at(-1)?.header("x-change-reason");
    };
    const header = { "x-change-reason": "Header" };
    assert.equal(await sent({ "jst/change_reason": "Müller asked" }, header), "M%C3%BCller%20asked");
    assert.equal(await sent({}, header), "Header");
    agent.upstream.seen = [];
    for (const reason of ["", " ", "a\r\nb", "a".repeat(501), 7, null, ["a"]])
      assert.equal(await sent({ "jst/change_reason": reason }), -32_602, JSON.stringify(reason));
    assert.deepEqual(agent.upstream.seen, []);
  });

  test("of a version that was read goes on with If-Match, and without one goes on without it", async () => {
    const ifMatch = async (version: object) => {
      await agent.call("contact_update", { contact_id: "c", phone: "+14155550100", ...version });
      return agent.upstream.seen.at(-1)?.header("if-match");
    };
    assert.equal(await ifMatch({ version: 3 }), '"3"');
    assert.equal(await ifMatch({}), undefined);
  });

  test("answers the write outcome around the reply", async () => {
    agent.upstream.answer = { status: 201, headers: { "x-changeset-id": "data_1" }, body: row };
    const values = { table_id: "t", data: { name: "a", deep: [1, { x: null }] }, idempotency_key: "k 1" };
    const reply = await agent.call("insert_row", values);
    assert.deepEqual(reply.body.result.structuredContent, {
      queued: false,
      result: JSON.parse(row) as unknown,
      changed: [{ resource: "rows", id: "r1", op: "create" }],
      changeset_id: "data_1",
      changeset_url: "http://gateway.test/api/v1/changesets/data_1",
    });
    const [seen] = agent.upstream.seen;
    assert.equal(seen?.body, JSON.stringify({ data: values.data }));
    assert.equal(seen.header("idempotency-key"), "k 1");
  });

  test("that is queued or replayed says so", async () => {
    const queued = '{"queued":true,"changeset_id":"data_2"}';
    agent.upstream.answer = { status: 202, body: queued };
    const values = { table_id: "t", data: {} };
    const first = await agent.call("insert_row", values);
    assert.deepEqual(first.body.result.structuredContent, JSON.parse(queued));
    agent.upstream.answer = { status: 201, headers: { "idempotency-replayed": "true" }, body: row };
    const second = await agent.call("insert_row", values);
    assert.equal(second.body.result.structuredContent.replayed, true);
  });

  test("needs the team's consent, whatever the token; a connected app has its own", async () => {
    const values = { table_id: "t", data: {} };
    for (const token_type of ["service", "human", "break_glass"] as const) {
      const caller = agentCaller({ token_type }, { mcp_export: false });
      assert.equal(refusalOf(await agent.call("insert_row", values, { caller })).code, "mcp_export_disabled");
    }
    assert.equal(agent.upstream.seen.length, 0);
    const caller = agentCaller({ token_type: "oauth_app" }, { mcp_export: false });
    assert.equal((await agent.call("insert_row", values, { caller })).body.result.isError, false);
  });
});

describe("a call that is refused", () => {
  test("by the service shows the service's own problem with a hint", async () => {
    const problem = '{"status":422,"code":"unknown_column","detail":"No.","request_id":"r"}';
    agent.upstream.answer = { status: 422, body: problem };
    const { hint, ...refusal } = refusalOf(await agent.call("query_rows", { table_id: "t" }));
    assert.deepEqual(refusal, JSON.parse(problem));
    assert.match(hint, /Call list_tables /);
  });

  test("for its arguments lists every refused one, and asks no service", async () => {
    const table: [unknown, string[]][] = [
      [{}, ["table_id"]],
      [{ table_id: "" }, ["table_id"]],
      [{ table_id: 7, limit: "5a", q: "x".repeat(201) }, ["table_id", "limit", "q"]],
      [{ table_id: "t", limit: 0, other: 1 }, ["limit", "other"]],
      [{ table_id: "t", filter: "{", fields: "name" }, ["filter", "fields"]],
      [{ table_id: "t", fields: ["a,b"], cursor: 7 }, ["fields.0", "cursor"]],
      [{ table_id: "t", filter: JSON.parse('{"__proto__":1}') as unknown }, ["filter.__proto__"]],
      [{ table_id: "t", filter: { "\u00e9": 1, "e\u0301": 2 } }, ["\u00e9"]],
    ];
    for (const [values, fields] of table) {
      const refusal = refusalOf(await agent.call("query_rows", values));
      assert.equal(refusal.code, "validation_failed");
      assert.deepEqual(refusal.errors.map((one: { field: string }) => one.field).sort(), fields.sort());
    }
    assert.equal(agent.upstream.seen.length, 0);
  });

  test("never comes for what models send in place of nothing, or as a text", async () => {
    const nothing = { filter: null, sort: null, limit: null, cursor: "", fields: null };
    for (const [values, path] of [
      [nothing, "/api/v1/data/tables/t/rows"],
      [{ limit: "5", fields: '["a"]' }, "/api/v1/data/tables/t/rows?fields=a&limit=5"],
    ] as const) {
      const answer = await agent.call("query_rows", { table_id: "t", ...values });
      assert.equal(answer.body.result.isError, false, JSON.stringify(answer.body));
      const target = agent.upstream.seen.at(-1)?.header("x-envoy-original-path") ?? "";
      assert.deepEqual([...target.split(/[?&]/)].sort(), [...path.split(/[?&]/)].sort());
    }
  });

  test("for what no cell can hold, or for its depth, is malformed_json", async () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
    for (const data of [{ a: "\u0000" }, { a: "\ud800" }, { a: deep(15) }]) {
      const refusal = refusalOf(await agent.call("insert_row", { table_id: "t", data }));
      assert.equal(refusal.code, "malformed_json");
    }
    assert.equal(
      (await agent.call("insert_row", { table_id: "t", data: { a: deep(14) } })).body.result.isError,
      false,
    );
  });

  test("for its size never reaches the service", async () => {
    const filter = { field: "name", op: "eq", value: "x".repeat(8_192) };
    assert.equal(refusalOf(await agent.call("query_rows", { table_id: "t", filter })).code, "invalid_filter");
    const long = { table_id: "t".repeat(40_000) };
    assert.equal(refusalOf(await agent.call("query_rows", long)).code, "uri_too_long");
    assert.equal(agent.upstream.seen.length, 0);
  });

  test("because the module is off is the 404 that shows nothing", async () => {
    const caller = agentCaller({}, { modules: { tables: false } });
    assert.equal(refusalOf(await agent.call("list_tables", {}, { caller })).code, "not_found");
  });
});

test("a missing scope is HTTP 403 and 40301 with what is required, before anything else is looked at", async () => {
  const caller = agentCaller({ scopes: [{ resource: "tables", actions: ["read"] }] }, { mcp_export: false });
  const reply = await agent.call("insert_row", { wrong: true }, { caller });
  const { code, data } = reply.body.error;
  assert.deepEqual([reply.status, reply.body.id, code], [403, 1, 40301]);
  assert.deepEqual([data.code, data.required], ["insufficient_scope", ["tables:write"]]);
});

test("a connected app is told what to ask for, where consent could give it that (oauth.step-up)", async () => {
  const oauth_app = { client_id: "c", client_name: "App", issuer: "https://jst.example" };
  const scopes = [{ resource: "tables", actions: ["read" as const] }];
  const caller = agentCaller({ token_type: "oauth_app", role: "owner", oauth_app, scopes });
  const reply = await agent.call("insert_row", {}, { caller });
  assert.equal(reply.status, 403);
  assert.match(
    reply.headers["www-authenticate"] ?? "",
    /^Bearer error="insufficient_scope", scope="tables:read tables:write", resource_metadata="https:\/\/jst\.example\//,
  );
  const money = await agent.call("create_invoice", {}, { caller });
  assert.deepEqual([money.status, money.headers["www-authenticate"]], [403, undefined]);
});

test("an unknown tool and invalid parameters are -32602 in an HTTP 200", async () => {
  for (const name of ["nothing", "LIST_TABLES", "__proto__", "", 7, null, undefined]) {
    const reply = await agent.call(name);
    assert.deepEqual([reply.status, reply.body.error.code], [200, -32602], String(name));
  }
  for (const values of [[], "{}", 1, true]) {
    const reply = await agent.call("list_tables", values);
    assert.deepEqual([reply.status, reply.body.error.code], [200, -32602], String(values));
  }
  assert.equal((await agent.call("list_tables", null)).body.result.isError, false);
});

test("a long result is whole in structured content and cut, valid and told in its text", async () => {
  const rows = Array.from({ length: 400 }, (_unused, id) => ({ id, note: "ä".repeat(200) }));
  agent.upstream.answer = { body: JSON.stringify({ rows, next_cursor: "c", has_more: true }) };
  const { content, structuredContent } = (await agent.call("query_rows", { table_id: "t" })).body.result;
  assert.equal(structuredContent.rows.length, 400);
  assert.equal(structuredContent.truncated, true);
  assert.ok(Buffer.byteLength(content[0].text) <= 65_536);
  const text = JSON.parse(content[0].text);
  assert.equal(text.truncated, true);
  assert.ok(text.rows.length > 100 && text.rows.length < 400);
  assert.equal(text.next_cursor, undefined);
  agent.upstream.answer = { body: JSON.stringify({ id: "r", data: { note: "x".repeat(100_000) } }) };
  const single = (await agent.call("query_rows", { table_id: "t" })).body.result;
  assert.deepEqual(JSON.parse(single.content[0].text).cut, ["data.note"]);
});

test("a long result of a write says what was changed, and a long refusal what confirms it", async () => {
  const data = { note: "x".repeat(100_000) };
  const headers = { "x-changeset-id": "data_1" };
  agent.upstream.answer = { status: 201, headers, body: JSON.stringify({ id: "r1", data }) };
  const written = (await agent.call("insert_row", { table_id: "t", data })).body.result;
  const told = JSON.parse(written.content[0].text);
  assert.deepEqual(told.changed, [{ resource: "rows", id: "r1", op: "create" }]);
  assert.deepEqual([told.queued, told.changeset_id, told.result.id], [false, "data_1", "r1"]);
  assert.match(told.hint, /do not send it again/);
  assert.deepEqual(written.structuredContent.result.data, data);
  const caller = agentCaller({}, { modules: { contacts: true } });
  agent.upstream.answer = { body: JSON.stringify({ summary: "Archive", preview: [{ before: data }] }) };
  const asked = (await agent.call("contact_archive", { contact_id: "c1" }, { caller })).body.result;
  const { error } = JSON.parse(asked.content[0].text);
  const { code, confirm_token } = asked.structuredContent.error;
  assert.deepEqual([error.code, error.confirm_token], [code, confirm_token]);
});
