import type { Caller } from "@jst/caller";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";

const { door, newTeam, serviceOf, memberOf, askWith, sql } = await testAuth();
let slug: string;
let caller: Caller;
beforeEach(async () => {
  slug = await newTeam();
  caller = await serviceOf(slug);
});

const create = (body: object, by: Caller = caller) => door.call("CreateToken", { caller: by, body });
const tables = (...actions: string[]) => [{ resource: "tables", actions }];
/** Tokens that the caller has minted. */
const stored = () =>
  sql("select * from auth.tokens where team_id = $1 and id <> $2", [caller.team_id, caller.token_id]);
/** Builds a minter with these scopes besides the one for minting. */
const limited = (scopes: Caller["scopes"]): Caller => ({
  ...caller,
  scopes: [{ resource: "tokens", actions: ["write"] }, ...scopes],
});

test("a service token is minted, shown once, and opens the gate", async () => {
  const reply = await create({ name: "shop", type: "service", scopes: tables("read") });
  assert.equal(reply.status, 201);
  const { id, value, created_at, ...rest } = reply.body;
  assert.match(value, /^jst_s/);
  assert.deepEqual(rest, {
    name: "shop",
    type: "service",
    prefix: value.slice(0, 9),
    last4: value.slice(-4),
    scopes: tables("read"),
    team_id: caller.team_id,
    member_id: null,
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    revoked_reason: null,
    minted_by: { type: "service", id: caller.token_id },
    sponsor_id: null,
  });
  assert.ok(!Number.isNaN(Date.parse(created_at)));
  assert.equal(reply.headers["cache-control"], "no-store");
  assert.equal((await askWith(value)).isAllowed, true);
  assert.deepEqual(
    (await stored()).map((token) => token["id"]),
    [id],
  );
});

test("a human token comes with a refresh token and lives an hour; an emergency token lives four and has none", async () => {
  const member_id = await memberOf(slug, "owner");
  const human = await create({ name: "ada", type: "human", member_id });
  assert.match(human.body.refresh_token, /^jst_r/);
  const lifeOf = (body: { created_at: string; expires_at: string }) =>
    Math.round((Date.parse(body.expires_at) - Date.parse(body.created_at)) / 60_000);
  assert.equal(lifeOf(human.body), 60);
  const emergency = await create({
    name: "fire",
    type: "break_glass",
    member_id,
    reason: "the site is down",
  });
  assert.equal(lifeOf(emergency.body), 240);
  assert.equal(emergency.body.refresh_token, undefined);
});

test("scopes are stored without duplicates", async () => {
  const scopes = [
    ...tables("read", "read", "write"),
    ...tables("write"),
    { resource: "articles", actions: ["read"] },
  ];
  const reply = await create({ name: "x", type: "service", scopes });
  assert.deepEqual(reply.body.scopes, [
    { resource: "tables", actions: ["read", "write"] },
    { resource: "articles", actions: ["read"] },
  ]);
});

for (const token_type of ["human", "break_glass", "oauth_app"] as const) {
  test(`a ${token_type} token mints nothing, not even as a proposal`, async () => {
    const reply = await create(
      { name: "x", type: "service" },
      { ...caller, token_type, member_id: randomUUID() },
    );
    assert.equal(reply.status, 403);
    assert.deepEqual(await stored(), []);
  });
}

const broader: [name: string, own: Caller["scopes"], wanted: object][] = [
  ["full access, by naming no scopes", [], {}],
  ["full access, by an empty list", [], { scopes: [] }],
  ["another action", [{ resource: "tables", actions: ["read"] }], { scopes: tables("read", "write") }],
  ["another resource", [{ resource: "contacts", actions: ["read"] }], { scopes: tables("read") }],
  [
    "every resource",
    [{ resource: "tables", actions: ["read"] }],
    { scopes: [{ resource: "*", actions: ["read"] }] },
  ],
  ["an action of the wildcard it lacks", [{ resource: "*", actions: ["read"] }], { scopes: tables("write") }],
];
for (const [name, own, wanted] of broader) {
  test(`no token passes on ${name}`, async () => {
    const reply = await create({ name: "x", type: "service", ...wanted }, limited(own));
    assert.deepEqual([reply.status, reply.body.code], [403, "insufficient_scope"]);
    assert.deepEqual(await stored(), []);
  });
}

