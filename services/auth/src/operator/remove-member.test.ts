import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql } = await testAuth();

test("a member is removed once, with the tokens of the member, and comes back under the same id", async () => {
  const team = await newTeam();
  const member = { team, email: "ada@example.com", role: "owner" };
  const { body: added } = await door.operate("AddMember", member);
  await door.operate("MintToken", { team, type: "human", member: "ada@example.com" });
  const first = await door.operate("RemoveMember", { team, email: "Ada@example.com" });
  assert.deepEqual([first.status, first.body.id], [200, added.id]);
  const alive = await sql(
    `select id from auth.tokens where member_id = '${String(added.id)}' and revoked_at is null`,
  );
  assert.deepEqual(alive, []);
  const again = await door.operate("RemoveMember", { team, email: "ada@example.com" });
  assert.deepEqual(again.body, first.body);
  assert.equal((await door.operate("AddMember", member)).body.id, added.id);
});

test("an address that is not a member's cannot be removed", async () => {
  const { status } = await door.operate("RemoveMember", { team: await newTeam(), email: "x@example.com" });
  assert.equal(status, 404);
});
