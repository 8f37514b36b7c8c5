import assert from "node:assert/strict";
import { before, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql } = await testAuth();
let team: string;
before(async () => {
  team = await newTeam();
});

test("a host is removed however it is spelled, once", async () => {
  const added = await door.operate("AddHost", { team, host: "gone.example.org" });
  const removed = await door.operate("RemoveHost", { team, host: "GONE.example.org:443" });
  assert.deepEqual([removed.status, removed.body], [200, added.body]);
  assert.equal((await door.operate("RemoveHost", { team, host: "gone.example.org" })).status, 404);
});

test("a host of another team is 404 and stays", async () => {
  const other = await newTeam();
  await door.operate("AddHost", { team: other, host: "theirs.example.org" });
  assert.equal((await door.operate("RemoveHost", { team, host: "theirs.example.org" })).status, 404);
  assert.equal((await sql("select from auth.hosts where host = 'theirs.example.org'")).length, 1);
});
