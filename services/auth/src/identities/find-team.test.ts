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

test("a living team is found by its slug too, in its case, with the brand and the zone of its pages", async () => {
  const team = await newTeam();
  const [row] = await sql("select team_id from auth.teams where slug = $1", [team]);
  const find = (body: object) => door.callAs("crm", "FindTeam", body);
  const { team_id, slug, brand, timezone } = (await find({ slug: team })).body;
  assert.equal(timezone, "UTC");
  assert.deepEqual([team_id, slug], [row?.team_id, team]);
  assert.deepEqual(Object.keys(brand as object), ["name", "logo", "favicon", "primary_color"]);
  assert.deepEqual((await find({ team_id })).body.slug, team);
  const unknown = [{ slug: team.toUpperCase() }, { slug: "" }, {}, { team_id: randomUUID(), slug: team }];
  for (const body of unknown) assert.equal((await find(body)).status, 404, JSON.stringify(body));
});
