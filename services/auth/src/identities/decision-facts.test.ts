import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testSessions } from "../testing/test-sessions.ts";

const auth = await testAuth({ hasPages: true });
const { door, newTeam, teamIdOf, mintFor, mint, memberOf, sql } = auth;
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

const standing = async (token_id: string) => {
  const { body } = await ask(token_id);
  return [body.is_fresh, body.is_alone];
};

test("a sign-in is fresh for ten minutes, and a token never is", async () => {
  const { caller } = await atConsole(slug, "owner");
  const { id } = await mintFor(slug, "admin");
  const signedInAgo = (time: string) =>
    sql("update auth.sessions set authenticated_at = now() - $2::interval where id = $1", [
      caller.token_id,
      time,
    ]);
  const isFresh = async (token_id: string) => (await standing(token_id))[0] as boolean;
  assert.deepEqual([await isFresh(caller.token_id), await isFresh(id)], [true, false]);
  await signedInAgo("9 minutes 30 seconds");
  assert.equal(await isFresh(caller.token_id), true);
  await signedInAgo("10 minutes 1 second");
  assert.equal(await isFresh(caller.token_id), false);
});

test("an owner is alone until another owner or admin is there, who is not suspended", async () => {
  const { caller } = await atConsole(slug, "owner");
  const isAlone = async () => (await standing(caller.token_id))[1] as boolean;
  const add = async (role: string) => {
    const added = await door.operate("AddMember", { team: slug, email: `${role}@second.test`, role });
    return String(added.body.id);
  };
  for (const role of ["viewer", "member"]) await add(role);
  await mintFor(await newTeam(), "owner");
  assert.equal(await isAlone(), true);
  const admin = await add("admin");
  assert.equal(await isAlone(), false);
  await sql("update auth.members set suspended_at = now() where id = $1", [admin]);
  assert.equal(await isAlone(), true);
  await sql("update auth.members set suspended_at = null where id = $1", [admin]);
  await sql("update auth.members set role = 'owner' where id = $1", [admin]);
  assert.equal(await isAlone(), false);
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

test("approvers are active members, by role or by id, and never viewers", async () => {
  const { caller, memberId } = await atConsole(slug, "admin");
  const [member, viewer] = [await memberOf(slug, "member"), await memberOf(slug, "viewer")];
  const facts = async (approvers: object, token_id = caller.token_id) => {
    const { body } = await door.callAs("crm", "DecisionFacts", { team_id, token_id, approvers });
    return [body.is_approver, [...body.active_approvers].sort()];
  };
  const both = [memberId, member].sort();
  assert.deepEqual(await facts({ roles: ["member", "admin"] }), [true, both]);
  assert.deepEqual(await facts({ roles: ["member"], members: [memberId, viewer] }), [true, both]);
  assert.deepEqual(await facts({ members: [member] }), [false, [member]]);
  assert.deepEqual(await facts({ roles: ["owner"] }), [false, []]);
  const service = await mint({ team: slug, type: "service" });
  assert.deepEqual(await facts({ roles: ["admin"] }, service.id), [false, [memberId]]);
  await sql("update auth.members set suspended_at = now() where id = $1", [member]);
  assert.deepEqual(await facts({ members: [member] }), [false, []]);
});

test("the rules of the moment come along, and approvers only where some are asked about", async () => {
  const { caller } = await atConsole(slug, "admin");
  const first = (await ask(caller.token_id)).body;
  assert.deepEqual([first.rules, first.is_approver, first.active_approvers], [null, undefined, undefined]);
  await door.call("CreateApprovalRule", { caller, body: { name: "R", outcome: "queue" } });
  const { body } = await ask(caller.token_id);
  const { body: asked } = await door.callAs("crm", "GetRules", { team_id });
  assert.deepEqual([body.rules, asked.rules.length], [asked, 1]);
});
