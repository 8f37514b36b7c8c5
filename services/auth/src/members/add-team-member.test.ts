import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { newAddress, outcome, testMembers } from "../testing/test-members.ts";

const auth = await testAuth();
const { mailing } = auth;
const { team, add, change, remove, list } = testMembers(auth);

/** Mails that comms was asked for, of a team. */
const invitations = async (teamId: string) => {
  await auth.workOffMails();
  return [...mailing.mails.values()].filter(({ team_id }) => team_id === teamId);
};

test("a member is added in lower case, invited by one mail, and listed as invited", async () => {
  const { service, team_id } = await team();
  const reply = await add(service, { email: "Ada.New@Example.org", role: "viewer", name: "Ada" });
  const { id, created_at, mailed, ...rest } = reply.body as Record<string, unknown>;
  assert.deepEqual(
    [reply.status, mailed, rest],
    [201, true, { name: "Ada", email: "ada.new@example.org", role: "viewer", status: "invited" }],
  );
  assert.deepEqual((await list(service))[0], { id, created_at, ...rest });
  const mails = (await invitations(team_id)).map(({ email, kind, member_id }) => [email, kind, member_id]);
  assert.deepEqual(mails, [["ada.new@example.org", "invitation", id]]);
  assert.equal(
    outcome(await add(service, { email: "ADA.NEW@example.org", role: "owner" })),
    "409 member_exists",
  );
  assert.equal((await list(service))[0]?.role, "viewer");
});

test("nobody is mailed where the caller says so, nobody sends mail, or the team is isolated", async () => {
  const { service, team_id, slug } = await team();
  const mailed = async (change: object, caller = service) =>
    ((await add(caller, { email: newAddress(), role: "viewer", ...change })).body as { mailed: boolean })
      .mailed;
  assert.equal(await mailed({ notify: false }), false);
  assert.equal(await mailed({}, { ...service, team: { ...service.team, isolated: true } }), false);
  mailing.sendsFor = [];
  assert.equal(await mailed({}), false, slug);
  mailing.sendsFor = undefined;
  assert.deepEqual(await invitations(team_id), []);
});

test("nobody is added while comms is away, unless nobody is to be mailed", async () => {
  const { service } = await team();
  mailing.isAway = true;
  try {
    assert.equal(outcome(await add(service, { email: newAddress(), role: "viewer" })), "503 unavailable");
    assert.equal((await list(service)).length, 1);
    const quiet = { email: newAddress(), role: "viewer", notify: false };
    assert.equal(outcome(await add(service, quiet)), "201");
  } finally {
    mailing.isAway = false;
  }
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

test("a token gives nobody what it lacks", async () => {
  const { slug, ownerId } = await team();
  const manager = await auth.serviceOf(slug, [{ resource: "config", actions: ["read", "admin"] }]);
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

test("a member of another team, an unknown member and an invalid id get the same 404", async () => {
  const { service } = await team();
  const { ownerId: foreign } = await team();
  for (const id of [foreign, randomUUID(), "17"])
    assert.deepEqual(
      [outcome(await change(service, id, { role: "viewer" })), outcome(await remove(service, id))],
      ["404 not_found", "404 not_found"],
    );
});
