import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql, teamIdOf } = await testAuth();
const list = async (after?: string) =>
  (await door.operate("ListTeams", after === undefined ? {} : { after })).body.slugs;

test("teams that live are listed by slug, page by page to the end", async () => {
  for (const slug of ["bees", "ants", "cows", "dead"]) await newTeam({ slug });
  await sql("update auth.teams set deleted_at = now() where slug = 'dead'");
  assert.deepEqual(await list(), ["ants", "bees", "cows"]);
  assert.deepEqual(await list("ants"), ["bees", "cows"]);
  assert.deepEqual(await list("cows"), []);
  assert.deepEqual((await door.operate("ListTeams", { after: "bees" })).body.ids, [await teamIdOf("cows")]);
});
