import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { newTokenValue } from "../tokens/token-format.ts";
import { assertDenied } from "../testing/assert-denied.ts";
import { listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testOAuth, type Told } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { askWith, door, sql } = auth;
const { ask, codeOf, connect, exchange, form, newClient, openTeam, post, refresh, setConfig, signedIn } =
  testOAuth(auth);
const team = await openTeam();
const { visitor } = await signedIn(team);
const mcp = { route: { ...listTables, surface: "mcp", access: "authenticated" } } as const;

function assertTold({ status, body, headers }: Told, expected: number, error: string): void {
  assert.deepEqual([status, body.error], [expected, error]);
  assert.equal(typeof body.error_description, "string");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.match(headers.get("content-type") ?? "", /^application\/json/);
}

const isAlive = async (access: string) => (await askWith(access, mcp)).isAllowed;

/** Resolves once the token is refused: Check is told of an end within a moment. */
async function isDead(access: string): Promise<void> {
  while (await isAlive(access)) await delay(10);
}

test("malformed requests are refused with the error codes of OAuth", async () => {
  const client_id = await newClient();
  const grant = { grant_type: "refresh_token", client_id, refresh_token: "x" };
  const encoded = new URLSearchParams(grant).toString();
  const urlencoded = "application/x-www-form-urlencoded";
  assertTold(await form("/oauth/token", { client_id }), 400, "invalid_request");
  assertTold(await form("/oauth/token", { ...grant, refresh_token: "" }), 400, "invalid_request");
  assertTold(await form("/oauth/token", { ...grant, grant_type: "password" }), 400, "unsupported_grant_type");
  assertTold(await form("/oauth/token", { ...grant, grant_type: "toString" }), 400, "unsupported_grant_type");
  assertTold(
    await post("/oauth/token", `${encoded}&client_id=${client_id}`, urlencoded),
    400,
    "invalid_request",
  );
  assertTold(await post(`/oauth/token?${encoded}`, "", urlencoded), 400, "invalid_request");
  assertTold(await post("/oauth/token", JSON.stringify(grant), "application/json"), 400, "invalid_request");
  assertTold(await post("/oauth/token", `${encoded}&x=%ff`, urlencoded), 400, "invalid_request");
  const large = await post("/oauth/token", `${encoded}&x=${"x".repeat(70_000)}`, urlencoded);
  assert.deepEqual([large.status, large.body.code], [413, "payload_too_large"]);
});

test("an unknown client gets invalid_client, upon which it registers again", async () => {
  const unknown = { grant_type: "refresh_token", refresh_token: "x" };
  for (const client_id of [
    "",
    "x",
    `jst_cl_${randomBytes(32).toString("base64url")}`,
    "https://evil.example/c",
  ]) {
    const told = await form("/oauth/token", { ...unknown, client_id });
    assertTold(told, 401, "invalid_client");
    assert.equal(told.headers.get("www-authenticate"), null);
  }
  const basic = await form("/oauth/token", unknown, { authorization: "Basic eDp5" });
  assertTold(basic, 401, "invalid_client");
  assert.equal(basic.headers.get("www-authenticate"), 'Basic realm="oauth"');
});

test("a code that is presented wrongly is refused and left as it is", async () => {
  const asked = await ask();
  const code = await codeOf(visitor, asked);
  const other = await newClient();
  for (const wrong of [
    { code: `jst_ac_${randomBytes(32).toString("base64url")}` },
    { client_id: other },
    { code_verifier: "a".repeat(43) },
    { code_verifier: "short" },
    { redirect_uri: "http://127.0.0.1:7778/callback" },
    { redirect_uri: "http://127.0.0.1:7777/callback/" },
  ])
    assertTold(await exchange(asked, code, wrong), 400, "invalid_grant");
  for (const resource of ["https://evil.example", door.httpUrl])
    assertTold(await exchange(asked, code, { resource }), 400, "invalid_target");
  assertTold(await exchange(asked, code, { redirect_uri: "" }), 400, "invalid_request");
  assert.equal((await exchange(asked, code)).status, 200);
});

test("a spent code of another client ends nothing", async () => {
  const asked = await ask();
  const code = await codeOf(visitor, asked);
  const { body } = await exchange(asked, code);
  assertTold(await exchange(asked, code, { client_id: await newClient() }), 400, "invalid_grant");
  assert.equal(await isAlive(body.access_token), true);
});

test("a code is good for a minute", async () => {
  const asked = await ask();
  const code = await codeOf(visitor, asked);
  await sql("update auth.oauth_codes set expires_at = now() where used_at is null");
  assertTold(await exchange(asked, code), 400, "invalid_grant");
});

test("a code that is exchanged many times at once gives tokens once at most, and they are dead", async () => {
  const asked = await ask();
  const code = await codeOf(visitor, asked);
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(asked, code)));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  await isDead(won[0]?.body.access_token);
});

test("a refresh with less scope narrows its access token alone; with more, or none, it is refused and uses up nothing", async () => {
  const pair = await connect(visitor);
  for (const scope of ["tables:read scheduling:read", "tables:admin", "junk", "junk offline_access"])
    assertTold(await refresh(pair, { scope }), 400, "invalid_scope");
  assertTold(await refresh(pair, { resource: `${door.httpUrl}/` }), 400, "invalid_target");
  const narrow = await refresh(pair, {
    scope: "tables:read",
    resource: `${door.httpUrl}/api/v1/mcp/actions`,
  });
  assert.deepEqual([narrow.status, narrow.body.scope], [200, "tables:read"]);
  assert.equal(await isAlive(narrow.body.access_token), false);
  const actions = { route: { ...listTables, surface: "mcp_actions" } } as const;
  assert.equal((await askWith(narrow.body.access_token, actions)).isAllowed, true);
  const write = { route: { ...actions.route, action: "write" } };
  assertDenied(
    await askWith(narrow.body.access_token, { route: { ...write.route, surface: "tools" } }),
    401,
    "invalid_token",
  );
  const wide = await refresh({ ...pair, refresh: narrow.body.refresh_token });
  assert.equal(wide.body.scope, "forms:read tables:delete tables:read tables:write");
});

