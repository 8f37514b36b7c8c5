import { testCaller } from "@jst/testing";
import { testIndexer } from "@jst/search/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { searchSources } from "./sources.ts";

const { database, door } = await testCrm();
const { caughtUp } = testIndexer(searchSources, database);
const caller = testCaller();

test("an operator sees how many contacts of a team can be found, and none of another team (context.progress)", async () => {
  for (const first_name of ["Ada", "Bo", "Cy"])
    assert.equal((await door.call("CreateContact", { caller, body: { first_name } })).status, 201);
  await caughtUp();
  const state = async (team_id: string) => (await door.operate("GetIndexState", { team_id })).body;
  assert.deepEqual(await state(caller.team_id), { entries: 3, walks: [] });
  assert.deepEqual(await state(testCaller().team_id), { entries: 0, walks: [] });
  assert.equal((await door.operate("GetIndexState", { team_id: "demo" })).status, 422);
});
