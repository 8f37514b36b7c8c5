import { withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAudit } from "../testing/test-audit.ts";
import { testAuth } from "../testing/test-auth.ts";
import { chainStart, verifyPart } from "@jst/events";
import { chainOf } from "../audit/queries.ts";
import { SystemDatabase } from "@jst/db";
import { after } from "node:test";

const { database, door, newTeam, teamIdOf } = await testAuth();
const { append } = testAudit(database);
let slug: string;
let team: string;
let ids: string[];
beforeEach(async () => {
  slug = await newTeam();
  team = await teamIdOf(slug);
  ids = await append(
    team,
    Array.from({ length: 5 }, () => ({ reason: "because" })),
  );
});

const verify = async () => (await door.operate("VerifyAudit", { team: slug })).body;

/** Changes the log as nobody but a superuser can: with its triggers off. */
const tamper = (text: string) =>
  withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    const { rowCount } = await client.query(text, [team]);
    assert.notEqual(rowCount, 0);
  });

test("a chain that nobody touched is whole, with its end", async () => {
  const { place, complete, broken } = await verify();
  assert.deepEqual([place.seq, complete, broken], [5, true, null]);
  assert.match(place.hash, /^[0-9a-f]{64}$/);
});

test("a team without entries has a whole chain of none", async () => {
  slug = await newTeam();
  assert.deepEqual(await verify(), { place: chainStart, complete: true, broken: null });
});

const columns: [column: string, value: string][] = [
  ["id", "uuidv7()"],
  ["created_at", "created_at + interval '1 microsecond'"],
  ["actor_type", "'human'"],
  ["actor_id", "'someone'"],
  ["token_id", "null"],
  ["action", "'revoke'"],
  ["resource", "'vault'"],
  ["resource_id", "null"],
  ["outcome", "'denied'"],
  ["changeset_id", "'crm_1'"],
  ["request_id", "''"],
  ["patient_id", "'p'"],
  ["code", "'x'"],
  ["reason", "''"],
  ["hash", "decode(repeat('00', 32), 'hex')"],
];
for (const [column, value] of columns) {
  test(`a changed ${column} is found at its entry`, async () => {
    await tamper(`update auth.audit set ${column} = ${value} where team_id = $1 and seq = 3`);
    const { place, broken } = await verify();
    assert.deepEqual([place.seq, broken.seq, broken.reason], [2, 3, "changed"]);
    if (column !== "id") assert.equal(broken.id, ids[2]);
  });
}

const cuts: [name: string, text: string, found: object][] = [
  [
    "the first entry gone",
    "delete from auth.audit where team_id = $1 and seq = 1",
    { seq: 1, reason: "missing" },
  ],
  [
    "one gone from the middle",
    "delete from auth.audit where team_id = $1 and seq = 3",
    { seq: 3, reason: "missing" },
  ],
  ["the end gone", "delete from auth.audit where team_id = $1 and seq > 3", { seq: 4, reason: "missing" }],
  ["all gone", "delete from auth.audit where team_id = $1", { seq: 1, reason: "missing" }],
  [
    "two that changed places",
    "update auth.audit set seq = case seq when 2 then 3 else 2 end + 100 where team_id = $1 and seq in (2, 3)",
    { seq: 2, reason: "missing" },
  ],
  [
    "another end on record",
    "update auth.audit_heads set hash = decode(repeat('00', 32), 'hex') where team_id = $1",
    { seq: 5, reason: "head_moved" },
  ],
  ["no end on record", "delete from auth.audit_heads where team_id = $1", { seq: 5, reason: "head_moved" }],
];
for (const [name, text, found] of cuts) {
  test(`${name} is found`, async () => {
    await tamper(text);
    const { broken } = await verify();
    assert.deepEqual({ seq: broken.seq, reason: broken.reason }, found);
  });
}

test("a long chain is verified part by part", async () => {
  const operator = new SystemDatabase({
    connectionString: database.urlOf("auth_lookup"),
    poolSize: 1,
    applicationName: "test",
  });
  after(() => operator.close());
  const first = await verifyPart(chainOf(operator, team), chainStart, 2);
  assert.deepEqual([first.place.seq, first.complete], [2, false]);
  const second = await verifyPart(chainOf(operator, team), first.place, 2);
  const third = await verifyPart(chainOf(operator, team), second.place, 2);
  assert.deepEqual([third.place, third.complete], [(await verify()).place, true]);
  const wrong = await verifyPart(chainOf(operator, team), { ...first.place, hash: chainStart.hash }, 2);
  assert.equal(wrong.broken?.reason, "changed");
});

test("an unknown team is 404", async () => {
  assert.equal((await door.operate("VerifyAudit", { team: "nobody" })).status, 404);
});
