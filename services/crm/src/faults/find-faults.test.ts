import { testCaller, toldFaults, until, withClient } from "@jst/testing";
import { testEmbedders, testIndexer } from "@jst/search/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { searchSources } from "../search/sources.ts";
import { testCrm } from "../testing/test-crm.ts";

const { database, door } = await testCrm();
const embedders = testEmbedders();
const { caughtUp, stop } = testIndexer(searchSources, database, embedders);
const caller = testCaller();

const told = toldFaults(door);
const faults = (team = caller) => told(team);
const sql = (text: string) =>
  withClient(database.superuserUrl, (client) => client.query(text, [caller.team_id]));

test("an address that fails is told while texts wait for it, a slow index once it is late, each to its team alone", async () => {
  embedders.teams = [{ team_id: caller.team_id, embedder: "one" }];
  embedders.isAway = true;
  assert.equal((await door.call("CreateContact", { caller, body: { first_name: "Ada" } })).status, 201);
  await caughtUp();
  const [failing] = await until("it fails", 60_000, async () => {
    const found = await faults();
    return found.length > 0 ? found : undefined;
  });
  assert.deepEqual([failing?.component, failing?.state], ["context", "failing"]);
  assert.match(
    failing?.reason ?? "",
    /^Contacts are found by their words alone, because .* wait for it: 1\.$/,
  );
  assert.ok(Date.parse(failing?.since ?? "") <= Date.now());
  assert.deepEqual(await faults(testCaller()), []);

  embedders.isAway = false;
  await until("it is mended", 60_000, async () => ((await faults()).length === 0 ? true : undefined));
  await stop();
  await sql(
    "insert into crm.search_walks (team_id, kind, parent_id) values ($1, 'contacts', gen_random_uuid())",
  );
  assert.deepEqual(await faults(), []);
  await sql("update crm.search_walks set asked_at = asked_at - interval '2 minutes' where team_id = $1");
  const [behind, ...others] = await faults();
  assert.deepEqual(others, []);
  assert.equal(behind?.state, "behind");
  assert.deepEqual(await faults(testCaller()), []);
});
