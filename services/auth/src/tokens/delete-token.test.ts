import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, teamIdOf, mint, mintFor, askWith, sql } = await testAuth();
let slug: string;
let team_id: string;
beforeEach(async () => {
  slug = await newTeam();
  team_id = await teamIdOf(slug);
});

const revoke = (token_id: string, team = team_id) =>
  door.call("DeleteToken", { caller: testCaller({ team_id: team }), path: { token_id } });

/** Resolves once the gate refuses the token; the test's time limit is the bound. */
async function untilRefused(value: string): Promise<void> {
  while ((await askWith(value)).isAllowed);
  assert.match((await askWith(value)).body, /revoked_token/);
}

test("a revoked token is refused at once, and a second time changes nothing", async () => {
  const { id, value } = await mint({ team: slug, type: "service" });
  assert.ok((await askWith(value)).isAllowed);
  const first = await revoke(id);
  assert.equal(first.status, 200);
  assert.deepEqual(Object.keys(first.body), ["id", "revoked_at"]);
  await untilRefused(value);
  assert.deepEqual((await revoke(id)).body, first.body);
  const entries = await sql(
    "select 1 from auth.outbox where team_id = $1 and payload->>'action' = 'revoke'",
    [team_id],
  );
  assert.equal(entries.length, 1);
});

test("with a human token its refresh token ends, and every other token of the sign-in", async () => {
  const { id, value, refresh_token } = await mintFor(slug, "admin");
  const refresh = (token = refresh_token) =>
    door.call("RefreshToken", { caller: null, body: { refresh_token: token } });
  const next = (await refresh()).body;
  await revoke(id);
  await untilRefused(value);
  await untilRefused(next.value);
  assert.equal((await refresh(next.refresh_token)).status, 401);
});

test("an id of another team, an unknown one and an invalid one get the same 404, and revoke nothing", async () => {
  const foreign = await mint({ team: await newTeam(), type: "service" });
  const replies = [];
  for (const id of [foreign.id, randomUUID(), "token"]) replies.push(await revoke(id));
  for (const { status, body } of replies) {
    assert.deepEqual([status, body.code, body.detail], [404, "not_found", replies[0]?.body.detail]);
  }
  assert.ok((await askWith(foreign.value)).isAllowed);
});
