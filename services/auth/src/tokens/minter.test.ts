import type { Caller } from "@jst/caller";
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { assertDenied } from "../testing/assert-denied.ts";
import { listTables } from "../testing/envoy-messages.ts";
import { PUSH_MS, testAuth } from "../testing/test-auth.ts";
import { testMembers } from "../testing/test-members.ts";

const auth = await testAuth();
const { door, mint, mintFor, askWith, callerOf, memberOf, sql } = auth;
const { team, change, remove } = testMembers(auth);
const tables = [{ resource: "tables", actions: ["read", "write"] }];
const writing = { ...listTables, action: "write" };
const deciding = { ...listTables, resource: "audit", action: "admin", module: "" };

let home: Awaited<ReturnType<typeof team>>;
beforeEach(async () => {
  home = await team();
});

interface Shown {
  id: string;
  value: string;
  refresh_token?: string;
}
const create = async (caller: Caller, body: object): Promise<Shown> => {
  const reply = await door.call("CreateToken", { caller, body: { name: "x", ...body } });
  assert.equal(reply.status, 201, JSON.stringify(reply.body));
  return reply.body as Shown;
};
const refresh = (refresh_token: string | undefined) =>
  door.call("RefreshToken", { caller: null, body: { refresh_token } });
const listed = async (query = "") => {
  const { body } = await door.call("ListTokens", { caller: home.service, query });
  return body.tokens as Record<string, unknown>[];
};
const shown = async (id: string) => (await listed()).find((token) => token["id"] === id);

test("a token shows who minted it and which member answers for it, along a chain of service tokens", async () => {
  const admin = await home.signedIn("admin");
  const first = await create(admin, { type: "service" });
  const second = await create(await callerOf(first.value), { type: "service", scopes: tables });
  const human = await create(home.service, { type: "human", member_id: home.ownerId });
  for (const [id, minted_by, sponsor_id] of [
    [home.service.token_id, { type: "operator", id: null }, null],
    [first.id, { type: "member", id: admin.member_id }, admin.member_id],
    [second.id, { type: "service", id: first.id }, admin.member_id],
    [human.id, { type: "service", id: home.service.token_id }, null],
  ] as const) {
    const token = await shown(id);
    assert.deepEqual([token?.["minted_by"], token?.["sponsor_id"]], [minted_by, sponsor_id]);
  }
  const ids = (await listed(`sponsor_id=${admin.member_id}`)).map(({ id }) => id);
  assert.deepEqual(ids, [second.id, first.id]);
});

test("a refreshed token has the minter of its sign-in, and one of before has none and goes on so", async () => {
  const admin = await home.signedIn("admin");
  const { id, refresh_token } = await create(admin, { type: "human", member_id: home.ownerId });
  const next = (await refresh(refresh_token)).body as { value: string; refresh_token: string };
  const [newest] = await listed("type=human");
  assert.notEqual(newest?.["id"], id);
  assert.deepEqual(newest?.["minted_by"], { type: "member", id: admin.member_id });
  await sql(
    "update auth.tokens set minted_by_type = null, minted_by_id = null, sponsor_type = null, sponsor_id = null where team_id = $1",
    [home.team_id],
  );
  const last = (await refresh(next.refresh_token)).body as { value: string };
  assert.equal((await listed("type=human"))[0]?.["minted_by"], null);
  assert.equal((await callerOf(last.value)).minted_by, undefined);
});

test("a token may never do more than the member who answers for it, who is read with each announcement", async () => {
  const admin = await home.signedIn("admin");
  const { email } = await addressOf(admin.member_id ?? "");
  const service = await create(admin, { type: "service" });
  const owners = await create(admin, { type: "human", member_id: home.ownerId });
  assert.equal((await callerOf(service.value)).role, "admin");
  assert.equal((await callerOf(owners.value)).role, "admin");
  assert.equal((await callerOf(owners.value)).sponsor_id, admin.member_id);
  await door.operate("AddMember", { team: home.slug, email, role: "viewer" });
  for (const { value } of [service, owners]) {
    await until("the smaller role is heard of", PUSH_MS, async () =>
      (await askWith(value, { route: writing })).isAllowed ? undefined : true,
    );
    assertDenied(await askWith(value, { route: writing }), 403, "viewer_read_only");
  }
  await sql("update auth.members set suspended_at = now() where id = $1", [admin.member_id]);
  await until("the suspension is heard of", PUSH_MS, async () =>
    (await askWith(service.value)).isAllowed ? undefined : true,
  );
  assertDenied(await askWith(service.value), 401, "revoked_token");
  assert.equal((await refresh(owners.refresh_token)).status, 401);
  await sql("update auth.members set suspended_at = null where id = $1", [admin.member_id]);
  assert.equal((await refresh(owners.refresh_token)).status, 200);
});

async function addressOf(id: string): Promise<{ email: string }> {
  const [row] = await sql("select email from auth.members where id = $1", [id]);
  return { email: String(row?.["email"]) };
}

test("a human token decides if the operator or its own member minted it, and its refreshes as itself", async () => {
  const [owner, admin] = [await home.signedIn("owner"), await home.signedIn("admin")];
  const of = (member: Caller) => ({ type: "human", member_id: member.member_id });
  const { email } = await addressOf(owner.member_id ?? "");
  const known: [minter: string, token: Shown, isAllowed: boolean][] = [
    ["operator", await mint({ team: home.slug, type: "human", member: email }), true],
    ["its own member", await create(owner, of(owner)), true],
    ["another member", await create(admin, of(owner)), false],
    ["a service token of the operator", await create(home.service, of(owner)), false],
    ["a service token of its own member", await create(await serviceFrom(owner), of(owner)), false],
  ];
  for (const [minter, { value, refresh_token }, isAllowed] of known) {
    const next = (await refresh(refresh_token)).body as { value: string };
    for (const one of [value, next.value]) {
      const answer = await askWith(one, { route: deciding });
      assert.equal(answer.isAllowed, isAllowed, minter);
      if (!isAllowed) assertDenied(answer, 403, "insufficient_scope");
      // Acts that are not decisions are unchanged.
      assert.equal((await askWith(one, { route: { ...deciding, action: "read" } })).isAllowed, true);
    }
  }
});

const serviceFrom = async (member: Caller) => callerOf((await create(member, { type: "service" })).value);

test("a token of before, whose minter is unknown, decides nothing and manages no owner", async () => {
  const human = await mintFor(home.slug, "owner");
  await sql("update auth.tokens set minted_by_type = null, sponsor_type = null where team_id = $1", [
    home.team_id,
  ]);
  assertDenied(await askWith(human.value, { route: deciding }), 403, "insufficient_scope");
  await memberOf(home.slug, "owner");
  assert.equal((await remove(home.service, home.ownerId)).status, 403);
  const viewer = await memberOf(home.slug, "viewer");
  assert.equal((await change(home.service, viewer, { name: "Vi" })).status, 200);
});
