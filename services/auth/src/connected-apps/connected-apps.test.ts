import { testCaller, until } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testOAuth } from "../testing/test-oauth.ts";

const auth = await testAuth();
const { askWith, door, sql, teamIdOf } = auth;
const { connect, openTeam, refresh, setConfig, signedIn } = testOAuth(auth);
const rest = { resource: `${door.httpUrl}/` };
const human = { token_type: "human", role: "owner", scopes: [] } as const;

async function connected(values: Record<string, string> = {}, role = "owner") {
  const team = await openTeam();
  const { visitor, member, memberId } = await signedIn(team, role);
  const pair = await connect(visitor, values, rest);
  const team_id = await teamIdOf(team);
  const caller = testCaller({ team_id, member_id: memberId, ...human, role: role as "owner" });
  const { body } = await door.call("ListConnectedApps", { caller });
  return { team, team_id, visitor, member, memberId, pair, caller, app: body.connected_apps[0] };
}

test("an app is shown with who connected it, what it may now, and what becomes of its writes", async () => {
  const { app, pair, member, memberId, team, caller } = await connected();
  const { id, created_at, ...shown } = app;
  assert.deepEqual(shown, {
    client_id: pair.clientId,
    client_name: "Test app",
    client_host: "127.0.0.1:7777",
    member: { id: memberId, email: member },
    preset: "tables",
    scopes: [
      { resource: "forms", actions: ["read"] },
      { resource: "tables", actions: ["delete", "read", "write"] },
    ],
    write_mode: "direct",
    mode: "team",
    status: "active",
    ended_reason: null,
    call_count: 0,
    last_used_at: null,
    ended_at: null,
  });
  assert.ok(Date.parse(created_at) > 0);
  await setConfig(team, "modules.agent_connect.write_mode", "propose");
  await door.operate("AddMember", { team, email: member, role: "viewer" });
  const { body } = await door.call("GetConnectedApp", { caller, path: { app_id: id } });
  assert.equal(body.write_mode, "propose");
  assert.deepEqual(body.scopes[1], { resource: "tables", actions: ["read"] });
});

test("what was granted to propose always does so, whatever the team's mode", async () => {
  const { pair, app } = await connected({ mode: "propose" });
  assert.deepEqual([app.mode, app.write_mode], ["propose", "propose"]);
  const { upstream } = await askWith(pair.access, { route: listTables });
  const caller = await auth.verifier.verify(upstream["x-internal-token"] ?? "");
  assert.equal(caller.team.agent_write_mode, "propose");
});

test("requests are counted, and when it was used is told to the minute", async () => {
  const { pair, app, caller } = await connected();
  for (let turn = 0; turn < 3; turn += 1)
    assert.equal((await askWith(pair.access, { route: listTables })).isAllowed, true);
  const counted = await until("calls are counted", 5_000, async () => {
    const { body } = await door.call("GetConnectedApp", { caller, path: { app_id: app.id } });
    return body.call_count === 3 ? body : undefined;
  });
  assert.match(counted.last_used_at, /:00\.000Z$/);
});

test("Disconnect ends every token on every door, says so again, and ends nothing else", async () => {
  const { pair, app, caller, visitor } = await connected();
  const other = await connect(visitor, {}, rest);
  const second = await refresh(pair);
  const reply = await door.call("DisconnectApp", { caller, path: { app_id: app.id } });
  assert.equal(reply.status, 200);
  assert.deepEqual([reply.body.status, reply.body.ended_reason], ["revoked", "disconnected"]);
  for (const access of [pair.access, second.body.access_token])
    for (const surface of ["rest", "mcp", "mcp_actions", "actions", "tools"])
      await until(`${surface} is closed`, 1_000, async () => {
        const { status } = await askWith(access, { route: { ...listTables, surface } });
        return status === 401 ? true : undefined;
      });
  assert.equal((await refresh({ ...pair, refresh: second.body.refresh_token })).body.error, "invalid_grant");
  const again = await door.call("DisconnectApp", { caller, path: { app_id: app.id } });
  assert.deepEqual([again.status, again.body], [200, reply.body]);
  assert.equal((await askWith(other.access, { route: listTables })).isAllowed, true);
});

test("a member sees and ends the own apps alone, a stranger none, and an app nothing at all", async () => {
  const { team_id, app, caller } = await connected({}, "member");
  const path = { app_id: app.id };
  const colleague = testCaller({ team_id, ...human, role: "member", member_id: app.id });
  const stranger = testCaller({ ...human, member_id: app.member.id });
  for (const nobody of [colleague, stranger])
    for (const method of ["GetConnectedApp", "DisconnectApp"]) {
      const { status, body } = await door.call(method, { caller: nobody, path });
      assert.deepEqual([status, body.code], [404, "not_found"]);
    }
  assert.deepEqual((await door.call("ListConnectedApps", { caller: colleague })).body.connected_apps, []);
  for (const app_id of ["x", app.id.replace(/^./, "f")])
    assert.equal((await door.call("GetConnectedApp", { caller, path: { app_id } })).status, 404);
  const itself = testCaller({ team_id, token_type: "oauth_app", member_id: app.member.id, scopes: [] });
  const narrow = testCaller({ team_id, scopes: [{ resource: "tables", actions: ["read"] }] });
  for (const barred of [itself, narrow])
    for (const method of ["ListConnectedApps", "GetConnectedApp", "DisconnectApp"]) {
      const reply = await door.call(method, { caller: barred, ...(method === "ListConnectedApps" ? {} : { path }) });
      assert.deepEqual([reply.status, reply.body.code], [403, "insufficient_scope"]);
    }
  assert.equal((await door.call("DisconnectApp", { caller, path })).status, 200);
});

test("the list leaves what its parameters ask for, and tells why an app is over", async () => {
  const { team, team_id, caller, visitor, pair, member } = await connected();
  const replayed = await connect(visitor, {}, rest);
  await refresh(replayed);
  await refresh(replayed);
  const expired = await connect(visitor, {}, rest);
  await sql("update auth.grants set expires_at = now() where client_id = $1", [expired.clientId]);
  const listed = async (query: string) =>
    (await door.call("ListConnectedApps", { caller, query })).body.connected_apps.map(
      (app: { client_id: string; ended_reason: string | null }) => [app.client_id, app.ended_reason],
    );
  assert.deepEqual(await listed("status=active"), [[pair.clientId, null]]);
  assert.deepEqual(await listed("status=revoked"), [[replayed.clientId, "refresh_replay"]]);
  assert.deepEqual(await listed("status=expired"), [[expired.clientId, "expired"]]);
  assert.deepEqual(await listed(`client_id=${pair.clientId}`), [[pair.clientId, null]]);
  assert.equal((await door.call("ListConnectedApps", { caller, query: "status=x" })).status, 400);
  await door.operate("RemoveMember", { team, email: member });
  const all = testCaller({ team_id });
  const { body } = await door.call("ListConnectedApps", { caller: all, query: `client_id=${pair.clientId}` });
  assert.deepEqual([body.connected_apps[0].status, body.connected_apps[0].ended_reason], ["revoked", "member_removed"]);
  assert.equal((await askWith(pair.access, { route: listTables })).status, 401);
});
