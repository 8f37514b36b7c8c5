import { mailsIn, type FactPayload } from "@jst/events";
import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { TEST_SECRETS, testAuth } from "../testing/test-auth.ts";
import { newAddress, outcome, testMembers } from "../testing/test-members.ts";

const auth = await testAuth();
const { sql } = auth;
const { team, add, change, remove, list } = testMembers(auth);

/** Mails of the facts of a team. */
const invitations = async (teamId: string) => {
  const text = "select payload from auth.outbox where team_id = $1 and type = 'member.added'";
  const facts = (await sql(text, [teamId])) as { payload: FactPayload }[];
  return facts.map(({ payload }) => ({ mail: mailsIn(payload, TEST_SECRETS).mails[0] }));
};

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
