import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testConnected } from "../testing/test-connected.ts";
import { testOAuth } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { askWith, door } = auth;
const oauth = testOAuth(auth);
const { setConfig } = oauth;
const { connected } = testConnected(auth, oauth);

test("an app is shown with the member who connected it, its present scopes and its write mode", async () => {
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
  const counted = await until("calls are counted", 30_000, async () => {
    const { body } = await door.call("GetConnectedApp", { caller, path: { app_id: app.id } });
    return body.call_count === 3 ? body : undefined;
  });
  assert.match(counted.last_used_at, /:00\.000Z$/);
});
