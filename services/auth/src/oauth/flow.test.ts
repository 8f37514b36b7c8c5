import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDenied } from "../testing/assert-denied.ts";
import { listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";
import { CALLBACK, testOAuth } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { askWith, door, verifier, teamIdOf } = auth;
const { ask, codeOf, connect, decide, ended, exchange, openTeam, refresh, setConfig, signedIn } =
  testOAuth(auth);
const mcp = { route: { ...listTables, surface: "mcp", access: "authenticated" } } as const;
const rest = { route: listTables } as const;

test("an app comes from registration to a token that acts as its grant, within preset and role", async () => {
  const team = await openTeam();
  const { visitor, memberId } = await signedIn(team, "owner");
  const asked = await ask();
  const sent = await decide(visitor, asked);
  assert.equal(sent.status, 303);
  const answer = new URL(sent.location);
  assert.equal(`${answer.origin}${answer.pathname}`, CALLBACK);
  assert.deepEqual(
    [answer.searchParams.get("state"), answer.searchParams.get("iss")],
    ["as it was", door.httpUrl],
  );
  const code = answer.searchParams.get("code") ?? "";
  const { status, headers, body } = await exchange(asked, code);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(headers.get("cache-control"), "no-store");
  assert.deepEqual([body.token_type, body.expires_in], ["Bearer", 3600]);
  assert.equal(body.scope, "forms:read tables:delete tables:read tables:write");
  assert.match(body.access_token, /^jst_at_[0-9A-Za-z]{49}$/);
  assert.match(body.refresh_token, /^jst_rt_[0-9A-Za-z]{49}$/);
  const allowed = await askWith(body.access_token, mcp);
  assert.equal(allowed.isAllowed, true, allowed.body);
  const caller = await verifier.verify(allowed.upstream["x-internal-token"] ?? "");
  assert.deepEqual(
    [caller.team_id, caller.token_type, caller.member_id, caller.role, caller.oauth_app?.client_name],
    [await teamIdOf(team), "oauth_app", memberId, "owner", "Test app"],
  );
  assert.equal(caller.token_id, caller.family_id);
});

test("a token is good at the doors of its resource alone", async () => {
  const { visitor } = await signedIn(await openTeam());
  const { access } = await connect(visitor);
  assertDenied(await askWith(access, rest), 401, "invalid_token");
  const wide = await connect(visitor, {}, { resource: `${door.httpUrl}/` });
  assert.equal((await askWith(wide.access, rest)).isAllowed, true);
  assert.equal((await askWith(wide.access, mcp)).isAllowed, true);
  const narrow = await connect(visitor, {}, { resource: `${door.httpUrl}/api/v1/mcp/actions` });
  assert.equal((await askWith(narrow.access, mcp)).isAllowed, false);
  const actions = { route: { ...mcp.route, surface: "mcp_actions" } };
  assert.equal((await askWith(narrow.access, actions)).isAllowed, true);
});

const strictTeam = async () => {
  const team = await openTeam();
  await setConfig(team, "modules.agent_connect.refresh_grace_seconds", 0);
  return team;
};

test("without a grace, a refresh answers a new pair once; the second use ends all of the grant", async () => {
  const { visitor } = await signedIn(await strictTeam());
  const first = await connect(visitor);
  const second = await refresh(first);
  assert.equal(second.status, 200);
  assert.notEqual(second.body.refresh_token, first.refresh);
  for (const access of [first.access, second.body.access_token])
    assert.equal((await askWith(access, mcp)).isAllowed, true);
  const replay = await refresh(first);
  assert.deepEqual([replay.status, replay.body.error], [400, "invalid_grant"]);
  const last = await refresh({ ...first, refresh: second.body.refresh_token });
  assert.deepEqual([last.status, last.body.error], [400, "invalid_grant"]);
  for (const access of [first.access, second.body.access_token]) await ended(access, mcp);
});

test("of 50 refreshes at once 33 get tokens, and the grant goes on", async () => {
  const { visitor } = await signedIn(await openTeam());
  const pair = await connect(visitor);
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(pair)));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 33);
  assert.equal(new Set(won.map(({ body }) => body.refresh_token as string)).size, 33);
  const lost = answers.filter(({ status }) => status !== 200);
  assert.deepEqual(
    [...new Set(lost.map(({ status, body }) => `${status} ${body.error}`))],
    ["400 invalid_grant"],
  );
  assert.equal((await askWith(won.at(-1)?.body.access_token, mcp)).isAllowed, true);
});

test("without a grace, of 50 refreshes at once one wins, and the grant is over", async () => {
  const { visitor } = await signedIn(await strictTeam());
  const pair = await connect(visitor);
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(pair)));
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  const lost = answers.filter(({ status }) => status !== 200);
  assert.deepEqual(
    [...new Set(lost.map(({ status, body }) => `${status} ${body.error}`))],
    ["400 invalid_grant"],
  );
  await ended(won[0]?.body.access_token, mcp);
});

test("a code that comes twice ends the grant", async () => {
  const { visitor } = await signedIn(await openTeam());
  const asked = await ask();
  const code = await codeOf(visitor, asked);
  const { body } = await exchange(asked, code);
  const again = await exchange(asked, code);
  assert.deepEqual([again.status, again.body.error], [400, "invalid_grant"]);
  await ended(body.access_token, mcp);
});

test("the door of a team closes for tokens, codes and refreshes, and revokes nothing", async () => {
  const team = await openTeam();
  await openTeam();
  const { visitor } = await signedIn(team);
  const pair = await connect(visitor);
  const asked = await ask();
  const code = await codeOf(visitor, asked);
  await setConfig(team, "modules.agent_connect.enabled", false);
  const closed = await exchange(asked, code);
  assert.deepEqual([closed.status, closed.body.code], [403, "agent_connect_disabled"]);
  assert.deepEqual(
    [(await refresh(pair)).status, (await refresh(pair)).body.code],
    [403, "agent_connect_disabled"],
  );
  const denied = await askWith(pair.access, { route: { ...listTables, surface: "tools" } });
  assertDenied(denied, 403, "agent_connect_disabled");
  await setConfig(team, "modules.agent_connect.enabled", true);
  assert.equal((await exchange(asked, code)).status, 200);
  assert.equal((await refresh(pair)).status, 200);
});
