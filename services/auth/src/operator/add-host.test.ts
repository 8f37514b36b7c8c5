import assert from "node:assert/strict";
import { before, test } from "node:test";
import { TEST_BASE_URL } from "@jst/testing";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, sql } = await testAuth();
let team: string;
before(async () => {
  team = await newTeam();
});

test("a host is stored as it is compared, and adding it again changes nothing", async () => {
  const first = await door.operate("AddHost", { team, host: "Acme.Example.Org.:8443" });
  assert.equal(first.status, 200);
  assert.equal(first.body.host, "acme.example.org");
  const again = await door.operate("AddHost", { team, host: "acme.example.org" });
  assert.deepEqual([again.status, again.body], [200, first.body]);
});

test("a host of another team is 409 and stays where it is", async () => {
  const other = await newTeam();
  const { body } = await door.operate("AddHost", { team, host: "mine.example.org" });
  const reply = await door.operate("AddHost", { team: other, host: "MINE.example.org" });
  assert.deepEqual([reply.status, reply.body.code], [409, "name_taken"]);
  assert.deepEqual(await sql("select team_id from auth.hosts where host = 'mine.example.org'"), [
    { team_id: body.team_id },
  ]);
});

for (const host of ["localhost", "127.0.0.1", "127.8.0.1:443", new URL(TEST_BASE_URL).host]) {
  test(`${host} is every team's and no team's own`, async () => {
    const reply = await door.operate("AddHost", { team, host });
    assert.deepEqual([reply.status, reply.body.code], [422, "validation_failed"]);
    assert.match(reply.body.errors[0].message, /is the host that all teams share/);
    assert.deepEqual(await sql("select host from auth.hosts where host = $1", [host]), []);
  });
}

for (const host of [
  "",
  "a b",
  "http://x.org",
  "x.org/path",
  "*.example.org",
  "-x.org",
  "x..org",
  "[::1]",
  "é.org",
]) {
  test(`"${host}" is not a valid host: 422`, async () => {
    assert.equal((await door.operate("AddHost", { team, host })).status, 422);
  });
}

test("an unknown team is 404", async () => {
  assert.equal((await door.operate("AddHost", { team: "nobody", host: "x.org" })).status, 404);
});
