import assert from "node:assert/strict";
import { test } from "node:test";
import { ada, reader, testEmr } from "../testing/test-emr.ts";

const { door, take } = await testEmr();

test("auth reads who looked, newest first, filtered and paged; a row has hashes and no value", async () => {
  const caller = reader();
  const { team_id } = caller;
  const id = (await take(caller, [ada()])).resources[0]?.id ?? "";
  const headers = {
    "x-purpose-of-use": "TREAT",
    "user-agent": "app/1".repeat(200),
    "x-forwarded-for": "192.0.2.7",
  };
  await door.call("GetPatient", { caller, path: { patient_id: id }, headers });
  await door.call("ListPatients", { caller, query: "q=lovelace" });
  const list = async (rest: object) =>
    (await door.callAs("account", "ListAccesses", { team_id, limit: 201, ...rest })).body.entries;
  const [search, read, ...others] = await list({});
  assert.deepEqual([others.length, search.entry.action, read.entry.action], [0, "search", "read"]);
  assert.equal(search.entry.prev_hash, read.entry.hash);
  assert.equal(read.entry.prev_hash, "0".repeat(64));
  assert.doesNotMatch(JSON.stringify(search), /lovelace/i);
  const { entry } = read;
  assert.deepEqual(
    [
      entry.patient_id,
      entry.resource_id,
      entry.purpose_of_use,
      entry.ip,
      entry.user_agent.length <= 256,
      entry.status,
    ],
    [id, id, "TREAT", "192.0.2.7", true, 200],
  );
  assert.equal(entry.created_at, entry.recorded_at);
  assert.equal("patient_id" in search.entry, false);
  assert.equal((await list({ patient_id: id })).length, 1);
  assert.equal((await list({ token_id: caller.token_id })).length, 2);
  assert.equal((await list({ token_id: id })).length, 0);
  assert.equal((await list({ outcome: "denied" })).length, 0);
  assert.equal((await list({ contact_id: id })).length, 0);
  const { at, id: last } = search;
  assert.deepEqual(await list({ before: { at, id: last }, limit: 1 }), [read]);
  assert.deepEqual(await list({ team_id: reader().team_id }), []);
});
