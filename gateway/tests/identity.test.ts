import assert from "node:assert/strict";
import { test } from "node:test";
import { overBoth, send2 } from "./client.ts";
import { assertProblem } from "./problem.ts";
import { useStack } from "./stack.ts";
import { INTERNAL_TOKEN } from "./upstreams/auth.ts";

const stack = useStack();

const forged: Record<string, string> = {
  "x-internal-token": "forged",
  "x-internal-no-cluster": "things",
  "x-internal-anything": "forged",
  "x-team-id": "forged",
  "x-actor": "forged",
  "x-actor-id": "forged",
  "x-scopes": "forged",
  "x-user": "forged",
  "x-user-id": "forged",
  forwarded: "host=forged;proto=forged",
  "x-forwarded-host": "forged",
  "x-forwarded-port": "forged",
  "x-forwarded-prefix": "/forged",
  "x-forwarded-proto": "forged",
  "x-real-ip": "forged",
  "x-original-url": "/forged",
  "x-operator-key": "forged",
  "x-http-status": "201",
  "x-envoy-original-path": "/api/v1/forged",
  "x-envoy-original-method": "FORGED",
  "x-envoy-upstream-rq-timeout-ms": "1",
  "x-envoy-retry-on": "5xx",
  "x-envoy-attempt-count": "9",
  "grpc-timeout": "1m",
  "grpc-encoding": "gzip",
};

overBoth("no forged header reaches a service, over gRPC or plain HTTP", stack.port, async (send) => {
  await send({ path: "/api/v1/things/1", headers: forged });
  await send({ path: "/api/v1/plain", headers: forged });
  const [call, request] = [stack.things.calls[0], stack.plain.requests[0]];
  assert.equal(call?.metadata["x-envoy-original-path"], "/api/v1/things/1");
  assert.equal(call.metadata["x-envoy-original-method"], "GET");
  for (const headers of [call.metadata, request?.headers ?? {}]) {
    assert.equal(headers["x-internal-token"], INTERNAL_TOKEN);
    assert.deepEqual(
      Object.entries(headers).filter(([, value]) => /forged/i.test(String(value))),
      [],
    );
    assert.equal(headers["x-http-status"], undefined);
    assert.equal(headers["x-envoy-attempt-count"], undefined);
    assert.equal(headers["x-envoy-retry-on"], undefined);
  }
});

overBoth(
  "the source of a request is the peer, whatever a client says of itself",
  stack.port,
  async (send) => {
    await send({ path: "/api/v1/plain" });
    await send({ path: "/api/v1/plain", headers: { "x-forwarded-for": "203.0.113.9" } });
    const [honest, forging] = stack.plain.requests.map(({ headers }) => headers["x-forwarded-for"]);
    assert.ok(honest !== undefined && honest !== "");
    assert.equal(forging, honest);
  },
);

overBoth(
  "an rpc gets none of the headers it does not read, an express route all but the cookie of the session",
  stack.port,
  async (send) => {
    const headers = { cookie: "a=b", "user-agent": "test", accept: "text/html", "if-match": '"1"' };
    await send({ path: "/api/v1/things/1", headers });
    await send({ path: "/api/v1/plain", headers });
    const [metadata = {}, request = {}] = [stack.things.calls[0]?.metadata, stack.plain.requests[0]?.headers];
    assert.deepEqual(
      Object.keys(headers).filter((name) => metadata[name] !== undefined),
      ["if-match"],
    );
    assert.deepEqual(
      Object.keys(headers).filter((name) => request[name] === undefined),
      ["cookie"],
    );
  },
);

overBoth("no forged header reaches auth", stack.port, async (send) => {
  await send({ path: "/api/v1/things/1", headers: forged });
  assert.doesNotMatch(JSON.stringify(stack.auth.checks[0]?.attributes), /forged/i);
});

overBoth("a caller's own request id is not believed, its trace is joined", stack.port, async (send) => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const reply = await send({
    path: "/api/v1/things/1",
    headers: { "x-request-id": 'not-an-id"},{', traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  });
  const metadata = stack.things.calls[0]?.metadata ?? {};
  assert.match(metadata["x-request-id"] ?? "", /^[0-9a-f-]{36}$/);
  assert.equal(reply.headers["x-request-id"], metadata["x-request-id"]);
  assert.equal(metadata["traceparent"]?.split("-")[1], trace);
});

overBoth("every request has a trace, also where the caller's is malformed", stack.port, async (send) => {
  await send({ path: "/api/v1/things/1" });
  assert.match(stack.things.calls[0]?.metadata["traceparent"] ?? "", /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  const reply = await send({ path: "/api/v1/things/1", headers: { traceparent: "00-xyz" } });
  assert.equal(reply.status, 200);
});

overBoth("the token is gone before a service is called", stack.port, async (send) => {
  await send({ path: "/api/v1/things/1" });
  await send({ path: "/api/v1/plain" });
  assert.equal(stack.things.calls[0]?.metadata["authorization"], undefined);
  assert.equal(stack.plain.requests[0]?.headers.authorization, undefined);
});

overBoth("no rpc can be called by its own path", stack.port, async (send) => {
  for (const path of [
    "/fixture.v1.Things/CreateThing",
    "/fixture.v1.Things/Operate",
    "/envoy.service.auth.v3.Authorization/Check",
  ]) {
    for (const headers of [
      { "content-type": "application/json" },
      { "x-envoy-original-path": "/api/v1/things" },
    ]) {
      assertProblem(await send({ method: "POST", path, headers, body: "{}" }), "route_not_found");
    }
  }
  assert.equal(stack.things.calls.length, 0);
});

overBoth("no gRPC is spoken, in any spelling, on any path", stack.port, async (send) => {
  for (const type of [
    "application/grpc",
    "application/grpc+proto",
    "application/grpc-web",
    "APPLICATION/GRPC",
    "application/grpc-web-text",
  ]) {
    for (const path of [
      "/fixture.v1.Things/CreateThing",
      "/api/v1/things",
      "/api/v1/plain",
      "/api/v1/notice",
      "/unknown",
    ]) {
      assertProblem(
        await send({ method: "POST", path, headers: { "content-type": type }, body: "\0\0\0\0\0" }),
        "unsupported_media_type",
      );
    }
  }
  assert.equal(stack.things.calls.length + stack.plain.requests.length + stack.auth.checks.length, 0);
});

test("a header with an underscore is refused over HTTP/2 by a reset", async () => {
  await assert.rejects(
    send2(stack.port(), { path: "/api/v1/things/1", headers: { x_team_id: "forged" } }),
    /stream|ERR_HTTP2/i,
  );
  assert.equal(stack.things.calls.length, 0);
});

test("a header block over the limit is refused over HTTP/2 by a reset", async () => {
  await assert.rejects(
    send2(stack.port(), { path: "/api/v1/things/1", headers: { "x-big": "x".repeat(63 * 1024) } }),
    /stream|ERR_HTTP2/i,
  );
  assert.equal(stack.things.calls.length, 0);
});

overBoth("a client's wish to be recorded is not followed: the gateway decides", stack.port, async (send) => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  await send({ path: "/api/v1/things/1", headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
  const [, joined, , flags] = (stack.things.calls[0]?.metadata["traceparent"] ?? "").split("-");
  assert.deepEqual([joined, flags], [trace, "00"]);
});
