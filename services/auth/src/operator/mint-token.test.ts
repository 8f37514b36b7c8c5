import assert from "node:assert/strict";
import { before, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { tokenHash } from "../tokens/token-format.ts";

const { door, newTeam, sql, mint } = await testAuth();
const member = "ada@example.org";
const HOUR_MS = 3_600_000;
let team: string;
before(async () => {
  team = await newTeam();
  await door.operate("AddMember", { team, email: member, role: "owner" });
});

function lifetimeMs(expiresAt: string | null): number {
  assert.match(expiresAt ?? "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
  return Date.parse(expiresAt ?? "") - Date.now();
}

test("a service token has full access, no expiry and is shown once", async () => {
  const reply = await door.operate("MintToken", { team, type: "service", name: "CI" });
  assert.equal(reply.status, 201);
  assert.equal(reply.headers["cache-control"], "no-store");
  assert.deepEqual(Object.keys(reply.body).sort(), ["expires_at", "id", "type", "value"]);
  assert.match(reply.body.value, /^jst_s[0-9A-Za-z]{49}$/);
  assert.equal(reply.body.expires_at, null);
});

test("a human token lives an hour and comes with a refresh token of its family for 30 days", async () => {
  const token = await mint({ team, type: "human", member });
  assert.match(token.value, /^jst_h/);
  assert.match(token.refresh_token ?? "", /^jst_r/);
  const left = lifetimeMs(token.expires_at);
  assert.ok(left > HOUR_MS - 10_000 && left <= HOUR_MS, `${left}`);
  const [refresh] = await sql(
    `select extract(epoch from refresh.expires_at - now()) / 86400 as days
     from auth.refresh_tokens as refresh join auth.tokens as token using (team_id, family_id, member_id)
     where token.id = $1`,
    [token.id],
  );
  assert.equal(Math.round(Number(refresh?.days)), 30);
});

test("a break_glass token lives four hours, without refresh, and keeps its reason", async () => {
  const token = await mint({ team, type: "break_glass", member, reason: "incident 42" });
  assert.match(token.value, /^jst_b/);
  assert.equal(token.refresh_token, undefined);
  const left = lifetimeMs(token.expires_at);
  assert.ok(left > 4 * HOUR_MS - 10_000 && left <= 4 * HOUR_MS);
  assert.deepEqual(await sql("select reason from auth.tokens where id = $1", [token.id]), [
    { reason: "incident 42" },
  ]);
});

test("only the hash of a value is stored, anywhere", async () => {
  const token = await mint({ team, type: "human", member });
  const [row] = await sql("select hash, prefix, last4 from auth.tokens where id = $1", [token.id]);
  assert.deepEqual(row?.hash, Buffer.from(tokenHash(token.value), "latin1"));
  assert.equal(row.prefix, token.value.slice(0, 9));
  assert.equal(row.last4, token.value.slice(-4));
  const everything = await sql(
    "select t::text as text from auth.tokens t union all select r::text from auth.refresh_tokens r",
  );
  for (const value of [token.value, token.refresh_token ?? ""]) {
    assert.ok(everything.every(({ text }) => !String(text).includes(value.slice(9))));
  }
});

test("scopes are kept as given", async () => {
  const scopes = [{ resource: "tables" as const, actions: ["read" as const, "write" as const] }];
  const token = await mint({ team, type: "service", scopes });
  assert.deepEqual(await sql("select scopes from auth.tokens where id = $1", [token.id]), [{ scopes }]);
});

const refused: [name: string, body: Record<string, unknown>, status: number, field: string | undefined][] = [
  ["an unknown team", { team: "nobody", type: "service" }, 404, undefined],
  ["an unknown type", { type: "robot" }, 422, "type"],
  ["an oauth_app token", { type: "oauth_app" }, 422, "type"],
  ["a human token without a member", { type: "human" }, 422, "member"],
  ["a break_glass token without a member", { type: "break_glass", reason: "x" }, 422, "member"],
  ["a break_glass token without a reason", { type: "break_glass", member }, 422, "reason"],
  ["an empty reason", { type: "break_glass", member, reason: "" }, 422, "reason"],
  ["a service token with a member", { type: "service", member }, 422, "member"],
  ["a member of nobody", { type: "human", member: "eve@example.org" }, 422, "member"],
  [
    "an unknown resource",
    { type: "service", scopes: [{ resource: "moon", actions: ["read"] }] },
    422,
    "scopes.0.resource",
  ],
  [
    "a resource in other case",
    { type: "service", scopes: [{ resource: "Tables", actions: ["read"] }] },
    422,
    "scopes.0.resource",
  ],
  [
    "an empty action list",
    { type: "service", scopes: [{ resource: "tables", actions: [] }] },
    422,
    "scopes.0.actions",
  ],
  ["no action list", { type: "service", scopes: [{ resource: "tables" }] }, 422, "scopes.0.actions"],
  [
    "an unknown action",
    { type: "service", scopes: [{ resource: "tables", actions: ["own"] }] },
    422,
    "scopes.0.actions.0",
  ],
  ["null scopes", { type: "service", scopes: null }, 422, "scopes"],
  [
    "10,000 scopes",
    {
      type: "service",
      scopes: Array.from({ length: 10_000 }, () => ({ resource: "tables", actions: ["read"] })),
    },
    422,
    "scopes",
  ],
];
for (const [name, body, status, field] of refused) {
  test(`${name} is ${status} and mints nothing`, async () => {
    const before = await sql("select count(*) from auth.tokens");
    const reply = await door.operate("MintToken", { team, ...body });
    assert.equal(reply.status, status);
    if (field !== undefined)
      assert.ok(reply.body.errors.some((error: { field: string }) => error.field === field));
    assert.deepEqual(await sql("select count(*) from auth.tokens"), before);
  });
}

test("a suspended member gets no token, nor does a member of another team", async () => {
  const other = await newTeam();
  assert.equal((await door.operate("MintToken", { team: other, type: "human", member })).status, 422);
  await door.operate("AddMember", { team, email: "gone@example.org", role: "owner" });
  await sql("update auth.members set suspended_at = now() where email = 'gone@example.org'");
  assert.equal(
    (await door.operate("MintToken", { team, type: "human", member: "gone@example.org" })).status,
    422,
  );
});
