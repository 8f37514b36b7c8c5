import assert from "node:assert/strict";
import { overBoth, type Sent } from "./client.ts";
import { AGENT_ORIGIN, BASE_URL, ORIGIN } from "./gateway.ts";
import { useStack } from "./stack.ts";

/** Pages of the web at the MCP servers (agents.origin); the service behind answers preflights and refuses pages. */
const stack = useStack();

const call = (origin: string, sent: Partial<Sent> = {}): Sent => ({
  method: "POST",
  path: "/api/v1/mcp",
  body: "{}",
  ...sent,
  headers: { origin, "content-type": "application/json", ...sent.headers },
});

/** A mark that a page sends itself is worth nothing. */
const forged = { "x-internal-page": "allowed" };

const allowed = [
  BASE_URL,
  AGENT_ORIGIN,
  ORIGIN,
  "http://localhost:6274",
  "https://127.0.0.1",
  "http://127.8.9.10:80",
  "http://[::1]:6274",
];
const refused = [
  "null",
  "",
  "file://",
  "https://evil.test",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example",
  "http://evil.example:localhost",
  "http://localhost@evil.example",
  "http://localhost/",
  `${BASE_URL}.evil.test`,
  `${BASE_URL}, https://evil.test`,
  "ftp://localhost",
];

overBoth("a page of an allowed origin may read replies and refusals alike", stack.port, async (send) => {
  for (const origin of allowed) {
    for (const [sent, status] of [
      [call(origin), 200],
      [call(origin, { token: null }), 401],
      [call(origin, { headers: { "content-type": "application/grpc" } }), 415],
    ] as const) {
      const { headers, ...reply } = await send(sent);
      assert.equal(reply.status, status, origin);
      assert.equal(headers["access-control-allow-origin"], origin);
      assert.match(headers["vary"] ?? "", /Origin/);
      assert.equal(
        headers["access-control-expose-headers"],
        "WWW-Authenticate, Retry-After, RateLimit, X-Request-Id",
      );
      assert.equal(headers["access-control-allow-credentials"], undefined);
    }
    assert.equal(stack.plain.requests.at(-1)?.headers["x-internal-page"], "allowed");
  }
});

overBoth("a page of any other origin reaches the service without a mark", stack.port, async (send) => {
  for (const origin of refused) {
    const { status, headers } = await send(call(origin, { headers: forged }));
    assert.equal(status, 200, origin);
    assert.equal(headers["access-control-allow-origin"], undefined, origin);
    assert.equal(headers["access-control-expose-headers"], undefined, origin);
    const seen = stack.plain.requests.at(-1)?.headers;
    assert.deepEqual([seen?.origin, seen?.["x-internal-page"]], [origin, undefined]);
  }
});

overBoth("a page of the host that was called is allowed, at any port", stack.port, async (send) => {
  const at = (host: string) => call("https://team.example.test:8443", { headers: { host } });
  const own = await send(at("team.example.test:8080"));
  assert.equal(own.headers["access-control-allow-origin"], "https://team.example.test:8443");
  const other = await send(at("other.example.test"));
  assert.equal(other.headers["access-control-allow-origin"], undefined);
});

overBoth("a preflight reaches the service without a token", stack.port, async (send) => {
  const method = { "access-control-request-method": "POST" };
  for (const origin of [BASE_URL, AGENT_ORIGIN, "https://evil.test"]) {
    const headers = { origin, ...method };
    const reply = await send({ method: "OPTIONS", path: "/api/v1/mcp", token: null, headers });
    assert.equal(reply.status, 200, origin);
    assert.equal(stack.plain.requests.at(-1)?.method, "OPTIONS");
  }
  assert.equal(stack.auth.checks.length, 0);
});

overBoth("a request without Origin, or to another path, is marked in no way", stack.port, async (send) => {
  const program = await send({ ...call(BASE_URL), headers: forged });
  assert.equal(program.headers["access-control-allow-origin"], undefined);
  const elsewhere = await send({ path: "/api/v1/plain", headers: { origin: AGENT_ORIGIN, ...forged } });
  assert.equal(elsewhere.headers["access-control-allow-origin"], undefined);
  for (const { headers } of stack.plain.requests) assert.equal(headers["x-internal-page"], undefined);
});
