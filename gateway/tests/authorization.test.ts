import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { overBoth, send1 } from "./client.ts";
import { startGateway } from "./gateway.ts";
import { assertProblem } from "./problem.ts";
import { useStack } from "./stack.ts";
import { startAuth, type Mood } from "./upstreams/auth.ts";
import { freePort } from "./upstreams/listen.ts";

const stack = useStack();

/** One request for each kind of route that asks auth. */
const guarded = [
  { path: "/api/v1/things/1" },
  { method: "POST", path: "/api/v1/things", body: "{}", headers: { "content-type": "application/json" } },
  { path: "/api/v1/plain" },
  { method: "PUT", path: "/api/v1/things" },
  { path: "/api/v1/unknown" },
];

for (const mood of ["hangs", "breaks", "cuts"] satisfies Mood[]) {
  overBoth(`an auth that ${mood} lets nobody in, on any kind of route`, stack.port, async (send) => {
    stack.auth.mood = mood;
    for (const request of guarded) assertProblem(await send(request), "unavailable");
    assert.equal(stack.things.calls.length + stack.plain.requests.length, 0);
  });
}

test("a dead auth lets nobody in, public routes stay open, and all is well once it is back", async () => {
  const port = await freePort();
  const gateway = await startGateway({ auth: port, things: stack.things.port, plain: stack.plain.port });
  try {
    for (const request of guarded) assertProblem(await send1(gateway.port, request), "unavailable");
    assert.equal(stack.things.calls.length + stack.plain.requests.length, 0);
    assert.equal((await send1(gateway.port, { path: "/api/v1/notice", token: null })).status, 200);
    const auth = await startAuth(port);
    assert.equal((await send1(gateway.port, { path: "/api/v1/things/1" })).status, 200);
    await auth.close();
  } finally {
    await gateway.close();
  }
});

overBoth(
  "auth is told the facts of the final route: rpc, express, 405 and unmatched",
  stack.port,
  async (send) => {
    for (const request of guarded) await send(request);
    const facts = stack.auth.checks.map(({ attributes }) => attributes.context_extensions);
    assert.deepEqual(facts[0], {
      rpc: "fixture.v1.Things/GetThing",
      resource: "things",
      action: "read",
      access: "scope",
      module: "",
      surface: "rest",
    });
    assert.equal(facts[1]?.["rpc"], "fixture.v1.Things/CreateThing");
    assert.equal(facts[1]["action"], "write");
    assert.deepEqual(facts[2], {
      rpc: "express/GetPlain",
      resource: "plain",
      action: "read",
      access: "authenticated",
      module: "mcp",
      surface: "mcp",
    });
    assert.equal(facts[3]?.["access"], "unmatched");
    assert.equal(facts[4]?.["access"], "unmatched");
  },
);

overBoth(
  "auth is told nothing it must not know: no body, no content type, no other header",
  stack.port,
  async (send) => {
    const headers = {
      "content-type": "application/json",
      cookie: "a=b",
      "x-requested-with": "console",
      "sec-fetch-site": "same-origin",
      referer: "https://a.example/secret",
      "user-agent": "a test",
      "if-match": '"1"',
    };
    await send({ method: "POST", path: "/api/v1/things?q=1", headers, body: '{"secret":1}' });
    const http = stack.auth.checks[0]?.attributes.request.http;
    assert.equal(http?.body ?? "", "");
    const names = Object.keys(http?.headers ?? {}).filter((name) => !name.startsWith(":"));
    const ofSessions = ["cookie", "sec-fetch-site", "x-requested-with"];
    const told = ["authorization", "x-envoy-original-path", "x-request-id", ...ofSessions];
    assert.deepEqual(names.sort(), told.sort());
    assert.equal(http?.path, "/fixture.v1.Things/CreateThing");
  },
);

overBoth("a check that one replica leaves unanswered is asked again in time", stack.port, async (send) => {
  stack.auth.mood = "stumbles";
  assert.equal((await send({ path: "/api/v1/things/1" })).status, 200);
  assert.equal(stack.auth.checks.length, 2);
});

test("auth is asked, and denies, before the body has come", async () => {
  const reply = await new Promise<string>((resolve, reject) => {
    const socket = connect(stack.port(), "127.0.0.1", () => {
      socket.write(
        "POST /api/v1/things HTTP/1.1\r\nhost: a\r\nauthorization: Bearer deny-403\r\ncontent-length: 1000\r\n\r\n0123456789",
      );
    });
    socket.once("data", (chunk) => {
      socket.destroy();
      resolve(chunk.toString());
    });
    socket.on("error", reject);
  });
  assert.match(reply, /^HTTP\/1.1 403 /);
});

overBoth("an auth that answers 503 itself is unavailable all the same", stack.port, async (send) => {
  assertProblem(await send({ path: "/api/v1/things/1", token: "deny-503" }), "unavailable");
});
