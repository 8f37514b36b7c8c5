import { status as grpc } from "@grpc/grpc-js";
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { Caller } from "@jst/caller";
import { CALL_HEADER, PREVIEW_HEADER, RECORDED_HEADER } from "@jst/rpc";
import { agentCaller, testAgent } from "../testing/test-agent.ts";

const agent = await testAgent();
const granting = agent.auth.answer;
const rowId = "0198f0a0-0000-7000-8000-000000000001";
beforeEach(() => {
  agent.upstream.seen = [];
  agent.upstream.answer = { body: "{}" };
  agent.auth.seen = [];
  agent.auth.answer = granting;
});

/** A call as the log shows it. */
interface Shown {
  tool: string;
  door: string;
  arguments: unknown;
  arguments_digest: string;
  latency_ms: number;
  preview?: boolean;
  replayed?: boolean;
  client?: unknown;
  traceparent?: string;
}

/** The one call on record, with what stands in it. */
function theCall() {
  const [only, ...others] = agent.recorded();
  assert.equal(others.length, 0);
  assert.ok(only !== undefined, "nothing is on record");
  const { call, ...entry } = only;
  const shown = JSON.parse(call) as Shown;
  assert.equal(typeof shown.latency_ms, "number");
  return { ...entry, ...shown };
}

const doors = {
  mcp: () => agent.call("list_tables", { limit: 3 }),
  mcp_actions: () => agent.call("list_tables", { limit: 3 }, { path: "/actions" }),
  actions: () => agent.post("/actions/list_tables", { arguments: { limit: 3 } }),
  tools: () => agent.post("/tools/call", { name: "list_tables", arguments: { limit: 3 } }),
};

for (const [door, call] of Object.entries(doors)) {
  test(`a read through the door ${door} is on record, with who asked for what`, async () => {
    assert.equal((await call()).status, 200);
    const { team_id, token_id, actor_type, actor_id, resource, outcome, tool, arguments: values } = theCall();
    assert.match(`${team_id} ${token_id}`, /^[\da-f-]{36} [\da-f-]{36}$/);
    assert.deepEqual([actor_type, actor_id === token_id], ["service", true]);
    assert.deepEqual([resource, outcome, tool, values], ["tables", "success", "list_tables", { limit: 3 }]);
  });
}

test("a call of a person's token is that of the person", async () => {
  const member_id = "0198f0a0-0000-7000-8000-00000000000a";
  const caller = agentCaller({ token_type: "human", member_id, role: "member", door: "mcp_actions" });
  await agent.call("list_tables", {}, { caller });
  const { actor_type, actor_id, door } = theCall();
  assert.deepEqual([actor_type, actor_id, door], ["human", member_id, "mcp_actions"]);
});

describe("a refusal is on record with its code", () => {
  const refusals = [
    {
      of: "a scope",
      caller: agentCaller({ scopes: [{ resource: "forms", actions: ["read"] }] }),
      is: ["denied", "insufficient_scope"],
    },
    {
      of: "the export flag",
      caller: agentCaller({}, { mcp_export: false }),
      is: ["denied", "mcp_export_disabled"],
    },
    { of: "arguments", values: { table_id: 7 }, is: ["failed", "validation_failed"] },
    {
      of: "the service",
      answer: { status: 404, body: '{"code":"not_found"}' },
      is: ["not_found", "not_found"],
    },
    { of: "the way to it", answer: { fault: grpc.UNAVAILABLE }, is: ["failed", "unavailable"] },
  ];
  for (const { of, caller = agentCaller(), values, answer, is } of refusals) {
    test(`that of ${of}`, async () => {
      if (answer !== undefined) agent.upstream.answer = answer;
      await agent.call("insert_row", values ?? { table_id: "t", data: {} }, { caller });
      const { outcome, code, resource } = theCall();
      assert.deepEqual([outcome, code, resource], [...is, "tables"]);
    });
  }
});

test("neither texts nor cells are on record, but ids, words of the contract, kinds and lengths", async () => {
  const data = { name: "Ada Lovelace", weight: 71.5, "ada@example.com": true };
  const values = { table_id: rowId, data, idempotency_key: "a secret key" };
  agent.upstream.answer = { status: 201, headers: { "x-changeset-id": "data_1" }, body: '{"id":"r1"}' };
  await agent.call("insert_row", values);
  const recorded = theCall();
  assert.deepEqual(recorded.arguments, {
    table_id: rowId,
    data: { name: "text of 12", weight: "number", and: "1 more" },
    idempotency_key: "text of 12",
  });
  assert.match(recorded.arguments_digest, /^[\da-f]{64}$/);
  assert.equal(recorded.changeset_id, "data_1");
});

test("arguments of every size and depth leave an entry of some kilobytes at most", async () => {
  let deep: unknown = "x";
  for (let level = 0; level < 60; level += 1) deep = { deep };
  const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, "v".repeat(50)]));
  for (const values of [{ deep }, { wide }, wide, { wide: Object.values(wide) }]) {
    agent.auth.seen = [];
    await agent.call("insert_row", values);
    assert.ok((agent.recorded()[0]?.call.length ?? 0) < 3_000);
    assert.deepEqual([theCall().outcome, agent.upstream.seen.length], ["failed", 0]);
  }
});

