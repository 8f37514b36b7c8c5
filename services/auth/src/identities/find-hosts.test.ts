import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql } = await testAuth();

async function memberOf(team: string, email: string): Promise<string> {
  return String((await door.operate("AddMember", { team, email, role: "viewer" })).body.id);
}

test("hosts are named, by their address where they have no name; strangers and nobody are left out", async () => {
  const [slug, other] = [await newTeam(), await newTeam()];
  const [team] = await sql("select team_id from auth.teams where slug = $1", [slug]);
  const [ada, bob] = [await memberOf(slug, "ada@example.org"), await memberOf(slug, "bob@example.org")];
  const eve = await memberOf(other, "eve@example.org");
  await sql("update auth.members set name = 'Ada Lovelace' where id = $1", [ada]);
  const ids = [ada, bob, eve, randomUUID()];
  const reply = await door.callAs("scheduling", "FindHosts", { team_id: team?.team_id, ids });
  assert.equal(reply.status, 200);
  assert.deepEqual(
    new Set(reply.body.hosts),
    new Set([
      { id: ada, email: "ada@example.org", name: "Ada Lovelace" },
      { id: bob, email: "bob@example.org", name: "bob@example.org" },
    ]),
  );
});
