import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, mint, mintFor, askWith, verifier, sql } = await testAuth();
let slug: string;
let team_id: string;
beforeEach(async () => {
  slug = await newTeam();
  team_id = await idOf(slug);
});

async function idOf(team: string): Promise<string> {
  const [row] = await sql("select team_id from auth.teams where slug = $1", [team]);
  return String(row?.team_id);
}

const ask = (token_id: string, overrides: object = {}) =>
  door.callAs("data", "CallerFor", { team_id, token_id, door: "rest", ...overrides });

test("the caller is the one that Check signs for this token and door", async () => {
  const { id, value } = await mint({
    team: slug,
    type: "service",
    scopes: [{ resource: "tables", actions: ["read"] }],
  });
  const { upstream } = await askWith(value);
  const reply = await ask(id);
  assert.equal(reply.status, 200);
  const caller = await verifier.verify(reply.body.caller_token);
  assert.deepEqual(caller, await verifier.verify(upstream["x-internal-token"] ?? ""));
  const elsewhere = await ask(id, { door: "mcp_actions" });
  assert.equal((await verifier.verify(elsewhere.body.caller_token)).door, "mcp_actions");
});

test("an expired token still has a caller, with the role its member has now", async () => {
  const { id } = await mintFor(slug, "admin");
  await sql("update auth.tokens set expires_at = now() - interval '1 day' where id = $1", [id]);
  await sql("update auth.members set role = 'viewer' where team_id = $1", [team_id]);
  const reply = await ask(id);
  assert.equal((await verifier.verify(reply.body.caller_token)).role, "viewer");
});

const refused: [name: string, change: string, status: number, code: string][] = [
  ["a revoked token", "update auth.tokens set revoked_at = now() where id = $1", 401, "revoked_token"],
  [
    "a token of a suspended member",
    "update auth.members set suspended_at = now() where id = (select member_id from auth.tokens where id = $1)",
    401,
    "revoked_token",
  ],
  [
    "a token of a deleted team",
    "update auth.teams set deleted_at = now() where team_id = (select team_id from auth.tokens where id = $1)",
    401,
    "invalid_token",
  ],
];
for (const [name, change, status, code] of refused) {
  test(`${name} has none, expired or not`, async () => {
    const { id } = await mintFor(slug, "admin");
    await sql(change, [id]);
    const reply = await ask(id);
    assert.deepEqual([reply.status, reply.body.code], [status, code]);
    await sql("update auth.tokens set expires_at = now() - interval '1 day' where id = $1", [id]);
    assert.equal((await ask(id)).body.code, code);
  });
}

test("a token of another team is as absent as an unknown one", async () => {
  const { id } = await mint({ team: await newTeam(), type: "service" });
  const [foreign, unknown] = [await ask(id), await ask(randomUUID())];
  assert.deepEqual([foreign.status, foreign.body.code], [404, "not_found"]);
  assert.equal(foreign.body.detail, unknown.body.detail);
});

test("bad input is refused member by member", async () => {
  const reply = await ask("token", { door: "window" });
  assert.equal(reply.status, 422);
  assert.deepEqual(
    reply.body.errors.map((error: { field: string }) => error.field),
    ["token_id", "door"],
  );
});
