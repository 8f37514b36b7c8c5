import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql } = await testAuth();

async function memberOf(team: string, email: string): Promise<string> {
  return String((await door.operate("AddMember", { team, email, role: "viewer" })).body.id);
}

test("members are found by their addresses, whatever the case; another team's and nobody are left out", async () => {
  const [slug, other] = [await newTeam(), await newTeam()];
  const [team] = await sql("select team_id from auth.teams where slug = $1", [slug]);
  const ada = await memberOf(slug, "ada@example.org");
  await memberOf(other, "eve@example.org");
  const emails = [" ADA@Example.org", "ada@example.org", "eve@example.org", "nobody@example.org", ""];
  const reply = await door.callAs("crm", "FindMembersByEmail", { team_id: team?.team_id, emails });
  assert.deepEqual([reply.status, reply.body], [200, { members: [{ id: ada, email: "ada@example.org" }] }]);
});
