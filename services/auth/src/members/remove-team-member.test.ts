import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { newAddress, outcome, testMembers } from "../testing/test-members.ts";

const auth = await testAuth();
const { door, sql, memberOf } = auth;
const { team, add, change, remove } = testMembers(auth);

test("who was removed comes back under the same id, and without the tokens and sessions of before", async () => {
  const { service, slug } = await team();
  const email = newAddress();
  const { id } = (await add(service, { email, role: "owner" })).body as { id: string };
  await door.operate("MintToken", { team: slug, type: "human", member: email });
  const first = await remove(service, id);
  assert.equal(first.status, 200);
  assert.deepEqual((await remove(service, id)).body, { ...first.body, tokens_ended: 0 });
  assert.equal(outcome(await change(service, id, { role: "viewer" })), "404 not_found");
  const back = await add(service, { email, role: "viewer" });
  assert.deepEqual([back.status, (back.body as { id: string }).id], [201, id]);
  const alive = await sql("select from auth.tokens where member_id = $1 and revoked_at is null", [id]);
  assert.deepEqual(alive, []);
});

test("the last owner who can sign in stays, also when two go at the same moment", async () => {
  const { service, ownerId, slug } = await team();
  assert.equal(outcome(await remove(service, ownerId)), "409 last_owner");
  assert.equal(outcome(await change(service, ownerId, { role: "admin" })), "409 last_owner");
  const second = await memberOf(slug, "owner");
  await sql("update auth.members set suspended_at = now() where id = $1", [second]);
  assert.equal(outcome(await remove(service, ownerId)), "409 last_owner");
  await sql("update auth.members set suspended_at = null where id = $1", [second]);
  const both = await Promise.all([remove(service, ownerId), change(service, second, { role: "viewer" })]);
  assert.deepEqual(both.map(outcome).sort(), ["200", "409 last_owner"]);
});
