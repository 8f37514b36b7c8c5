import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { CALLBACK, testOAuth, type Told } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { door, sql } = auth;
const { connect, openTeam, post, registering, setConfig, signedIn } = testOAuth(auth);
async function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<Pick<Told, "status" | "body">> {
  const reply = await fetch(`${door.httpUrl}${path}`, { headers });
  return { status: reply.status, body: await reply.json() };
}
const documents = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/api/v1/mcp",
  "/.well-known/oauth-protected-resource/api/v1/mcp/actions",
];

test("while no team lets apps in, nothing of it is told, and no app registers", async () => {
  for (const path of documents) {
    const reply = await get(path);
    assert.deepEqual([reply.status, reply.body.code], [403, "agent_connect_disabled"]);
  }
  const { status, body } = await registering({ client_name: "x", redirect_uris: [CALLBACK] });
  assert.deepEqual([status, body.code], [403, "agent_connect_disabled"]);
});

test("each resource is described at its own address, and the server at its issuer", async () => {
  await openTeam();
  const base = door.httpUrl;
  for (const [index, path] of ["", "/api/v1/mcp", "/api/v1/mcp/actions"].entries()) {
    const reply = await get(documents[index + 1] ?? "", {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example",
    });
    const { resource, authorization_servers, scopes_supported, ...rest } = reply.body;
    assert.deepEqual([resource, authorization_servers], [`${base}${path}`, [base]]);
    assert.ok(scopes_supported.includes("tables:read"));
    assert.deepEqual(
      scopes_supported.filter((word: string) => !word.endsWith(":read")),
      [],
    );
    assert.deepEqual(rest, { bearer_methods_supported: ["header"], resource_name: "Team Data API" });
  }
  const server = (await get(documents[0] ?? "")).body;
  assert.equal(server.issuer, base);
  assert.equal(server.token_endpoint, `${base}/oauth/token`);
  assert.deepEqual(server.code_challenge_methods_supported, ["S256"]);
  assert.equal(server.authorization_response_iss_parameter_supported, true);
  assert.ok(server.scopes_supported.includes("offline_access"));
  assert.equal((await get("/.well-known/openid-configuration")).status, 404);
  assert.equal((await get("/.well-known/oauth-protected-resource/api/v1")).status, 404);
  for (const path of ["/api/v1", "/api/v1/mcp", "/api/v1/mcp/actions"])
    assert.deepEqual((await get(`${documents[0] ?? ""}${path}`)).body, server, path);
  for (const path of ["/api", "/api/v1/contacts", "/x"])
    assert.equal((await get(`${documents[0] ?? ""}${path}`)).status, 404, path);
});

