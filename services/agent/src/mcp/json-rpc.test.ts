import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { testAgent } from "../testing/test-agent.ts";

const agent = await testAgent();
const ping = { jsonrpc: "2.0", method: "ping" };

/** A body that is not JSON-RPC is refused as such, and nothing behind is called. */
describe("a body that is not a request is refused with 400", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const table: [what: string, body: string | Buffer, code: number][] = [
    ["nothing", "", -32700],
    ["no JSON", "{", -32700],
    ["a comment", '{"jsonrpc":"2.0"} //', -32700],
    ["bytes that are no UTF-8", Buffer.from([0x22, 0xff, 0x22]), -32700],
    ["65 levels", nested(65), -32700],
    ["a hundred thousand levels", nested(100_000), -32700],
    ["null", "null", -32600],
    ["a number", "1", -32600],
    ["a text", '"ping"', -32600],
    ["an empty object", "{}", -32600],
    ["another version", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ["a version that is a number", '{"jsonrpc":2.0,"id":1,"method":"ping"}', -32600],
    ["no method", '{"jsonrpc":"2.0","id":1}', -32600],
    ["a method that is no text", '{"jsonrpc":"2.0","id":1,"method":7}', -32600],
    ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}', -32600],
    ["id null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ["id true", '{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600],
    ["id of a list", '{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600],
    ["id of an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
    ["a broken id", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
    ["an id no double holds", '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', -32600],
    ["an empty batch", "[]", -32600],
    ["21 requests", JSON.stringify(Array.from({ length: 21 }, (_unused, id) => ({ ...ping, id }))), -32600],
  ];
  for (const [what, body, code] of table) {
    test(what, async () => {
      const reply = await agent.send(body);
      assert.deepEqual([reply.status, reply.body.error.code], [400, code]);
      assert.equal(reply.headers["content-type"], "application/json");
      assert.ok(reply.body.error.data.request_id);
      assert.equal(agent.upstream.seen.length, 0);
    });
  }
});

test("an id comes back as it was sent, and null where it cannot be read", async () => {
  for (const id of [0, -1, 9007199254740991, "", "a", "\u0000\ud83d\ude00", "x".repeat(10_000)]) {
    assert.equal((await agent.send({ ...ping, id })).body.id, id);
    assert.equal((await agent.send({ jsonrpc: "2.0", id })).body.id, id);
  }
  assert.equal((await agent.send({ ...ping, id: {} })).body.id, null);
  assert.equal((await agent.send("{")).body.id, null);
});

test("members beyond those of a request are ignored, and parameters are an object", async () => {
  assert.deepEqual((await agent.send({ ...ping, id: 1, more: 1 })).body.result, {});
  for (const params of [[], 1, "a", null]) {
    const reply = await agent.send({ ...ping, id: 1, params });
    assert.deepEqual([reply.status, reply.body.error.code], [200, -32602]);
  }
});

test("a notification gets 202 and no body, whatever its method, and does nothing", async () => {
  const call = { jsonrpc: "2.0", method: "tools/call", params: { name: "list_tables" } };
  for (const body of [{ jsonrpc: "2.0", method: "notifications/initialized" }, ping, call]) {
    const reply = await agent.send(body);
    assert.deepEqual([reply.status, reply.text], [202, ""]);
  }
  assert.equal(agent.upstream.seen.length, 0);
});

test("a notification gets 202 and no body, whatever its params, in both eras and within a batch", async () => {
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
  for (const params of [[], 1, "a", null]) {
    for (const version of ["2025-03-26", "2025-11-25", "2026-07-28"]) {
      const headers = { "mcp-protocol-version": version };
      const reply = await agent.send({ ...notification, params }, { headers });
      assert.deepEqual([reply.status, reply.text], [202, ""], version);
    }
    const alone = await agent.send([{ ...notification, params }]);
    assert.deepEqual([alone.status, alone.text], [202, ""]);
    const { body } = await agent.send([
      { ...notification, params },
      { ...ping, id: 1 },
    ]);
    assert.deepEqual(body, [{ jsonrpc: "2.0", id: 1, result: {} }]);
  }
});

test("a body of 1 MiB is read, one byte more is 413", async () => {
  const sized = (size: number) => {
    const empty = JSON.stringify({ ...ping, id: "" });
    return JSON.stringify({ ...ping, id: "a".repeat(size - empty.length) });
  };
  assert.equal((await agent.send(sized(1_048_576))).status, 200);
  const reply = await agent.send(sized(1_048_577));
  assert.deepEqual([reply.status, reply.body.error.code, reply.body.id], [413, 41300, null]);
  assert.equal(reply.body.error.data.code, "payload_too_large");
});

test("any Accept is answered as JSON; another content type is 415", async () => {
  for (const accept of ["text/event-stream", "text/html", "*/*"]) {
    const reply = await agent.send({ ...ping, id: 1 }, { headers: { accept } });
    assert.deepEqual([reply.status, reply.headers["content-type"]], [200, "application/json"]);
  }
  for (const type of ["text/plain", "application/json; charset=latin1", "application/json-patch+json"]) {
    const reply = await agent.send({ ...ping, id: 1 }, { headers: { "content-type": type } });
    assert.deepEqual([reply.status, reply.body.error.code], [415, 41500], type);
  }
});

describe("a batch", () => {
  const batch = [{ ...ping, id: 1 }, { ...ping, method: "notifications/x" }, { ...ping, id: "b" }, 7];

  test("of the version that has them is answered in order", async () => {
    for (const headers of [{}, { "mcp-protocol-version": "2025-03-26" }]) {
      const reply = await agent.send(batch, { headers });
      assert.equal(reply.status, 200);
      assert.deepEqual(
        reply.body.map((one: { id: unknown; error?: { code: number } }) => [one.id, one.error?.code]),
        [
          [1, undefined],
          ["b", undefined],
          [null, -32600],
        ],
      );
    }
  });

  test("counts each entry but the first; those beyond the limit are refused, with their ids", async () => {
    agent.auth.seen = [];
    agent.auth.answer = { body: JSON.stringify({ granted: 1, retry_after_seconds: 7 }) };
    const call = { jsonrpc: "2.0", id: "c", method: "tools/call", params: { name: "list_tables" } };
    const reply = await agent.send([{ ...ping, id: 1 }, ping, { ...ping, id: 2 }, ping, call]);
    const asked = agent.auth.seen.map(({ body = "" }) => (JSON.parse(body) as { requests: number }).requests);
    assert.deepEqual(asked, [4]);
    assert.deepEqual(
      reply.body.map((one: { id: unknown; error?: { code: number; data: { code: string } } }) => [
        one.id,
        one.error?.code,
      ]),
      [
        [1, undefined],
        [2, 42900],
        ["c", 42900],
      ],
    );
    assert.deepEqual(reply.body[1].error.data.retry_after_seconds, 7);
    assert.equal(agent.upstream.seen.length, 0);
  });

  test("of one entry is counted once, with its request", async () => {
    agent.auth.seen = [];
    assert.equal((await agent.send([{ ...ping, id: 1 }])).status, 200);
    assert.deepEqual(agent.auth.seen, []);
  });

  test("of notifications alone gets 202", async () => {
    const reply = await agent.send([ping, ping]);
    assert.deepEqual([reply.status, reply.text], [202, ""]);
  });

  test("is refused by every newer version", async () => {
    for (const version of ["2025-06-18", "2025-11-25", "2026-07-28", "2024-11-05"]) {
      const reply = await agent.send(batch, { headers: { "mcp-protocol-version": version } });
      assert.deepEqual([reply.status, reply.body.error.code], [400, -32600], version);
    }
  });

  test("holds no initialize", async () => {
    const reply = await agent.send([{ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }]);
    assert.deepEqual([reply.status, reply.body[0].error.code], [200, -32600]);
  });
});
