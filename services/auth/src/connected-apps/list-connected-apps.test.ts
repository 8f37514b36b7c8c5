import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testConnected } from "../testing/test-connected.ts";
import { testOAuth } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { door, sql } = auth;
const oauth = testOAuth(auth);
const { ended } = oauth;
const { connect, refresh } = oauth;
const { connected, rest } = testConnected(auth, oauth);

test("the list leaves what its parameters ask for, and tells why an app is over", async () => {
  const { team, team_id, caller, visitor, pair, member } = await connected();
  const replayed = await connect(visitor, {}, rest);
  await refresh(replayed);
  await sql("update auth.refresh_tokens set used_at = used_at - interval '31 s' where used_at is not null");
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
  assert.deepEqual(
    [body.connected_apps[0].status, body.connected_apps[0].ended_reason],
    ["revoked", "member_removed"],
  );
  await ended(pair.access, { route: listTables });
});