test("a client gets an id and no secret, whatever else it says", async () => {
  const { status, headers, body } = await registering({
    client_name: "Ünïcode app",
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: "client_secret_basic",
    grant_types: ["implicit"],
    scope: "emr:read",
    logo_uri: "http://169.254.169.254/",
    software_id: 1,
  });
  assert.equal(status, 201);
  assert.equal(headers.get("cache-control"), "no-store");
  const { client_id, client_id_issued_at: at, ...rest } = body;
  assert.match(client_id, /^jst_cl_[A-Za-z0-9_-]{43}$/);
  assert.ok(Math.abs(at - Date.now() / 1000) < 60);
  assert.deepEqual(rest, {
    client_name: "Ünïcode app",
    redirect_uris: [CALLBACK],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
});

test("a client need not give a name; what is shown of one is a line of 120 visible characters", async () => {
  const unnamed = "An app that gave no name";
  for (const [sent, shown] of [
    [undefined, unnamed],
    [null, unnamed],
    ["", unnamed],
    [" \u200b\n ", unnamed],
    ["a".repeat(121), "a".repeat(120)],
    ["\u{1f600}".repeat(130), "\u{1f600}".repeat(120)],
    ["a\u202eb", "ab"],
    ["a\nb\tc", "a b c"],
    ["\u{1f468}\u200d\u{1f469}\u200d\u{1f467} Family", "\u{1f468}\u{1f469}\u{1f467} Family"],
  ] as const) {
    const { status, body } = await registering({ client_name: sent, redirect_uris: [CALLBACK] });
    assert.deepEqual([status, body.client_name], [201, shown], JSON.stringify(sent));
  }
});

for (const [error, metadata] of [
  ["invalid_client_metadata", { client_name: 7, redirect_uris: [CALLBACK] }],
  ["invalid_client_metadata", []],
  ["invalid_redirect_uri", { client_name: "x" }],
  ["invalid_redirect_uri", { client_name: "x", redirect_uris: [] }],
  ["invalid_redirect_uri", { client_name: "x", redirect_uris: CALLBACK }],
  ["invalid_redirect_uri", { client_name: "x", redirect_uris: Array.from({ length: 11 }, () => CALLBACK) }],
  ["invalid_redirect_uri", { client_name: "x", redirect_uris: [CALLBACK, "http://evil.example/"] }],
  ["invalid_redirect_uri", { client_name: "x", redirect_uris: [7] }],
] as const)
  test(`a registration of ${JSON.stringify(metadata).slice(0, 70)} is ${error}`, async () => {
    const { status, body } = await registering(metadata);
    assert.deepEqual([status, body.error], [400, error]);
  });

test("a registration that is not JSON, or too large, is refused", async () => {
  const bad = await post("/oauth/register", "{", "application/json", { "x-forwarded-for": "203.0.113.1" });
  assert.deepEqual([bad.status, bad.body.error], [400, "invalid_client_metadata"]);
  const form = await post("/oauth/register", "a=b", "application/x-www-form-urlencoded");
  assert.deepEqual([form.status, form.body.error], [400, "invalid_client_metadata"]);
  const large = await registering({ client_name: "x", redirect_uris: [CALLBACK], more: "x".repeat(70_000) });
  assert.deepEqual([large.status, large.body.code], [413, "payload_too_large"]);
});

test("one source registers sixty clients an hour", async () => {
  const metadata = { client_name: "x", redirect_uris: [CALLBACK] };
  for (let made = 0; made < 60; made += 1)
    assert.equal((await registering(metadata, "203.0.113.60")).status, 201);
  const { status, headers, body } = await registering(metadata, "203.0.113.60");
  assert.deepEqual([status, body.error], [429, "rate_limited"]);
  assert.ok(Number(headers.get("retry-after")) > 0);
  assert.equal((await registering(metadata, "203.0.113.61")).status, 201);
});

test("of clients without a grant ten thousand are kept, the newest, and a used one stays", async () => {
  const { visitor } = await signedIn(await openTeam());
  const { clientId } = await connect(visitor);
  await sql(`insert into auth.oauth_clients (client_id, name, redirect_uris, created_at)
    select 'old-' || n, 'x', '[]', now() - interval '1 h' - n * interval '1 s' from generate_series(1, 10000) as n`);
  assert.equal((await registering({ client_name: "new", redirect_uris: [CALLBACK] })).status, 201);
  const [count] = await sql("select count(*)::int as n from auth.oauth_clients where granted_at is null");
  assert.equal(count?.["n"], 10_000);
  const [oldest] = await sql("select 1 as n from auth.oauth_clients where client_id = 'old-10000'");
  assert.equal(oldest, undefined);
  const [used] = await sql("select 1 as n from auth.oauth_clients where client_id = $1", [clientId]);
  assert.notEqual(used, undefined);
});

test("pages of any origin may ask what is for programs, and none may ask for consent", async () => {
  const headers = { origin: "https://app.example.org", "access-control-request-method": "POST" };
  const asked = await fetch(`${door.httpUrl}/oauth/token`, { method: "OPTIONS", headers });
  assert.equal(asked.status, 204);
  assert.match(asked.headers.get("access-control-allow-methods") ?? "", /POST/);
});

test("a mapped host speaks for its team alone, and a stranger's for nobody", async () => {
  const team = await openTeam();
  await door.operate("AddHost", { team, host: "apps.example.org" });
  const at = (host: string, path = documents[2] ?? "") => askAs(host, path);
  const { port } = new URL(door.httpUrl);
  const mapped = await at("apps.example.org");
  assert.equal(mapped.body.resource, `http://apps.example.org:${port}/api/v1/mcp`);
  assert.deepEqual((await at("evil.example")).body.code, "host_not_allowed");
  await setConfig(team, "modules.agent_connect.enabled", false);
  assert.deepEqual(
    [(await at("apps.example.org")).status, (await at("apps.example.org")).body.code],
    [403, "agent_connect_disabled"],
  );
  const isolated = await auth.newTeam({ isolated: true });
  await setConfig(isolated, "modules.agent_connect.enabled", true);
  await door.operate("AddHost", { team: isolated, host: "alone.example.org" });
  for (const path of documents) assert.equal((await at("alone.example.org", path)).status, 404);
});

/** fetch sends no other Host than that of its address. */
async function askAs(host: string, path: string) {
  const { port } = new URL(door.httpUrl);
  return new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, headers: { host } }, (reply) => {
      let text = "";
      reply.on("data", (chunk) => (text += String(chunk)));
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, body: JSON.parse(text) }));
    });
    asked.on("error", reject).end();
  });
}
