import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql } = await testAuth();

async function memberOf(team: string, email: string, role: string): Promise<string> {
  const { body } = await door.operate("AddMember", { team, email, role });
  return String(body.id);
}

test("members of the team are found, suspended ones too; strangers and nobody are left out", async () => {
  const [slug, other] = [await newTeam(), await newTeam()];
  const [team] = await sql("select team_id from auth.teams where slug = $1", [slug]);
  const ada = await memberOf(slug, "ada@example.org", "owner");
  const bob = await memberOf(slug, "bob@example.org", "viewer");
  const eve = await memberOf(other, "eve@example.org", "owner");
  await sql("update auth.members set suspended_at = now() where id = $1", [bob]);
  const ids = [ada, bob, ada, eve, randomUUID()];
  const reply = await door.callAs("crm", "FindMembers", { team_id: team?.team_id, ids });
  assert.equal(reply.status, 200);
  assert.deepEqual(
    new Set(reply.body.members),
    new Set([
      { id: ada, role: "owner", suspended: false },
      { id: bob, role: "viewer", suspended: true },
    ]),
  );
});

test("no ids find no members; more than a thousand are refused", async () => {
  const team_id = randomUUID();
  assert.deepEqual((await door.callAs("data", "FindMembers", { team_id, ids: [] })).body, { members: [] });
  const many = Array.from({ length: 1_001 }, () => randomUUID());
  assert.equal((await door.callAs("data", "FindMembers", { team_id, ids: many })).status, 422);
});
