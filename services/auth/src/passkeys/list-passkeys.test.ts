import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testPasskeys } from "../testing/test-passkeys.ts";

const auth = await testAuth({ hasPages: true });
const { door, newTeam, sql } = auth;
const { create, enrolled, listed, stepUp } = testPasskeys(auth);
let team: string;
beforeEach(async () => {
  team = await newTeam();
});

test("a member lists the own passkeys, oldest first, with their last use", async () => {
  const { caller, authenticator, passkey } = await enrolled(team);
  await create(caller);
  await enrolled(team);
  const before = await listed(caller);
  assert.deepEqual([before.length, before[0]?.id, before[0]?.last_used_at], [2, passkey.id, null]);
  await stepUp(caller, authenticator);
  const [first] = await listed(caller);
  assert.ok(Date.parse(String(first?.last_used_at)) <= Date.now());
});

test("a removed member has no passkeys, also once the member is back", async () => {
  const { caller, member } = await enrolled(team);
  assert.equal((await door.operate("RemoveMember", { team, email: member })).status, 200);
  assert.deepEqual(await sql("select from auth.passkeys where member_id = $1", [caller.member_id]), []);
});