test("what a token has it can pass on, by name or by the wildcard", async () => {
  const own = limited([{ resource: "*", actions: ["read"] }]);
  for (const scopes of [tables("read"), [{ resource: "*", actions: ["read"] }]]) {
    assert.equal((await create({ name: "x", type: "service", scopes }, own)).status, 201);
  }
});

const many = Array.from({ length: 10_000 }, () => ({ resource: "tables", actions: ["read"] }));
const refused: [name: string, body: object, field: string][] = [
  ["no name", { type: "service" }, "name"],
  ["no type", { name: "x" }, "type"],
  ["a type that is not minted", { name: "x", type: "oauth_app" }, "type"],
  ["a human token without a member", { name: "x", type: "human" }, "member_id"],
  ["an emergency token without a member", { name: "x", type: "break_glass", reason: "r" }, "member_id"],
  [
    "an emergency token without a reason",
    { name: "x", type: "break_glass", member_id: randomUUID() },
    "reason",
  ],
  ["a service token with a member", { name: "x", type: "service", member_id: randomUUID() }, "member_id"],
  ["a member of nobody", { name: "x", type: "human", member_id: randomUUID() }, "member_id"],
  ["a malformed member", { name: "x", type: "human", member_id: "ada" }, "member_id"],
  ["scopes that are null", { name: "x", type: "service", scopes: null }, "scopes"],
  [
    "an unknown resource",
    { name: "x", type: "service", scopes: [{ resource: "moon", actions: ["read"] }] },
    "scopes.0.resource",
  ],
  [
    "a resource in other case",
    { name: "x", type: "service", scopes: [{ resource: "Tables", actions: ["read"] }] },
    "scopes.0.resource",
  ],
  ["no actions", { name: "x", type: "service", scopes: [{ resource: "tables" }] }, "scopes.0.actions"],
  ["an empty action list", { name: "x", type: "service", scopes: tables() }, "scopes.0.actions"],
  ["an unknown action", { name: "x", type: "service", scopes: tables("own") }, "scopes.0.actions.0"],
  ["10,000 scopes", { name: "x", type: "service", scopes: many }, "scopes"],
  ["an unknown member", { name: "x", type: "service", team_id: randomUUID() }, "team_id"],
];
for (const [name, body, field] of refused) {
  test(`${name} is 422 and mints nothing`, async () => {
    const reply = await create(body);
    assert.equal(reply.status, 422);
    const fields = reply.body.errors.map((error: { field: string }) => error.field);
    assert.ok(fields.includes(field), fields.join());
    assert.deepEqual(await stored(), []);
  });
}

test("a member of another team and a suspended one are as absent as an unknown one", async () => {
  const foreign = await memberOf(await newTeam());
  const suspended = await memberOf(slug);
  await sql("update auth.members set suspended_at = now() where id = $1", [suspended]);
  const replies = [];
  for (const member_id of [foreign, suspended, randomUUID()]) {
    replies.push(await create({ name: "x", type: "human", member_id }));
  }
  for (const { status, body } of replies)
    assert.deepEqual([status, body.errors], [422, replies[0]?.body.errors]);
});

test("the undo record and the audit entry are stored with the token, and no hash or value in either", async () => {
  const member_id = await memberOf(slug);
  const reply = await create({ name: "fire", type: "break_glass", member_id, reason: "the site is down" });
  const [change] = await sql("select after from auth.changes where team_id = $1", [caller.team_id]);
  const [entry] = await sql(
    "select payload from auth.outbox where team_id = $1 and payload->>'action' = 'mint' order by seq desc",
    [caller.team_id],
  );
  const [token] = await stored();
  const payload = entry?.["payload"] as Record<string, unknown>;
  assert.deepEqual(
    [payload["resource_id"], payload["actor_id"], payload["reason"], payload["changeset_id"]],
    [reply.body.id, caller.token_id, "the site is down", reply.headers["x-changeset-id"]],
  );
  const text = JSON.stringify([change, entry]);
  for (const secret of [reply.body.value, (token?.["hash"] as Buffer).toString("hex")])
    assert.ok(!text.includes(secret));
});
