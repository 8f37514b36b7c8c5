import type { Caller, Role } from "@jst/caller";
import { testCaller, type TestReply } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const auth = await testAuth();
const { door, newTeam, teamIdOf, memberOf, sql } = auth;

/** A team with an owner, and what its callers do to its members. */
async function team() {
  const slug = await newTeam();
  const team_id = await teamIdOf(slug);
  const ownerId = await memberOf(slug, "owner");
  const service = testCaller({ team_id });
  return {
    ...{ slug, team_id, ownerId, service },
    /** A caller who is signed in with that role. */
    signedIn: (role: Role): Caller =>
      testCaller({ team_id, token_type: "member", door: "console", member_id: randomUUID(), role }),
  };
}

const newAddress = () => `${randomUUID()}@example.org`;
const add = (caller: Caller, body: object) => door.call("AddTeamMember", { caller, body });
const change = (caller: Caller, member_id: string, body: object) =>
  door.call("UpdateTeamMember", { caller, path: { member_id }, body });
const remove = (caller: Caller, removed_member_id: string) =>
  door.call("RemoveTeamMember", { caller, path: { removed_member_id } });
const list = async (caller: Caller) =>
  (await door.call("ListMembers", { caller })).body.members as { id: string; role: string }[];
const outcome = ({ status, body }: TestReply): string =>
  status < 300 ? String(status) : `${status} ${(body as { code: string }).code}`;

/** Facts that mails are made of, of a team. */
const invitations = (teamId: string) =>
  sql(
    "select payload->'data'->'mails'->0 as mail from auth.outbox where team_id = $1 and type = 'member.added'",
    [teamId],
  );

test("a member is added in lower case, told of by one mail without a secret, and listed", async () => {
  const { service, slug, team_id } = await team();
  const reply = await add(service, { email: "Ada.New@Example.org", role: "viewer", name: "Ada" });
  const { id, created_at, ...rest } = reply.body as Record<string, unknown>;
  assert.deepEqual(
    [reply.status, rest],
    [201, { name: "Ada", email: "ada.new@example.org", role: "viewer" }],
  );
  assert.deepEqual((await list(service))[0], { id, created_at, ...rest });
  const [told, ...more] = await invitations(team_id);
  const mail = told?.["mail"] as { to: string; text: string };
  assert.equal(mail.to, "ada.new@example.org");
  assert.ok(mail.text.includes(`/p/sign-in?team=${slug}`), mail.text);
  assert.deepEqual(more, []);
  assert.equal(
    outcome(await add(service, { email: "ADA.NEW@example.org", role: "owner" })),
    "409 member_exists",
  );
  assert.equal((await list(service))[0]?.role, "viewer");
});

test("nobody is told where the caller says so", async () => {
  const { service, team_id } = await team();
  assert.equal((await add(service, { email: newAddress(), role: "viewer", notify: false })).status, 201);
  assert.deepEqual(await invitations(team_id), []);
});

for (const [what, body, field] of [
  ["no address", { role: "viewer" }, "email"],
  ["an address without a domain", { email: "ada", role: "viewer" }, "email"],
  [
    "an address with a line break",
    { email: "ada@example.org\r\nbcc: x@example.org", role: "viewer" },
    "email",
  ],
  ["an unknown role", { email: "ada@example.org", role: "king" }, "role"],
  ["a name of 201 characters", { email: "ada@example.org", role: "viewer", name: "a".repeat(201) }, "name"],
  ["an unknown member", { email: "ada@example.org", role: "viewer", scopes: [] }, "scopes"],
] as const)
  test(`${what} is refused at its field, and nothing is stored`, async () => {
    const { service } = await team();
    const { status, body: problem } = await add(service, body);
    const errors = problem["errors"] as { field: string }[];
    assert.deepEqual([status, errors.map((one) => one.field)], [422, [field]]);
    assert.equal((await list(service)).length, 1);
  });

