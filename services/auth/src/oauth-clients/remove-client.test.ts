import assert from "node:assert/strict";
import { test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testOAuth } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { connect, openTeam, refresh, signedIn } = testOAuth(auth);

test("a removed client loses its grants in every team, and must register again", async () => {
  const { visitor } = await signedIn(await openTeam());
  const { clientId: client_id, ...pair } = await connect(visitor, {}, { resource: `${auth.door.httpUrl}/` });
  const { status, body } = await auth.door.operate("RemoveClient", { client_id });
  assert.deepEqual([status, body], [200, { client_id, grants_ended: 1 }]);
  assert.equal((await auth.askWith(pair.access, { route: listTables })).status, 401);
  const told = await refresh({ clientId: client_id, ...pair });
  assert.deepEqual([told.status, told.body.error], [401, "invalid_client"]);
  assert.equal((await auth.door.operate("RemoveClient", { client_id })).status, 404);
});
