import type { Caller } from "@jst/caller";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testMembers } from "../testing/test-members.ts";

const auth = await testAuth();
const { door, askWith, callerOf, sql } = auth;
const { team, change, remove } = testMembers(auth);

let home: Awaited<ReturnType<typeof team>>;
let admin: Caller;
let id: string;
beforeEach(async () => {
  home = await team();
  admin = await home.signedIn("admin");
  id = admin.member_id ?? "";
});

interface Shown {
  id: string;
  value: string;
  refresh_token?: string;
}
const create = (caller: Caller, body: object) =>
  door.call("CreateToken", { caller, body: { name: "x", ...body } });
const made = async (caller: Caller, body: object) => (await create(caller, body)).body as Shown;
const living = () =>
  sql("select id from auth.tokens where team_id = $1 and sponsor_id = $2 and revoked_at is null", [
    home.team_id,
    id,
  ]);

/** Resolves once the gate refuses the token; the test's time limit is the bound. */
async function untilRefused(value: string): Promise<void> {
  while ((await askWith(value)).isAllowed);
  assert.match((await askWith(value)).body, /revoked_token/);
}

test("a removal ends every token that the member minted, for any member, and reports how many and why", async () => {
  const service = await made(admin, { type: "service" });
  const further = await made(await callerOf(service.value), { type: "service" });
  const owners = await made(admin, { type: "human", member_id: home.ownerId });
  const own = await made(admin, { type: "human", member_id: id });
  const kept = await made(home.service, { type: "service" });
  const { status, body } = await remove(home.service, id);
  assert.deepEqual([status, body["tokens_ended"]], [200, 3]);
  for (const { value } of [service, further, owners, own]) await untilRefused(value);
  assert.equal((await askWith(kept.value)).isAllowed, true);
  const refreshed = await door.call("RefreshToken", {
    caller: null,
    body: { refresh_token: owners.refresh_token },
  });
  assert.equal(refreshed.status, 401);
  const { tokens } = (await door.call("ListTokens", { caller: home.service })).body as {
    tokens: { id: string; revoked_reason: string | null }[];
  };
  const reasonOf = (token: Shown) => tokens.find((one) => one.id === token.id)?.revoked_reason;
  assert.deepEqual([service, further, owners, own, kept].map(reasonOf), [
    ...["minter_removed", "minter_removed", "minter_removed", "member_removed"],
    null,
  ]);
});

test("what ended with its minter stays ended when the member comes back", async () => {
  const { value } = await made(admin, { type: "service" });
  const [row] = await sql("select email from auth.members where id = $1", [id]);
  await remove(home.service, id);
  await door.operate("AddMember", { team: home.slug, email: row?.["email"], role: "owner" });
  await untilRefused(value);
  assert.deepEqual(await living(), []);
});

test("jst says how many tokens end as well, and a second removal ends none", async () => {
  await made(admin, { type: "service" });
  const [row] = await sql("select email from auth.members where id = $1", [id]);
  const away = () => door.operate("RemoveMember", { team: home.slug, email: row?.["email"] });
  assert.equal((await away()).body.tokens_ended, 1);
  assert.equal((await away()).body.tokens_ended, 0);
});

test("minting and a removal at the same moment leave no token, for any named member", async () => {
  const service = await callerOf((await made(admin, { type: "service" })).value);
  const names = [
    { type: "service" },
    { type: "human", member_id: home.ownerId },
    { type: "human", member_id: id },
  ];
  const minters = [admin, service].flatMap((caller) => names.map((body) => [caller, body] as const));
  const others = names.slice(2).map((body) => [home.service, body] as const);
  const mints = [...minters, ...minters, ...others].map(([caller, body]) => create(caller, body));
  const [removed, ...replies] = await Promise.all([remove(home.service, id), ...mints]);
  assert.equal(removed.status, 200);
  for (const { status } of replies) assert.ok([201, 401, 422].includes(status), String(status));
  assert.deepEqual(await living(), []);
  const own = await sql("select id from auth.tokens where member_id = $1 and revoked_at is null", [id]);
  assert.deepEqual(own, []);
});

test("of refreshing and a removal at once no token is left", async () => {
  const pairs = await Promise.all(
    Array.from({ length: 8 }, () => made(admin, { type: "human", member_id: home.ownerId })),
  );
  const refreshes = pairs.map(({ refresh_token }) =>
    door.call("RefreshToken", { caller: null, body: { refresh_token } }),
  );
  await Promise.all([remove(home.service, id), ...refreshes]);
  assert.deepEqual(await living(), []);
});

test("of adding owners and losing the role at once each comes before or is refused", async () => {
  const owner = await home.signedIn("owner");
  const add = (n: number) =>
    door.call("AddTeamMember", {
      caller: owner,
      body: { email: `n${n}@example.org`, role: "owner", notify: false },
    });
  const sent = Array.from({ length: 16 }, (_, n) => add(n));
  const lowered = change(home.service, owner.member_id ?? "", { role: "admin" });
  const replies = await Promise.all(sent);
  assert.equal((await lowered).status, 200);
  for (const { status } of replies) assert.ok([201, 403].includes(status), String(status));
  assert.equal((await add(99)).status, 403);
  const entries = await sql(
    `select payload->>'action' as action from auth.outbox
      where team_id = $1 and payload->>'resource' = 'members' order by seq`,
    [home.team_id],
  );
  const names = entries.map(({ action }) => action);
  assert.ok(names.lastIndexOf("add") < names.lastIndexOf("set_role") || !names.includes("add"));
});
