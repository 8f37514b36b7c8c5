import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { newTokenValue } from "./token-format.ts";

const { door, newTeam, teamIdOf, mintFor, mint, askWith, verifier, sql } = await testAuth();
let slug: string;
let team_id: string;
beforeEach(async () => {
  slug = await newTeam();
  team_id = await teamIdOf(slug);
});

const refresh = (refresh_token: unknown) =>
  door.call("RefreshToken", { caller: null, body: { refresh_token } });
const outcome = async (refresh_token: unknown) => {
  const { status, body } = await refresh(refresh_token);
  return [status, body.code];
};
const actions = async () => {
  const rows = await sql(
    "select payload->>'action' as action from auth.outbox where team_id = $1 order by seq",
    [team_id],
  );
  return rows.map(({ action }) => action);
};
const callerOf = async (value: string) => {
  const { upstream } = await askWith(value);
  return verifier.verify(upstream["x-internal-token"] ?? "");
};

test("a refresh token gives a new pair that is the same sign-in", async () => {
  const signIn = await mintFor(slug, "admin");
  const reply = await refresh(signIn.refresh_token);
  assert.equal(reply.status, 200);
  assert.deepEqual(Object.keys(reply.body), ["value", "refresh_token", "expires_at"]);
  assert.equal(reply.headers["cache-control"], "no-store");
  const [before, after] = [await callerOf(signIn.value), await callerOf(reply.body.value)];
  assert.deepEqual({ ...after, token_id: "" }, { ...before, token_id: "" });
  assert.equal((await refresh(reply.body.refresh_token)).status, 200);
});

test("a second use is refused and ends every token of the sign-in, and of no other", async () => {
  const signIn = await mintFor(slug, "admin");
  const other = await mintFor(slug, "admin");
  const next = (await refresh(signIn.refresh_token)).body;
  assert.deepEqual(await outcome(signIn.refresh_token), [401, "invalid_token"]);
  for (const value of [signIn.value, next.value]) {
    while ((await askWith(value)).isAllowed);
    assert.match((await askWith(value)).body, /revoked_token/);
  }
  assert.deepEqual(await outcome(next.refresh_token), [401, "invalid_token"]);
  assert.ok((await askWith(other.value)).isAllowed);
  assert.equal((await refresh(other.refresh_token)).status, 200);
  assert.ok((await actions()).includes("refresh_replay"));
});

test("of fifty at once exactly one gets a pair, the others 401, and the sign-in is over", async () => {
  const { refresh_token } = await mintFor(slug, "admin");
  const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(refresh_token)));
  const statuses = replies.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 401)]);
  const [tokens] = await sql(
    "select count(*)::int as all, count(*) filter (where revoked_at is null)::int as living from auth.tokens where team_id = $1",
    [team_id],
  );
  assert.deepEqual(tokens, { all: 2, living: 0 });
  const winner = replies.find(({ status }) => status === 200)?.body;
  assert.deepEqual(await outcome(winner.refresh_token), [401, "invalid_token"]);
});

test("a refresh that races with the end of its sign-in leaves no living token behind", async () => {
  for (let round = 0; round < 10; round += 1) {
    const signIn = await mintFor(slug, "admin");
    const next = (await refresh(signIn.refresh_token)).body;
    await Promise.all([refresh(signIn.refresh_token), refresh(next.refresh_token)]);
  }
  const living = await sql("select id from auth.tokens where team_id = $1 and revoked_at is null", [team_id]);
  assert.deepEqual(living, []);
});

const barred: [name: string, change: string, code: string][] = [
  ["an expired one", "update auth.refresh_tokens set expires_at = now() where team_id = $1", "expired_token"],
  [
    "one of a revoked sign-in",
    "update auth.refresh_tokens set revoked_at = now() where team_id = $1",
    "invalid_token",
  ],
  [
    "one of a suspended member",
    "update auth.members set suspended_at = now() where team_id = $1",
    "invalid_token",
  ],
  ["one of a deleted team", "update auth.teams set deleted_at = now() where team_id = $1", "invalid_token"],
];
for (const [name, change, code] of barred) {
  test(`${name} is refused and not used up`, async () => {
    const { refresh_token } = await mintFor(slug, "admin");
    await sql(change, [team_id]);
    assert.deepEqual(await outcome(refresh_token), [401, code]);
    const used = await sql("select 1 from auth.refresh_tokens where team_id = $1 and used_at is not null", [
      team_id,
    ]);
    assert.deepEqual(used, []);
  });
}

test("a value that is not a stored refresh token gets the same refusal as any other", async () => {
  const { value } = await mint({ team: slug, type: "service" });
  const unknown = newTokenValue("refresh");
  for (const text of [value, unknown, unknown.slice(0, -1), `${unknown.slice(0, -1)}_`, "x"]) {
    const reply = await refresh(text);
    assert.deepEqual([reply.status, reply.body.code], [401, "invalid_token"], text);
    assert.equal(reply.headers["www-authenticate"], "Bearer");
  }
});

for (const body of [
  {},
  { refresh_token: null },
  { refresh_token: "" },
  { refresh_token: " " },
  { refresh_token: 1 },
  { refresh_token: "x", more: 1 },
]) {
  test(`${JSON.stringify(body)} is 422`, async () => {
    assert.equal((await door.call("RefreshToken", { caller: null, body })).status, 422);
  });
}

test("one sign-in refreshes at most sixty times a minute, another is not held up", async () => {
  const { refresh_token } = await mintFor(slug, "admin");
  let reply = await refresh(refresh_token);
  for (let count = 1; count < 60; count += 1) reply = await refresh(refresh_token);
  assert.equal(reply.status, 401);
  const limited = await refresh(refresh_token);
  assert.deepEqual([limited.status, limited.body.code], [429, "rate_limited"]);
  assert.equal(limited.headers["retry-after"], String(limited.body.retry_after_seconds));
  assert.equal((await refresh((await mintFor(slug, "admin")).refresh_token)).status, 200);
});
