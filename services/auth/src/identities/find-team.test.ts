import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql } = await testAuth();

test("a team is known by the modules it has on, at once when one is turned off; a stranger is not found", async () => {
  const team = await newTeam();
  const [row] = await sql("select team_id from auth.teams where slug = $1", [team]);
  const modules = async () =>
    (await door.callAs("data", "FindTeam", { team_id: row?.team_id })).body.modules as string[];
  assert.equal((await modules()).includes("files"), true);
  await door.operate("SetConfig", { team, key: "modules.files.enabled", value: false });
  assert.equal((await modules()).includes("files"), false);
  assert.equal((await door.callAs("data", "FindTeam", { team_id: randomUUID() })).status, 404);
});