test("a refresh token is its client's, and of its own kind", async () => {
  const pair = await connect(visitor);
  assertTold(await refresh(pair, { client_id: await newClient() }), 400, "invalid_grant");
  for (const refresh_token of [
    pair.access,
    newTokenValue("refresh"),
    newTokenValue("oauth_refresh"),
    "jst_rt_x",
  ])
    assertTold(await refresh(pair, { refresh_token }), 400, "invalid_grant");
  const api = await door.call("RefreshToken", { caller: null, body: { refresh_token: pair.refresh } });
  assert.equal(api.status, 401);
  assert.equal((await refresh(pair)).status, 200);
});

test("a refresh token that is out of date is refused, and the one that replaced it still works", async () => {
  const pair = await connect(visitor);
  await sql("update auth.refresh_tokens set expires_at = now() where used_at is null and expires_at > now()");
  assertTold(await refresh(pair), 400, "invalid_grant");
  assert.equal(await isAlive(pair.access), true);
});

test("a refresh that repeats passive words, or has an empty scope, narrows nothing", async () => {
  let pair = await connect(visitor);
  const all = "forms:read tables:delete tables:read tables:write";
  for (const [scope, granted] of [
    ["", all],
    ["offline_access", all],
    ["openid profile email offline_access", all],
    ["tables:read offline_access", "tables:read"],
  ] as const) {
    const { status, body } = await refresh(pair, { scope });
    assert.deepEqual([status, body.scope], [200, granted], scope);
    pair = { ...pair, refresh: body.refresh_token };
  }
});

const graced = async (seconds: number | undefined) => {
  const team = await openTeam();
  if (seconds !== undefined) await setConfig(team, "modules.agent_connect.refresh_grace_seconds", seconds);
  return connect((await signedIn(team)).visitor);
};
const later = () =>
  sql("update auth.refresh_tokens set used_at = used_at - interval '31 s' where used_at is not null");

test("several processes that share a refresh token each get tokens that live on; a forgiven one never ends the grant", async () => {
  const pair = await graced(undefined);
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(pair)));
  answers.push(await refresh(pair));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  await later();
  assertTold(await refresh(pair), 400, "invalid_grant");
  assertTold(await refresh(pair), 400, "invalid_grant");
  for (const { body } of answers) {
    assert.equal(await isAlive(body.access_token), true);
    const next = await refresh({ ...pair, refresh: body.refresh_token });
    assert.equal(next.status, 200, "each process goes on by itself");
  }
});

test("a refresh token is forgiven 32 times; one more is refused and ends nothing", async () => {
  const pair = await graced(30);
  const first = await refresh(pair);
  await sql("update auth.refresh_tokens set forgiven = 31 where used_at is not null");
  assert.equal((await refresh(pair)).status, 200);
  assertTold(await refresh(pair), 400, "invalid_grant");
  assert.equal(await isAlive(first.body.access_token), true);
});

test("a token that was not forgiven and comes again after the grace ends the grant, at once if the grace is 0", async () => {
  const [graceful, strict] = [await graced(30), await graced(0)];
  for (const pair of [graceful, strict]) {
    const first = await refresh(pair);
    if (pair === graceful) await later();
    assertTold(await refresh(pair), 400, "invalid_grant");
    await isDead(first.body.access_token);
  }
});

test("a value that is not an access token opens nothing", async () => {
  const asked = await ask();
  const code = await codeOf(visitor, asked);
  const pair = await connect(visitor);
  for (const value of [pair.refresh, pair.clientId, code, `${pair.access}x`, pair.access.toUpperCase()]) {
    const { status, body } = await askWith(value, mcp);
    assert.deepEqual([status, JSON.parse(body).error.data.code], [401, "invalid_token"]);
  }
});

test("revoking a refresh token ends the grant, an access token itself alone, and a stranger's nothing", async () => {
  const pair = await connect(visitor);
  const second = await refresh(pair);
  const revoke = (token: string, client_id = pair.clientId) => form("/oauth/revoke", { token, client_id });
  for (const token of ["x", newTokenValue("oauth_access"), newTokenValue("oauth_refresh")]) {
    const { status, body } = await revoke(token);
    assert.deepEqual([status, body], [200, undefined]);
  }
  const other = await newClient();
  assert.equal((await revoke(second.body.refresh_token, other)).status, 200);
  assert.equal((await revoke(second.body.access_token, other)).status, 200);
  assert.equal(await isAlive(second.body.access_token), true);
  assert.equal((await revoke(second.body.access_token)).status, 200);
  await isDead(second.body.access_token);
  assert.equal(await isAlive(pair.access), true);
  assert.equal((await form("/oauth/revoke", { token: second.body.refresh_token })).status, 200);
  await isDead(pair.access);
  assertTold(await form("/oauth/revoke", {}), 400, "invalid_request");
});

test("values are stored nowhere", async () => {
  const asked = await ask();
  const code = await codeOf(visitor, asked);
  const { body } = await exchange(asked, code);
  const tables = await sql("select table_name from information_schema.tables where table_schema = 'auth'");
  for (const { table_name: table } of tables) {
    const rows = JSON.stringify(await sql(`select to_jsonb(t) as row from auth.${String(table)} t`));
    for (const value of [code, body.access_token as string, body.refresh_token as string])
      assert.ok(!rows.includes(value), String(table));
  }
});
