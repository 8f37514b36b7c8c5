import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, teamIdOf, memberOf, sql } = await testAuth();

test("active owners and admins of the team may decide; others, suspended and removed ones may not", async () => {
  const slug = await newTeam();
  const team_id = await teamIdOf(slug);
  const ask = async () => {
    const { status, body } = await door.callAs("crm", "FindDeciders", { team_id });
    assert.equal(status, 200, JSON.stringify(body));
    return new Set(body.member_ids as string[]);
  };
  const before = await ask();
  const [owner, admin] = [await memberOf(slug, "owner"), await memberOf(slug, "admin")];
  for (const role of ["member", "viewer"] as const) await memberOf(slug, role);
  assert.deepEqual(await ask(), new Set([...before, owner, admin]));
  await sql("update auth.members set suspended_at = now() where id = $1", [admin]);
  assert.deepEqual(await ask(), new Set([...before, owner]));
  await sql("update auth.members set removed_at = now(), suspended_at = now() where id = $1", [owner]);
  assert.deepEqual(await ask(), before);
});
