import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, teamIdOf, memberOf, sql } = await testAuth();

test("members with one of the roles are found, suspended ones marked; removed ones and other teams' are left out", async () => {
  const [slug, other] = [await newTeam(), await newTeam()];
  const team_id = await teamIdOf(slug);
  const [owner, admin, gone] = [
    await memberOf(slug, "owner"),
    await memberOf(slug, "admin"),
    await memberOf(slug, "owner"),
  ];
  await memberOf(slug, "member");
  await memberOf(other, "owner");
  await sql("update auth.members set suspended_at = now() where id = $1", [admin]);
  await sql("update auth.members set suspended_at = now(), removed_at = now() where id = $1", [gone]);
  const ask = (roles: string[], service = "comms") =>
    door.callAs(service, "FindMembersByRole", { team_id, roles });
  const { status, body } = await ask(["owner", "admin"]);
  assert.equal(status, 200);
  assert.deepEqual(
    new Set(body.members),
    new Set([
      { id: owner, role: "owner", suspended: false },
      { id: admin, role: "admin", suspended: true },
    ]),
  );
  assert.deepEqual((await ask(["viewer"])).body, { members: [] });
  for (const roles of [[], ["king"]]) assert.equal((await ask(roles)).status, 422);
});
