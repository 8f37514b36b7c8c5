import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testSessions } from "../testing/test-sessions.ts";

const auth = await testAuth({ hasPages: true });
const { door, newTeam, teamIdOf, mintFor, mint, sql } = auth;
const { atConsole } = testSessions(auth);
let slug: string;
let team_id: string;
beforeEach(async () => {
  slug = await newTeam();
  team_id = await teamIdOf(slug);
});

const ask = (token_id: string) => door.callAs("crm", "DecisionFacts", { team_id, token_id });
const outcome = async (token_id: string) => {
  const { status, body } = await ask(token_id);
  return status === 200 ? [body.role, body.proves_member] : [status, body.code];
};

test("role and proof are those of the database, whatever Check remembers", async () => {
  const { id } = await mintFor(slug, "admin");
  const { caller, memberId } = await atConsole(slug, "owner");
  const service = await mint({ team: slug, type: "service" });
  assert.deepEqual(await outcome(id), ["admin", true]);
  assert.deepEqual(await outcome(caller.token_id), ["owner", true]);
  assert.deepEqual(await outcome(service.id), [null, false]);
  await sql("update auth.members set role = 'viewer' where id = $1", [memberId]);
  await sql("update auth.tokens set minted_by_type = null where id = $1", [id]);
  assert.deepEqual(await outcome(caller.token_id), ["viewer", true]);
  assert.deepEqual(await outcome(id), ["admin", false]);
});

for (const [name, change, code] of [
  ["signed out", "ended_at = now(), end_reason = 'signed_out'", "revoked_token"],
  ["ended from elsewhere", "ended_at = now(), end_reason = 'ended'", "revoked_token"],
  ["too old", "created_at = now() - interval '8 days'", "expired_token"],
] as const)
  test(`a session that is ${name} decides nothing`, async () => {
    const { caller } = await atConsole(slug, "owner");
    await sql(`update auth.sessions set ${change} where id = $1`, [caller.token_id]);
    assert.deepEqual(await outcome(caller.token_id), [401, code]);
  });

for (const [name, change, code] of [
  ["revoked", "update auth.tokens set revoked_at = now() where id = $1", "revoked_token"],
  ["expired", "update auth.tokens set expires_at = now() where id = $1", "expired_token"],
  [
    "of a suspended member",
    "update auth.members set suspended_at = now() where id = (select member_id from auth.tokens where id = $1)",
    "revoked_token",
  ],
] as const)
  test(`a token that is ${name} decides nothing`, async () => {
    const { id } = await mintFor(slug, "admin");
    await sql(change, [id]);
    assert.deepEqual(await outcome(id), [401, code]);
  });

test("a token of another team is as absent as an unknown one", async () => {
  const { id } = await mintFor(await newTeam(), "owner");
  assert.deepEqual(await outcome(id), [401, "invalid_token"]);
  assert.deepEqual(await outcome(randomUUID()), [401, "invalid_token"]);
});
