import { NOWHERE } from "@jst/search";
import { testIndexer } from "@jst/search/testing";
import { testCaller, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { searchSources } from "./sources.ts";

const { database, door } = await testCrm();
const caller = testCaller();
const sql = (text: string, values: unknown[] = []) =>
  withClient(
    database.superuserUrl,
    async (client) => (await client.query<{ word: string }>(text, values)).rows,
  );
const words = async () =>
  (
    await sql(
      `select unnest(tsvector_to_array(e.words)) as word from crm.search_entries e where e.team_id = $1 order by 1`,
      [caller.team_id],
    )
  ).map(({ word }) => word);

test("what an earlier edition has put into the index is walked through again, also behind where a walk stands (context.index)", async () => {
  const { caughtUp, stop } = testIndexer(searchSources, database);
  assert.equal((await door.call("CreateContact", { caller, body: { first_name: "Ada" } })).status, 201);
  await caughtUp();
  const kept = await words();
  assert.ok(kept.some((word) => word.endsWith("ada")));
  await stop();
  await sql("update crm.search_entries set words = '' where team_id = $1", [caller.team_id]);
  const same = testIndexer(searchSources, database);
  await same.caughtUp();
  await same.stop();
  assert.deepEqual(await words(), []);

  await sql("update crm.search_position set edition = 0");
  await sql(
    "insert into crm.search_walks (team_id, kind, parent_id, after_id) values ($1, 'contacts', $2, $3)",
    [caller.team_id, NOWHERE, "ffffffff-ffff-4fff-bfff-ffffffffffff"],
  );
  await testIndexer(searchSources, database).caughtUp();
  assert.deepEqual(await words(), kept);
});
