import assert from "node:assert/strict";
import { test } from "node:test";
import { overBoth, sendRaw, type Received } from "./client.ts";
import { assertProblem } from "./problem.ts";
import { useStack } from "./stack.ts";

const stack = useStack();

/** Paths of an rpc, of a plain route and of a public one, with what each allows. */
const paths: Record<string, string> = {
  "/api/v1/things": "GET, POST",
  "/api/v1/things/1": "GET, PATCH, DELETE",
  "/api/v1/plain": "GET, POST",
  "/api/.well-known/openapi.json": "GET",
};
const unknown = [
  "FOO",
  "QUERY",
  "PROPFIND",
  "X-CUSTOM",
  "M-SEARCH",
  "BREW",
  "PRI",
  "CONNECTED",
  "A".repeat(300),
];
const json = { "content-type": "application/json" };

function assertNothingReached(): void {
  assert.deepEqual([stack.things.calls.length, stack.plain.requests.length], [0, 0]);
}

function assertNotAllowed(reply: Received, allow: string | undefined): void {
  assertProblem(reply, "method_not_allowed");
  assert.equal(reply.headers["allow"], allow);
}

overBoth(
  "an unknown verb is 405 with Allow on every known path, and reaches no service",
  stack.port,
  async (send) => {
    for (const [path, allow] of Object.entries(paths))
      for (const method of unknown) assertNotAllowed(await send({ method, path, headers: json }), allow);
    assertNothingReached();
  },
);

overBoth("an unknown verb is 404 on an unknown path, and 401 without a token", stack.port, async (send) => {
  for (const method of unknown) {
    assertProblem(await send({ method, path: "/api/v1/unknown", headers: json }), "route_not_found");
    assert.equal((await send({ method, path: "/api/v1/things", token: null, headers: json })).status, 401);
  }
  assertNothingReached();
});

overBoth("an unknown verb with a body is 405, and no service sees the body", stack.port, async (send) => {
  assertNotAllowed(
    await send({ method: "FOO", path: "/api/v1/things", body: "{}", headers: json }),
    "GET, POST",
  );
  assertNothingReached();
});

// RFC 10008, section 2: Envoy refuses it before it looks for a route.
overBoth("a QUERY without a media type is bad_request", stack.port, async (send) => {
  assertProblem(await send({ method: "QUERY", path: "/api/v1/things" }), "bad_request");
  assertNothingReached();
});

test("a verb in small letters is another verb: 405, or 404 on an unknown path", async () => {
  const rest = "host: a\r\nauthorization: Bearer allow\r\nconnection: close\r\n\r\n";
  for (const method of ["get", "Get", "post", "patch", "head", "options"]) {
    const reply = await sendRaw(stack.port(), `${method} /api/v1/things HTTP/1.1\r\n${rest}`);
    assertNotAllowed(reply, "GET, POST");
    assertProblem(
      await sendRaw(stack.port(), `${method} /api/v1/unknown HTTP/1.1\r\n${rest}`),
      "route_not_found",
    );
  }
  assertNothingReached();
});

test("a malformed verb is bad_request", async () => {
  for (const method of ["G(T", "G@T", "G\u00e9T", "\u0001", '"GET"'])
    assertProblem(
      await sendRaw(
        stack.port(),
        `${method} /api/v1/things HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
      ),
      "bad_request",
    );
  assertNothingReached();
});
