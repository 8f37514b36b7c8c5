import assert from "node:assert/strict";
import { overBoth } from "./client.ts";
import { assertProblem } from "./problem.ts";
import { useStack } from "./stack.ts";

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

overBoth("what a caller says of retries and timeouts is not heard", stack.port, async (send) => {
  const headers = {
    "x-envoy-retry-on": "5xx,retriable-status-codes",
    "x-envoy-max-retries": "9",
    "x-envoy-retry-grpc-on": "unavailable,internal",
  };
  assertProblem(await send({ method: "DELETE", path: "/api/v1/things/grpc-14", headers }), "unavailable");
  assert.equal(stack.things.calls.length, 1);
});
