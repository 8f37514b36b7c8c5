import assert from "node:assert/strict";
import { test } from "node:test";
import { overBoth, sendRaw } from "./client.ts";
import { assertProblem } from "./problem.ts";
import { useStack } from "./stack.ts";

const stack = useStack();

overBoth("a path field arrives decoded, and the query raw beside it", stack.port, async (send) => {
  await send({ path: "/api/v1/things/a%20b%C3%A9%25?since=2026-01-01T00:00:00+00:00&q=%41&flag" });
  const [call] = stack.things.calls;
  assert.equal(call?.rpc, "GetThing");
  assert.equal(call.request.thing_id, "a bé%");
  assert.equal(
    call.metadata["x-envoy-original-path"],
    "/api/v1/things/a%20b%C3%A9%25?since=2026-01-01T00:00:00+00:00&q=%41&flag",
  );
  assert.equal(call.metadata["x-envoy-original-method"], "GET");
});

overBoth("no query fills the body or fails before the service has read it", stack.port, async (send) => {
  const query = "unknown=1&body=x&body.data=y&body.content_type=z&body.extensions=1&.=&=&&%";
  assert.equal((await send({ path: `/api/v1/things/1?${query}` })).status, 200);
  assert.equal((await send({ method: "PATCH", path: `/api/v1/things/1?${query}`, body: "{}" })).status, 200);
  const [read, write] = stack.things.calls;
  assert.deepEqual(read?.request, { thing_id: "1", body: { data: Buffer.alloc(0) } });
  assert.deepEqual(write?.request, { thing_id: "1", body: { data: Buffer.from("{}") } });
});

// Envoy's transcoder does so and cannot be told otherwise; libs/rpc refuses the parameter because it reads the raw
// query.
overBoth(
  "a parameter named as a path field stays visible to the service that must refuse it",
  stack.port,
  async (send) => {
    for (const query of ["thing_id=2", "thing%5Fid=2", "thingId=2"]) {
      await send({ path: `/api/v1/things/1?${query}` });
      assert.equal(stack.things.calls.at(-1)?.metadata["x-envoy-original-path"], `/api/v1/things/1?${query}`);
    }
  },
);

overBoth("an alias runs the same rpc", stack.port, async (send) => {
  assert.equal((await send({ path: "/api/v1/alias/things" })).status, 200);
  assert.equal(stack.things.calls[0]?.rpc, "ListThings");
});

overBoth("a trailing slash is the same rpc", stack.port, async (send) => {
  assert.equal((await send({ path: "/api/v1/things/1/" })).status, 200);
  assert.equal(stack.things.calls[0]?.request.thing_id, "1");
});

overBoth("an empty segment is an empty id, never another resource", stack.port, async (send) => {
  await send({ path: "/api/v1/things//parts" });
  const [call] = stack.things.calls;
  assert.equal(call?.rpc, "ListParts");
  assert.equal(call.request.thing_id ?? "", "");
});

overBoth("dot segments are resolved before any route is chosen", stack.port, async (send) => {
  await send({ path: "/api/v1/other/../things/./2" });
  assert.equal(stack.things.calls[0]?.request.thing_id, "2");
  // Out of /api/v1 and back in: auth is asked for the route it really is.
  await send({ path: "/api/.well-known/../v1/plain", token: null });
  assert.equal(stack.auth.checks.at(-1)?.attributes.context_extensions?.["rpc"], "express/GetPlain");
  assert.equal(stack.plain.requests.length, 0);
});

test("an absolute-form target is routed by its path", async () => {
  const reply = await sendRaw(
    stack.port(),
    "GET http://elsewhere/api/v1/things/3 HTTP/1.1\r\nhost: a\r\nauthorization: Bearer allow\r\nconnection: close\r\n\r\n",
  );
  assert.equal(reply.status, 200);
  assert.equal(stack.things.calls[0]?.request.thing_id, "3");
});

overBoth(
  "a wrong verb is method_not_allowed with Allow, and auth was asked first",
  stack.port,
  async (send) => {
    const cases = {
      "/api/v1/things": "GET, POST",
      "/api/v1/things/1": "GET, PATCH, DELETE",
      "/api/v1/plain": "GET, POST",
    };
    for (const [path, allow] of Object.entries(cases)) {
      const reply = await send({ method: "PUT", path });
      assertProblem(reply, "method_not_allowed");
      assert.equal(reply.headers["allow"], allow);
      assert.equal((await send({ method: "PUT", path, token: null })).status, 401);
    }
  },
);

overBoth("a wrong verb on a public path is 405 without a token", stack.port, async (send) => {
  assertProblem(
    await send({ method: "POST", path: "/api/.well-known/openapi.json", token: null }),
    "method_not_allowed",
  );
});

overBoth("an unknown path under /api/v1 is 401 before it is 404", stack.port, async (send) => {
  for (const path of ["/api/v1/unknown", "/api/v1/unknown/deeper?x=1", "/api/v1/"]) {
    assert.equal((await send({ path, token: null })).status, 401, path);
    assertProblem(await send({ path }), "route_not_found");
  }
});

overBoth("an unknown path elsewhere is route_not_found, and auth is not asked", stack.port, async (send) => {
  for (const path of ["/api", "/api/v10", "/api/v2/things", "/metrics", "/API/V1/things"]) {
    assertProblem(await send({ path, token: null }), "route_not_found");
  }
  assert.equal(stack.auth.checks.length, 0);
});

overBoth("the host alone leads to the console, and to nothing else", stack.port, async (send) => {
  for (const method of ["GET", "HEAD"]) {
    const { status, headers } = await send({ method, path: "/?from=mail", token: null });
    assert.deepEqual([status, headers["location"]], [302, "/console"], method);
  }
  assertProblem(await send({ method: "POST", path: "/", token: null }), "route_not_found");
  assert.equal(stack.auth.checks.length, 0);
});

overBoth("a public rpc and a public express route need no token", stack.port, async (send) => {
  assert.equal((await send({ path: "/api/v1/notice", token: null })).status, 200);
  assert.equal((await send({ path: "/api/.well-known/openapi.json", token: null })).status, 200);
  assert.equal(stack.auth.checks.length, 0);
});

overBoth("a public route tells nobody who calls", stack.port, async (send) => {
  await send({ path: "/api/v1/notice", headers: { "x-internal-token": "forged" } });
  await send({ path: "/api/.well-known/openapi.json", headers: { "x-internal-token": "forged" } });
  for (const headers of [stack.things.calls[0]?.metadata, stack.plain.requests[0]?.headers]) {
    assert.equal(headers?.["authorization"], undefined);
    assert.equal(headers?.["x-internal-token"], undefined);
  }
});
