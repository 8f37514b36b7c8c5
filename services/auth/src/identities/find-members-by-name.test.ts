import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql } = await testAuth();

/** Adds a member with a name, and returns its id. */
async function memberOf(team: string, email: string, name: string): Promise<string> {
  const id = String((await door.operate("AddMember", { team, email, role: "viewer" })).body.id);
  await sql("update auth.members set name = $2 where id = $1", [id, name]);
  return id;
}

test("members are found by their full names, whatever the case, with the number of those who have it", async () => {
  const [slug, other] = [await newTeam(), await newTeam()];
  const [team] = await sql("select team_id from auth.teams where slug = $1", [slug]);
  const ada = await memberOf(slug, "ada@example.org", "Ada Lovelace");
  await memberOf(slug, "bo@example.org", "Bo Li");
  await memberOf(slug, "bo2@example.org", "bo li");
  await memberOf(other, "eve@example.org", "Eve Adams");
  const gone = await memberOf(slug, "cy@example.org", "Cy Young");
  await sql("update auth.members set suspended_at = now() where id = $1", [gone]);
  const names = ["ADA lovelace", "Bo Li", "Eve Adams", "Cy Young", "Nobody"];
  const reply = await door.callAs("crm", "FindMembersByName", { team_id: team?.team_id, names });
  assert.equal(reply.status, 200);
  const { members } = reply.body as { members: { name: string; id: string; count: number }[] };
  assert.deepEqual(members.map(({ name, count }) => [name, count]).sort(), [
    ["ADA lovelace", 1],
    ["Bo Li", 2],
  ]);
  assert.equal(members.find(({ count }) => count === 1)?.id, ada);
});