test("who was removed comes back under the same id, and without the tokens and sessions of before", async () => {
  const { service, slug } = await team();
  const email = newAddress();
  const { id } = (await add(service, { email, role: "owner" })).body as { id: string };
  await door.operate("MintToken", { team: slug, type: "human", member: email });
  const first = await remove(service, id);
  assert.equal(first.status, 200);
  assert.deepEqual((await remove(service, id)).body, first.body);
  assert.equal(outcome(await change(service, id, { role: "viewer" })), "404 not_found");
  const back = await add(service, { email, role: "viewer" });
  assert.deepEqual([back.status, (back.body as { id: string }).id], [201, id]);
  const alive = await sql("select from auth.tokens where member_id = $1 and revoked_at is null", [id]);
  assert.deepEqual(alive, []);
});

test("role and name change apart; what is the same changes nothing", async () => {
  const { service, team_id } = await team();
  const { id } = (await add(service, { email: newAddress(), role: "viewer" })).body as { id: string };
  const named = await change(service, id, { name: "Bo" });
  assert.deepEqual([named.body["name"], named.body["role"]], ["Bo", "viewer"]);
  const raised = await change(service, id, { role: "admin" });
  assert.deepEqual([raised.body["name"], raised.body["role"]], ["Bo", "admin"]);
  assert.deepEqual((await change(service, id, { role: "admin", name: "Bo" })).body, raised.body);
  assert.equal((await change(service, id, { name: null })).body["name"], null);
  const audited = await sql(
    `select payload->>'action' as action from auth.outbox
      where team_id = $1 and payload->>'resource' = 'members' order by seq`,
    [team_id],
  );
  assert.deepEqual(
    audited.map(({ action }) => action).filter((action) => action !== undefined),
    ["set_role", "add", "update", "set_role", "update"],
  );
});

test("an owner is an owner's matter, whatever an admin asks", async () => {
  const { signedIn, ownerId, service } = await team();
  const admin = signedIn("admin");
  const { id } = (await add(admin, { email: newAddress(), role: "admin" })).body as { id: string };
  const refused = [
    await add(admin, { email: newAddress(), role: "owner" }),
    await change(admin, id, { role: "owner" }),
    await change(admin, ownerId, { role: "viewer" }),
    await change(admin, ownerId, { name: "Renamed" }),
    await remove(admin, ownerId),
  ];
  for (const reply of refused) assert.equal(outcome(reply), "403 insufficient_scope");
  assert.equal((await change(signedIn("owner"), id, { role: "owner" })).status, 200);
  assert.equal((await list(service)).find((one) => one.id === id)?.role, "owner");
});

test("a token gives nobody what it lacks", async () => {
  const { team_id, ownerId } = await team();
  const manager = testCaller({ team_id, scopes: [{ resource: "config", actions: ["read", "admin"] }] });
  for (const role of ["owner", "admin", "member", "viewer"])
    assert.equal(outcome(await add(manager, { email: newAddress(), role })), "403 insufficient_scope", role);
  assert.equal(outcome(await remove(manager, ownerId)), "403 insufficient_scope");
});

test("people's tokens and apps manage nobody", async () => {
  const { team_id } = await team();
  for (const token_type of ["human", "break_glass", "oauth_app"] as const) {
    const caller = testCaller({ team_id, token_type, role: "owner", member_id: randomUUID() });
    assert.equal(
      outcome(await add(caller, { email: newAddress(), role: "viewer" })),
      "403 insufficient_scope",
    );
  }
});

test("the last owner who can sign in stays, also when two go at the same moment", async () => {
  const { service, ownerId, slug } = await team();
  assert.equal(outcome(await remove(service, ownerId)), "409 last_owner");
  assert.equal(outcome(await change(service, ownerId, { role: "admin" })), "409 last_owner");
  const second = await memberOf(slug, "owner");
  await sql("update auth.members set suspended_at = now() where id = $1", [second]);
  assert.equal(outcome(await remove(service, ownerId)), "409 last_owner");
  await sql("update auth.members set suspended_at = null where id = $1", [second]);
  const both = await Promise.all([remove(service, ownerId), change(service, second, { role: "viewer" })]);
  assert.deepEqual(both.map(outcome).sort(), ["200", "409 last_owner"]);
});

test("a member of another team, of none, and what is no id are one and the same 404", async () => {
  const { service } = await team();
  const { ownerId: foreign } = await team();
  for (const id of [foreign, randomUUID(), "17"])
    assert.deepEqual(
      [outcome(await change(service, id, { role: "viewer" })), outcome(await remove(service, id))],
      ["404 not_found", "404 not_found"],
    );
});
