import { testCaller, until } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { PUSH_MS, testAuth } from "../testing/test-auth.ts";
import { human, testConnected } from "../testing/test-connected.ts";
import { testOAuth } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { askWith, door } = auth;
const oauth = testOAuth(auth);
const { connect, refresh } = oauth;
const { connected, rest } = testConnected(auth, oauth);

test("Disconnect ends every token on every door, says so again, and ends nothing else", async () => {
  const { pair, app, caller, visitor } = await connected();
  const other = await connect(visitor, {}, rest);
  const second = await refresh(pair);
  const reply = await door.call("DisconnectApp", { caller, path: { app_id: app.id } });
  assert.equal(reply.status, 200);
  assert.deepEqual([reply.body.status, reply.body.ended_reason], ["revoked", "disconnected"]);
  for (const access of [pair.access, second.body.access_token])
    for (const surface of ["rest", "mcp", "mcp_actions", "actions", "tools"])
      await until(`${surface} is closed`, PUSH_MS, async () => {
        const { status } = await askWith(access, { route: { ...listTables, surface } });
        return status === 401 ? true : undefined;
      });
  assert.equal((await refresh({ ...pair, refresh: second.body.refresh_token })).body.error, "invalid_grant");
  const again = await door.call("DisconnectApp", { caller, path: { app_id: app.id } });
  assert.deepEqual([again.status, again.body], [200, reply.body]);
  assert.equal((await askWith(other.access, { route: listTables })).isAllowed, true);
});

test("what an app proposed has it as its caller however its tokens end, until it is disconnected", async () => {
  const { team_id, app, caller, pair } = await connected();
  const ask = () => door.callAs("data", "CallerFor", { team_id, token_id: app.id, door: "mcp" });
  assert.equal((await refresh(pair)).status, 200);
  await auth.sql("update auth.tokens set expires_at = now() - interval '1 day' where family_id = $1", [
    app.id,
  ]);
  const reply = await ask();
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  const { token_id, oauth_app } = await auth.verifier.verify(reply.body.caller_token);
  assert.deepEqual([token_id, oauth_app?.client_name], [app.id, app["client_name"]]);
  await door.call("DisconnectApp", { caller, path: { app_id: app.id } });
  const gone = await ask();
  assert.deepEqual([gone.status, gone.body.code], [401, "revoked_token"]);
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
      const reply = await door.call(method, {
        caller: barred,
        ...(method === "ListConnectedApps" ? {} : { path }),
      });
      assert.deepEqual([reply.status, reply.body.code], [403, "insufficient_scope"]);
    }
  assert.equal((await door.call("DisconnectApp", { caller, path })).status, 200);
});