/** A call by a client of the modern era that says this of itself. */
function callAs(clientInfo: object, traceparent?: string) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": clientInfo,
    traceparent,
  };
  const headers = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "list_tables",
  };
  const params = { name: "list_tables", _meta };
  return agent.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, { headers });
}

test("what the client says of itself stands there as its own words", async () => {
  const traceparent = `00-${"c".repeat(32)}-${"d".repeat(16)}-01`;
  await callAs({ name: "n".repeat(300), version: "1.2" }, traceparent);
  const recorded = theCall();
  assert.deepEqual(recorded.client, { name: "n".repeat(100), version: "1.2" });
  assert.equal(recorded.traceparent, traceparent);
});

test("of the client's words stands there what PostgreSQL takes as jsonb: no NUL and no half of a pair", async () => {
  await callAs({ name: `${"n".repeat(99)}\u{1f600}`, version: "1\0\ud83d.2" });
  assert.deepEqual(theCall().client, { name: `${"n".repeat(99)}\ufffd`, version: "1\ufffd.2" });
});

describe("a write", () => {
  const values = { table_id: "t", data: { name: "Ada" } };

  test("takes the call along, and what the service has recorded is not recorded again", async () => {
    const headers = { "x-changeset-id": "data_1", [RECORDED_HEADER]: "1" };
    agent.upstream.answer = { status: 201, headers, body: '{"id":"r1"}' };
    await agent.call("insert_row", values);
    const sent = agent.upstream.seen[0]?.header(CALL_HEADER) ?? "";
    const call = JSON.parse(Buffer.from(sent, "base64url").toString()) as Record<string, unknown>;
    assert.deepEqual([call["tool"], call["door"], call["resource"]], ["insert_row", "mcp", "tables"]);
    assert.deepEqual(agent.recorded(), []);
  });

  test("that only repeats an earlier one is recorded as that", async () => {
    agent.upstream.answer = { headers: { "idempotency-replayed": "true" }, body: '{"id":"r1"}' };
    await agent.call("insert_row", { ...values, idempotency_key: "k" });
    assert.equal(theCall().replayed, true);
  });

  test("that is only shown is recorded as that, and takes no call along", async () => {
    agent.upstream.answer = { body: JSON.stringify({ summary: "Create row", preview: [] }) };
    await agent.post("/actions/insert_row", { arguments: values, dry_run: true });
    const [seen] = agent.upstream.seen;
    assert.deepEqual([seen?.header(PREVIEW_HEADER), seen?.header(CALL_HEADER)], ["1", undefined]);
    assert.equal(theCall().preview, true);
  });
});

describe("a call that cannot be put on record", () => {
  const faults = [
    { fault: grpc.UNAVAILABLE },
    { fault: grpc.INTERNAL },
    { status: 503, body: '{"code":"unavailable","detail":"away"}' },
  ];
  for (const fault of faults) {
    test(`is not answered: ${JSON.stringify(fault)}`, async () => {
      agent.auth.answer = fault;
      agent.upstream.answer = { body: '{"tables":["secret"]}' };
      for (const call of Object.values(doors)) {
        const { text } = await call();
        assert.match(text, /"unavailable"|unavailable/);
        assert.doesNotMatch(text, /secret/);
      }
    });
  }

  test("does not stop the next one", async () => {
    assert.match((await doors.mcp()).text, /"isError":false/);
  });
});

test("calls of a team that end at once are each on record, by few messages", async () => {
  const caller = agentCaller();
  await Promise.all(Array.from({ length: 60 }, () => agent.call("list_tables", {}, { caller })));
  assert.equal(agent.recorded().length, 60);
  assert.ok(agent.auth.seen.length < 60, `${agent.auth.seen.length} messages`);
});

test("a message holds calls of one team, so that nobody waits for the log of another", async () => {
  const callers = ["a", "b"].map((one) =>
    agentCaller({ team_id: `0198f0a0-0000-7000-8000-00000000000${one}` }),
  );
  const callOf = (caller: Caller) => agent.call("list_tables", {}, { caller });
  await Promise.all(Array.from({ length: 10 }, () => callers.map(callOf)).flat());
  const teams = agent.auth.seen.map(({ body = "" }) => {
    const { calls } = JSON.parse(body) as { calls: { team_id: string }[] };
    return new Set(calls.map(({ team_id }) => team_id)).size;
  });
  assert.equal(agent.recorded().length, 20);
  assert.deepEqual([...new Set(teams)], [1]);
});

test("messages that are not calls of a tool leave nothing: lists, unknown tools, malformed calls, notifications", async () => {
  const send = (method: string, params: object, id: number | undefined = 1) =>
    agent.send({ jsonrpc: "2.0", id, method, params });
  await send("tools/list", {});
  await agent.call("nobodys_tool");
  await agent.call("list_tables", []);
  await agent.send({ jsonrpc: "2.0", method: "tools/call", params: { name: "list_tables" } });
  await agent.get("/tools");
  assert.deepEqual(agent.recorded(), []);
});
