import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { send1, sendRaw } from "./client.ts";
import { useStack } from "./stack.ts";

const stack = useStack();

/** The line of that request, once Envoy has written it. */
async function lineOf(requestId: string | undefined): Promise<Record<string, unknown>> {
  for (;;) {
    const line = stack.gateway.accessLog().find((entry) => entry["request_id"] === requestId);
    if (line !== undefined) return line;
    await delay(50);
  }
}

test("a request leaves one line: route, status, duration, request id, trace id", async () => {
  const reply = await send1(stack.port(), { path: "/api/v1/things/status-409" });
  const line = await lineOf(reply.headers["x-request-id"]);
  const { route, status, method, flags, trace_id: traceId, duration_ms: duration } = line;
  assert.deepEqual(
    { route, status, method, flags },
    { route: "fixture.v1.Things/GetThing", status: 409, method: "GET", flags: "-" },
  );
  assert.equal(traceId, reply.headers["x-trace-id"]);
  assert.equal(typeof duration, "number");
});

test("no line holds a target, a query, a token or a header of the client", async () => {
  const reply = await send1(stack.port(), {
    path: "/api/v1/things/private-id?q=private-query",
    headers: { cookie: "private" },
    token: "private-token",
  });
  assert.doesNotMatch(JSON.stringify(await lineOf(reply.headers["x-request-id"])), /private/);
});

test("a denial, a dead service and garbage leave a line that says why", async () => {
  const denied = await send1(stack.port(), { path: "/api/v1/things/1", token: null });
  assert.equal((await lineOf(denied.headers["x-request-id"]))["reason"], "ext_authz_denied");
  const lost = await send1(stack.port(), { path: "/api/v1/lost" });
  assert.match(String((await lineOf(lost.headers["x-request-id"]))["flags"]), /UF/);
  const garbage = await sendRaw(stack.port(), "hello\r\n\r\n");
  assert.equal((await lineOf(garbage.headers["x-request-id"]))["status"], 400);
});
