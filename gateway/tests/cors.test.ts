import assert from "node:assert/strict";
import { overBoth, type Sent } from "./client.ts";
import { ORIGIN } from "./gateway.ts";
import { assertProblem } from "./problem.ts";
import { useStack } from "./stack.ts";

const stack = useStack();

const preflight = (path: string, origin: string): Sent => ({
  method: "OPTIONS",
  path,
  token: null,
  headers: {
    origin,
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "authorization,if-match",
  },
});

for (const path of ["/api/v1/things/1", "/api/v1/plain", "/api/v1/alias/things"]) {
  overBoth(
    `a preflight for ${path} from a named origin is answered without a token`,
    stack.port,
    async (send) => {
      const reply = await send(preflight(path, ORIGIN));
      assert.equal(reply.status, 200);
      assert.equal(reply.headers["access-control-allow-origin"], ORIGIN);
      assert.match(reply.headers["access-control-allow-methods"] ?? "", /PATCH/);
      assert.match(
        reply.headers["access-control-allow-headers"] ?? "",
        /authorization.*if-match.*x-change-reason/,
      );
      assert.equal(stack.auth.checks.length, 0);
    },
  );
}

overBoth(
  "a preflight from any other origin is an ordinary OPTIONS, which needs a token",
  stack.port,
  async (send) => {
    const reply = await send(preflight("/api/v1/things/1", "https://app.example.test.evil.test"));
    assert.equal(reply.status, 401);
    assert.equal(reply.headers["access-control-allow-origin"], undefined);
  },
);

overBoth("OPTIONS without a preflight's headers is a wrong verb", stack.port, async (send) => {
  assertProblem(await send({ method: "OPTIONS", path: "/api/v1/things" }), "method_not_allowed");
});

overBoth(
  "replies and problems of every producer are readable to a named origin",
  stack.port,
  async (send) => {
    const cases: [Sent, number][] = [
      [{ path: "/api/v1/things/1" }, 200],
      [{ path: "/api/v1/things/status-409" }, 409],
      [{ path: "/api/v1/things/grpc-13" }, 500],
      [{ path: "/api/v1/things/1", token: null }, 401],
      [{ path: "/api/v1/plain" }, 200],
      [{ path: "/api/v1/unknown" }, 404],
    ];
    for (const [request, status] of cases) {
      const reply = await send({ ...request, headers: { origin: ORIGIN } });
      assert.equal(reply.status, status);
      assert.equal(reply.headers["access-control-allow-origin"], ORIGIN, request.path);
      assert.match(reply.headers["access-control-expose-headers"] ?? "", /x-request-id/);
    }
  },
);

overBoth("a reply to any other origin allows nothing", stack.port, async (send) => {
  const reply = await send({ path: "/api/v1/things/1", headers: { origin: "https://evil.test" } });
  assert.equal(reply.headers["access-control-allow-origin"], undefined);
});
