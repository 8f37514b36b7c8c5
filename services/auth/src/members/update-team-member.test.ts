import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { newAddress, outcome, testMembers } from "../testing/test-members.ts";

const auth = await testAuth();
const { sql } = auth;
const { team, add, change, remove, list } = testMembers(auth);

test("role and name change apart; what is the same changes nothing", async () => {
  const { service, team_id } = await team();
  const { id } = (await add(service, { email: newAddress(), role: "viewer" })).body as { id: string };
  const named = await change(service, id, { name: "Bo" });
  assert.deepEqual([named.body["name"], named.body["role"]], ["Bo", "viewer"]);
  const raised = await change(service, id, { role: "admin" });
  assert.deepEqual([raised.body["name"], raised.body["role"]], ["Bo", "admin"]);
  assert.deepEqual((await change(service, id, { role: "admin", name: "Bo" })).body, raised.body);
  assert.equal((await change(service, id, { name: null })).body["name"], null);
  const audited = await sql(
    `select payload->>'action' as action from auth.outbox
      where team_id = $1 and payload->>'resource' = 'members' order by seq`,
    [team_id],
  );
  assert.deepEqual(
    audited.map(({ action }) => action).filter((action) => action !== undefined),
    ["set_role", "add", "update", "set_role", "update"],
  );
});

test("an owner is an owner's matter, whatever an admin asks", async () => {
  const { signedIn, ownerId, service } = await team();
  const admin = await signedIn("admin");
  const { id } = (await add(admin, { email: newAddress(), role: "admin" })).body as { id: string };
  const refused = [
    await add(admin, { email: newAddress(), role: "owner" }),
    await change(admin, id, { role: "owner" }),
    await change(admin, ownerId, { role: "viewer" }),
    await change(admin, ownerId, { name: "Renamed" }),
    await remove(admin, ownerId),
  ];
  for (const reply of refused) assert.equal(outcome(reply), "403 insufficient_scope");
  assert.equal((await change(await signedIn("owner"), id, { role: "owner" })).status, 200);
  assert.equal((await list(service)).find((one) => one.id === id)?.role, "owner");
});
