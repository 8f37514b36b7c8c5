import { testCaller, withClient } from "@jst/testing";
import { testIndexer } from "@jst/search/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";
import { searchSources } from "./sources.ts";

const { database, door } = await testData();
const indexer = testIndexer(searchSources, database);
const caller = testCaller();

const state = async (by = caller) => {
  const { status, body } = await door.operate("GetIndexState", { team_id: by.team_id });
  assert.equal(status, 200, JSON.stringify(body));
  return body as { entries: number; walks: { kind: string; parent_id: string | null; walked: number }[] };
};

test("an operator sees how much of a team is in the index, and each walk with how far it has come (context.progress)", async () => {
  const columns = [{ name: "note", type: "text" }];
  const table = await door.call("CreateTable", { caller, body: { display_name: "Notes", columns } });
  const path = { table_id: table.body.id as string };
  for (const note of ["oak", "ash"])
    assert.equal((await door.call("CreateRow", { caller, path, body: { data: { note } } })).status, 201);
  await indexer.caughtUp();
  assert.deepEqual(await state(), { entries: 2, walks: [] });
  assert.deepEqual(await state(testCaller()), { entries: 0, walks: [] });

  await indexer.stop();
  const text =
    "insert into data.search_walks (team_id, kind, parent_id, walked) values ($1, 'rows', $2, 500)";
  await withClient(database.superuserUrl, (client) => client.query(text, [caller.team_id, path.table_id]));
  const [walk, ...others] = (await state()).walks;
  assert.deepEqual(others, []);
  assert.deepEqual([walk?.kind, walk?.parent_id, walk?.walked], ["rows", path.table_id, 500]);
  assert.deepEqual((await state(testCaller())).walks, []);
});
