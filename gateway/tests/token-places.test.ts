import assert from "node:assert/strict";
import { test } from "node:test";
import { overBoth, sendRaw } from "./client.ts";
import { useStack } from "./stack.ts";

const stack = useStack();

/** No service was reached, whatever the answer. */
function assertUnreached(): void {
  assert.equal(stack.things.calls.length + stack.plain.requests.length, 0);
}

overBoth(
  "a token in the query, in a cookie, in the body or in another header is none",
  stack.port,
  async (send) => {
    const body = JSON.stringify({ authorization: "Bearer allow", access_token: "allow", token: "allow" });
    const tries = [
      { path: "/api/v1/things/1?access_token=allow&token=allow&authorization=Bearer%20allow" },
      { path: "/api/v1/things/1", headers: { cookie: "authorization=Bearer allow" } },
      { path: "/api/v1/things/1", headers: { "proxy-authorization": "Bearer allow", "x-api-key": "allow" } },
      { path: "/api/v1/things", method: "POST", headers: { "content-type": "application/json" }, body },
    ];
    for (const one of tries) assert.equal((await send({ ...one, token: null })).status, 401, one.path);
    assertUnreached();
  },
);

overBoth("no header or parameter makes one method another", stack.port, async (send) => {
  const names = ["x-http-method-override", "x-http-method", "x-method-override"];
  const headers = Object.fromEntries(names.map((name) => [name, "DELETE"]));
  await send({ path: "/api/v1/things/1?_method=DELETE", headers });
  assert.equal(stack.things.calls[0]?.rpc, "GetThing");
  assert.equal(stack.auth.checks[0]?.attributes.context_extensions?.["rpc"], "fixture.v1.Things/GetThing");
});

const post = "POST /api/v1/things HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
const smuggled = "GET /api/v1/things/9 HTTP/1.1\r\nhost: a\r\nauthorization: Bearer allow\r\n\r\n";
const oddities: [name: string, bytes: string][] = [
  ["two lengths that differ", `${post}content-length: 2\r\ncontent-length: 44\r\n\r\n{}${smuggled}`],
  ["a list of lengths", `${post}content-length: 2, 44\r\n\r\n{}${smuggled}`],
  ["a negative length", `${post}content-length: -1\r\n\r\n${smuggled}`],
  ["a length with a sign", `${post}content-length: +2\r\n\r\n{}${smuggled}`],
  [
    "a length and chunks",
    `${post}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  ["an unknown encoding", `${post}transfer-encoding: xchunked\r\n\r\n${smuggled}`],
  ["chunked twice", `${post}transfer-encoding: chunked, chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ["a blank before the colon", `${post}content-length : 2\r\n\r\n{}${smuggled}`],
];
for (const [name, bytes] of oddities) {
  test(`${name}: the first request is refused, and nothing hidden in it is run`, async () => {
    const reply = await sendRaw(stack.port(), bytes);
    assert.ok(reply.status >= 400 && reply.status < 500, `${reply.status} ${reply.text}`);
    assertUnreached();
  });
}
