import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode } from "@jst/errors";
import { overBoth, send1, sendRaw } from "./client.ts";
import { assertProblem } from "./problem.ts";
import { useStack } from "./stack.ts";
import { freePort } from "./upstreams/listen.ts";
import { startGateway } from "./gateway.ts";
import { denialBody, startAuth } from "./upstreams/auth.ts";
import { startThings } from "./upstreams/things.ts";

const stack = useStack();

const faults: Record<number, ErrorCode> = {
  1: "unavailable",
  2: "internal_error",
  3: "internal_error",
  4: "timeout",
  5: "internal_error",
  7: "internal_error",
  8: "unavailable",
  12: "unavailable",
  13: "internal_error",
  14: "unavailable",
  16: "internal_error",
};
for (const [grpc, code] of Object.entries(faults)) {
  overBoth(
    `a service's gRPC status ${grpc} is ${code}, and its message stays inside`,
    stack.port,
    async (send) => {
      const document = assertProblem(
        await send({ method: "DELETE", path: `/api/v1/things/grpc-${grpc}` }),
        code,
      );
      assert.match(String(document["trace_id"]), /^[0-9a-f]{32}$/);
    },
  );
}

overBoth("an error after initial metadata keeps its status, without a body", stack.port, async (send) => {
  const reply = await send({ path: "/api/v1/things/late-error-1" });
  assert.equal(reply.status, 500);
  assert.equal(reply.text, "");
});

for (const status of [401, 403, 429]) {
  overBoth(
    `a denial of ${status} by auth arrives to the byte, with its headers`,
    stack.port,
    async (send) => {
      for (const path of ["/api/v1/things/1", "/api/v1/plain"]) {
        const reply = await send({ path, token: `deny-${status}` });
        assert.equal(reply.status, status);
        assert.equal(reply.text, denialBody(status));
        assert.equal(reply.headers["content-type"], "application/problem+json");
        assert.equal(
          reply.headers[status === 429 ? "retry-after" : "www-authenticate"],
          status === 429 ? "7" : "Bearer",
        );
      }
      assert.equal(stack.things.calls.length + stack.plain.requests.length, 0);
    },
  );
}

overBoth("a path that no route knows is route_not_found", stack.port, async (send) => {
  const document = assertProblem(await send({ path: "/api/v1/unknown" }), "route_not_found");
  // The detail points to a list that every token may read; the index is not.
  assert.match(String(document["detail"]), /\/api\/\.well-known\/openapi\.json/);
  assert.match(String(document["trace_id"]), /^[0-9a-f]{32}$/);
});

overBoth("a service that misses its deadline is a timeout", stack.port, async (send) => {
  assertProblem(await send({ path: "/api/v1/waits/never-0" }), "timeout");
});

overBoth("a service that outlives its route is a timeout", stack.port, async (send) => {
  assertProblem(await send({ path: "/api/v1/hangs/never-0" }), "timeout");
});

overBoth("a service nobody runs is unavailable", stack.port, async (send) => {
  assertProblem(await send({ path: "/api/v1/lost" }), "unavailable");
});

overBoth("a problem carries the trace of the caller", stack.port, async (send) => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const document = assertProblem(
    await send({ path: "/api/v1/lost", headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } }),
    "unavailable",
  );
  assert.equal(document["trace_id"], trace);
});

const garbage: Record<string, string> = {
  "no HTTP at all": "hello\r\n\r\n",
  "no Host": "GET /api/v1/things HTTP/1.1\r\nconnection: close\r\n\r\n",
  "HTTP/1.0": "GET /api/v1/things HTTP/1.0\r\n\r\n",
  "both ways to end a body":
    "POST /api/v1/things HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
  "a chunk of no length":
    "POST /api/v1/things HTTP/1.1\r\nhost: a\r\nauthorization: Bearer allow\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
  "NUL in the target": "GET /api/v1/things\0 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
  "a header with an underscore": "GET /api/v1/things HTTP/1.1\r\nhost: a\r\nx_team_id: 1\r\n\r\n",
  "an upgrade":
    "GET /api/v1/things HTTP/1.1\r\nhost: a\r\nauthorization: Bearer allow\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  "an encoded slash": "GET /api/v1/things/a%2Fb HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
  "an encoded backslash": "GET /api/v1/things/a%5Cb HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
};
for (const [name, bytes] of Object.entries(garbage)) {
  test(`${name} is refused with a bad_request that has a request id`, async () => {
    assertProblem(await sendRaw(stack.port(), bytes), "bad_request");
    assert.equal(stack.things.calls.length, 0);
  });
}

test("a header block of 60 KiB and one of 100 headers arrive, a larger one is headers_too_large", async () => {
  const send = (headers: Record<string, string>) => send1(stack.port(), { path: "/api/v1/things", headers });
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_unused, index) => [`x-${index}`, "1"]));
  // Three more headers are those of every request: host, authorization, connection.
  for (const headers of [{ "x-big": "x".repeat(60 * 1024 - 100) }, many(97)])
    assert.equal((await send(headers)).status, 200);
  for (const headers of [{ "x-big": "x".repeat(62 * 1024) }, many(121)])
    assertProblem(await send(headers), "headers_too_large");
});

test("a header block that is too large only with what auth adds is headers_too_large as well", async () => {
  const codes = new Set<unknown>();
  for (let room = 1_024; room > 0; room -= 32) {
    const headers = { "x-big": "x".repeat(62 * 1024 - room) };
    const reply = await send1(stack.port(), { path: "/api/v1/things", headers });
    if (reply.status !== 200) assertProblem(reply, "headers_too_large");
    codes.add(reply.status);
  }
  assert.deepEqual([...codes], [200, 431]);
});

overBoth("a target over 32 KiB is uri_too_long, one of 32 KiB arrives", stack.port, async (send) => {
  const target = (length: number): string => "/api/v1/things?q=".padEnd(length, "x");
  assert.equal((await send({ path: target(32_768) })).status, 200);
  assertProblem(await send({ path: target(32_769) }), "uri_too_long");
  assert.equal(stack.things.calls.length, 1);
});

overBoth("an encoded NUL in path or query is malformed_json", stack.port, async (send) => {
  for (const path of ["/api/v1/things/%00", "/api/v1/things?q=a%00b"])
    assertProblem(await send({ path }), "malformed_json");
  assert.equal(stack.things.calls.length, 0);
});

test("a service that dies and comes back is unavailable between, without touching the gateway", async () => {
  const [auth, first] = [await startAuth(), await startThings()];
  const gateway = await startGateway({ auth: auth.port, things: first.port, plain: await freePort() });
  try {
    assert.equal((await send1(gateway.port, { path: "/api/v1/things" })).status, 200);
    await first.close();
    assertProblem(await send1(gateway.port, { path: "/api/v1/things" }), "unavailable");
    const second = await startThings(first.port);
    assert.equal((await send1(gateway.port, { path: "/api/v1/things" })).status, 200);
    await second.close();
  } finally {
    await gateway.close();
    await auth.close();
  }
});
