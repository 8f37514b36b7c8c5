import assert from "node:assert/strict";
import { overBoth } from "./client.ts";
import { assertProblem } from "./problem.ts";
import { useStack } from "./stack.ts";
import { problemBody } from "./upstreams/things.ts";

const stack = useStack();

for (const status of [200, 201, 202]) {
  overBoth(`a service's ${status} arrives with its body`, stack.port, async (send) => {
    const reply = await send({ path: `/api/v1/things/status-${status}` });
    assert.equal(reply.status, status);
    assert.equal(reply.text, "{}");
    assert.equal(reply.headers["content-type"], "application/json");
  });
}

for (const status of [400, 403, 404, 409, 410, 412, 422, 428]) {
  overBoth(`a service's ${status} arrives as the problem it wrote, to the byte`, stack.port, async (send) => {
    const reply = await send({ path: `/api/v1/things/status-${status}` });
    assert.equal(reply.status, status);
    assert.equal(reply.text, problemBody(status));
    assert.equal(reply.headers["content-type"], "application/problem+json");
    assert.match(reply.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/);
  });
}

for (const status of [204, 304]) {
  overBoth(`a service's ${status} has no body, no length and no content type`, stack.port, async (send) => {
    const reply = await send({ path: `/api/v1/things/empty-${status}` });
    assert.equal(reply.status, status);
    assert.equal(reply.bytes.length, 0);
    assert.equal(reply.headers["content-type"], undefined);
    assert.equal(reply.headers["content-length"], undefined);
    assert.equal(reply.headers["etag"], '"7"');
  });
}

overBoth("a status that is none is passed over, not sent on", stack.port, async (send) => {
  const reply = await send({ path: "/api/v1/things/odd-status-0" });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers["x-http-status"], undefined);
});

overBoth(
  "initial metadata becomes headers, and nothing of gRPC or Envoy is among them",
  stack.port,
  async (send) => {
    const reply = await send({ method: "POST", path: "/api/v1/things", body: "{}" });
    assert.equal(reply.status, 201);
    assert.equal(reply.headers["location"], "/api/v1/things/1");
    assert.equal(reply.headers["etag"], '"1"');
    assert.equal(reply.headers["ratelimit"], '"token";r=9;t=1');
    assert.deepEqual(
      Object.keys(reply.headers).filter((name) => /^(grpc|x-envoy|x-internal|x-http|server)/.test(name)),
      [],
    );
  },
);

overBoth("an express reply arrives without the names of its makers", stack.port, async (send) => {
  const reply = await send({ path: "/api/v1/plain" });
  assert.equal(reply.text, '{"plain":true}');
  assert.equal(reply.headers["x-powered-by"], undefined);
  assert.equal(reply.headers["x-envoy-upstream-service-time"], undefined);
});

overBoth("a reply of 5 MB arrives whole", stack.port, async (send) => {
  const reply = await send({ path: "/api/v1/things/bytes-5000000" });
  assert.equal(reply.status, 200);
  assert.equal(reply.text, JSON.stringify({ filler: "x".repeat(5_000_000) }));
});

overBoth("a reply over 16 MiB is an internal error, not half a document", stack.port, async (send) => {
  assertProblem(await send({ path: "/api/v1/things/bytes-17000000" }), "internal_error");
});

overBoth("a compressed reply keeps its ETag, weakened", stack.port, async (send) => {
  const reply = await send({ path: "/api/v1/things/bytes-20000", headers: { "accept-encoding": "gzip" } });
  assert.equal(reply.headers["content-encoding"], "gzip");
  assert.equal(reply.headers["etag"], 'W/"7"');
  assert.ok(reply.bytes.length < 1000);
});

for (const [name, query, coding] of [
  ["is compressed already", "&coding=br", "br"],
  ["says no-transform", "", undefined],
] as const)
  overBoth(`a reply that ${name} arrives as it is, with its strong ETag`, stack.port, async (send) => {
    for (const accepted of ["gzip", "*", "gzip;q=0.5, identity;q=1"]) {
      const path = `/api/v1/plain?json=20000${query}`;
      const reply = await send({ path, headers: { "accept-encoding": accepted } });
      assert.equal(reply.bytes.length, 20_000);
      const { etag, vary, "content-encoding": received } = reply.headers;
      assert.deepEqual([etag, vary, received], ['"1"', "accept-encoding", coding]);
    }
  });
