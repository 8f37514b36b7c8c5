import { testCaller, toldFaults, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testData } from "../testing/test-data.ts";

const { database, door } = await testData();
const caller = testCaller();

test("a table that is late to be found is told to its team alone", async () => {
  const told = toldFaults(door);
  const faults = (team = caller) => told(team);
  assert.deepEqual(await faults(), []);
  const text = `insert into data.search_walks (team_id, kind, parent_id, asked_at)
    select $1, 'rows', gen_random_uuid(), now() - interval '2 minutes' from generate_series(1, $2)`;
  const wait = (walks: number) =>
    withClient(database.superuserUrl, (client) => client.query(text, [caller.team_id, walks]));
  await wait(1);
  assert.deepEqual(
    (await faults()).map(({ component, state, path }) => [component, state, path]),
    [["context", "behind", null]],
  );
  assert.match(
    (await faults())[0]?.reason ?? "",
    /^Tables and bases are not all in the search index yet; left: 1\.$/,
  );
  await wait(1_000);
  assert.match((await faults())[0]?.reason ?? "", /: 1,000 or more\.$/);
  assert.deepEqual(await faults(testCaller()), []);
});
