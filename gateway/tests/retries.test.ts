import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { overBoth, send1 } from "./client.ts";
import { startGateway } from "./gateway.ts";
import { assertProblem } from "./problem.ts";
import { useStack } from "./stack.ts";
import { startAuth } from "./upstreams/auth.ts";
import { freePort } from "./upstreams/listen.ts";
import { startThings } from "./upstreams/things.ts";

const stack = useStack();

overBoth("a read that a service refuses twice is sent again and answers", stack.port, async (send) => {
  assert.equal((await send({ path: "/api/v1/things/flaky-2" })).status, 200);
  assert.equal(stack.things.calls.length, 3);
});

overBoth("a read that is refused a third time is unavailable", stack.port, async (send) => {
  assertProblem(await send({ path: "/api/v1/things/flaky-9" }), "unavailable");
  assert.equal(stack.things.calls.length, 3);
});

for (const method of ["PATCH", "DELETE"]) {
  overBoth(`a ${method} that reached a service is never sent again`, stack.port, async (send) => {
    assertProblem(
      await send({ method, path: "/api/v1/things/flaky-1", ...(method === "PATCH" ? { body: "{}" } : {}) }),
      "unavailable",
    );
    assert.equal(stack.things.calls.length, 1);
  });
}

test("a write whose service dies under it is unavailable, and is not sent to the next one", async () => {
  const [auth, first] = [await startAuth(), await startThings()];
  const gateway = await startGateway({ auth: auth.port, things: first.port, plain: await freePort() });
  const reply = send1(gateway.port, { method: "PATCH", path: "/api/v1/things/never-0", body: "{}" });
  while (first.calls.length === 0) await delay(10);
  await first.close();
  const second = await startThings(first.port);
  assertProblem(await reply, "unavailable");
  assert.equal((await send1(gateway.port, { path: "/api/v1/things" })).status, 200);
  assert.deepEqual(
    second.calls.map(({ rpc }) => rpc),
    ["ListThings"],
  );
  for (const running of [gateway, auth, second]) await running.close();
});

test("an upload whose service is not there is unavailable, however long it is: what is too long to be tried again is no 500", async () => {
  const [auth, things] = [await startAuth(), await startThings()];
  const gateway = await startGateway({ auth: auth.port, things: things.port, plain: await freePort() });
  for (const mebibytes of [0.1, 5, 20]) {
    const body = Buffer.alloc(mebibytes * 1_048_576);
    assertProblem(await send1(gateway.port, { method: "POST", path: "/api/v1/plain", body }), "unavailable");
  }
  for (const running of [gateway, auth, things]) await running.close();
});

overBoth("what a caller says of retries and timeouts is not heard", stack.port, async (send) => {
  const headers = {
    "x-envoy-retry-on": "5xx,retriable-status-codes",
    "x-envoy-max-retries": "9",
    "x-envoy-retry-grpc-on": "unavailable,internal",
  };
  assertProblem(await send({ method: "DELETE", path: "/api/v1/things/grpc-14", headers }), "unavailable");
  assert.equal(stack.things.calls.length, 1);
});
