import type { Caller } from "@jst/caller";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";

const auth = await testAuth();
const { door, newTeam, serviceOf, memberOf, askWith, sql } = auth;
let slug: string;
let caller: Caller;
let member_id: string;
beforeEach(async () => {
  slug = await newTeam();
  caller = await serviceOf(slug);
  member_id = await memberOf(slug, "member");
});

const connect = (body: object, by: Caller = caller) => door.call("ConnectExtension", { caller: by, body });
/** Tokens that the caller has minted. */
const stored = () =>
  sql("select * from auth.tokens where team_id = $1 and id <> $2", [caller.team_id, caller.token_id]);
const asking = (action: string) => ({ ...listTables, resource: "contacts", module: "contacts", action });
const reading = [{ resource: "contacts", actions: ["read" as const] }];
const limited: Caller["scopes"] = [{ resource: "tokens", actions: ["write"] }, ...reading];

test("a human token of the member is minted with the caller's scopes, shown once and listed (extension.connect)", async () => {
  const reply = await connect({ member_id }, { ...caller, scopes: limited });
  const { value, refresh_token, expires_at, ...rest } = reply.body;
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  assert.deepEqual(rest, { scopes: limited, base_url: rest.base_url });
  assert.match(value, /^jst_h/);
  assert.match(refresh_token, /^jst_r/);
  assert.match(rest.base_url, /^https?:/);
  assert.ok(Date.parse(expires_at) > Date.now());
  assert.equal(reply.headers["cache-control"], "no-store");
  assert.equal((await askWith(value, { route: asking("read") })).isAllowed, true);
  const list = await door.call("ListTokens", { caller });
  const [token] = list.body.tokens as Record<string, unknown>[];
  assert.deepEqual(
    [token?.["type"], token?.["member_id"], token?.["name"], token?.["scopes"]],
    ["human", member_id, "Extension", limited],
  );
});

test("a repeated request answers the same without value and refresh token, and mints nothing", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const ask = () => door.call("ConnectExtension", { caller, body: { member_id, name: "Browser" }, headers });
  const [first, second] = [await ask(), await ask()];
  assert.deepEqual([first.status, second.status], [201, 201]);
  const { value, refresh_token, ...rest } = first.body;
  assert.deepEqual(second.body, rest);
  assert.ok(value !== undefined && refresh_token !== undefined);
  assert.equal((await stored()).length, 1);
});

const broader: [name: string, body: object][] = [
  ["other scopes", { scopes: [{ resource: "tables", actions: ["read"] }] }],
  ["another action", { scopes: [{ resource: "contacts", actions: ["read", "write"] }] }],
  ["full access by an empty list", { scopes: [] }],
];
for (const [name, body] of broader) {
  test(`a token with scopes passes on no ${name}`, async () => {
    const reply = await connect({ member_id, ...body }, { ...caller, scopes: limited });
    assert.deepEqual([reply.status, reply.body.code], [403, "insufficient_scope"]);
    assert.deepEqual(await stored(), []);
  });
}

for (const token_type of ["human", "break_glass", "oauth_app"] as const) {
  test(`a ${token_type} token connects nobody, not even as a proposal`, async () => {
    const reply = await connect({ member_id }, { ...caller, token_type, member_id });
    assert.equal(reply.status, 403);
    assert.deepEqual(await stored(), []);
  });
}

test("a member of another team, a suspended one and an unknown one are refused alike, and nothing is minted", async () => {
  const foreign = await memberOf(await newTeam());
  const suspended = await memberOf(slug);
  await sql("update auth.members set suspended_at = now() where id = $1", [suspended]);
  const replies = [];
  for (const id of [foreign, suspended, randomUUID()]) replies.push(await connect({ member_id: id }));
  const [first] = replies;
  assert.deepEqual([first?.status, (first?.body as { errors: unknown[] }).errors.length], [422, 1]);
  for (const { status, body } of replies) assert.deepEqual([status, body.errors], [422, first?.body.errors]);
  assert.deepEqual(await stored(), []);
});

const refused: [name: string, body: object, field: string][] = [
  ["no member", {}, "member_id"],
  ["a malformed member", { member_id: "ada" }, "member_id"],
  ["an empty name", { member_id: randomUUID(), name: "" }, "name"],
  ["a name of 121 characters", { member_id: randomUUID(), name: "x".repeat(121) }, "name"],
  [
    "an unknown resource",
    { member_id: randomUUID(), scopes: [{ resource: "x", actions: ["read"] }] },
    "scopes.0.resource",
  ],
  ["a team", { member_id: randomUUID(), team_id: randomUUID() }, "team_id"],
];
for (const [name, body, field] of refused) {
  test(`${name} is 422 and mints nothing`, async () => {
    const reply = await connect(body);
    assert.equal(reply.status, 422);
    assert.ok(reply.body.errors.some((error: { field: string }) => error.field === field));
    assert.deepEqual(await stored(), []);
  });
}

test("the member's role caps the token as any human token", async () => {
  const viewer = await memberOf(slug, "viewer");
  const { body } = await connect({ member_id: viewer });
  const isAllowed = async (action: string) =>
    (await askWith(body.value, { route: asking(action) })).isAllowed;
  assert.deepEqual([await isAllowed("read"), await isAllowed("write")], [true, false]);
});

test("no value is in the undo record or the audit entry", async () => {
  const { body } = await connect({ member_id });
  const change = await sql("select * from auth.changes where team_id = $1", [caller.team_id]);
  const entry = await sql("select payload from auth.outbox where team_id = $1", [caller.team_id]);
  assert.ok(change.length > 0 && entry.length > 0);
  const text = JSON.stringify([change, entry]);
  for (const secret of [body.value, body.refresh_token]) assert.ok(!text.includes(secret));
});
