import type { Caller } from "@jst/caller";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testSessions } from "../testing/test-sessions.ts";

const auth = await testAuth({ hasPages: true });
const { atConsole } = testSessions(auth);
const ask = (caller: Caller) => auth.door.call("GetSession", { caller });

test("a session tells who is signed in, of which team and until when", async () => {
  const team = await auth.newTeam({ timezone: "Europe/Vienna" });
  const { caller, member, memberId } = await atConsole(team, "admin");
  const { status, body } = await ask(caller);
  const { expires_at, authenticated_at, ...shown } = body as unknown as Record<string, unknown>;
  assert.equal(status, 200);
  assert.deepEqual(shown, {
    id: caller.token_id,
    member: { id: memberId, email: member, role: "admin" },
    team: { id: caller.team_id, slug: team, timezone: "Europe/Vienna" },
    scopes: [{ resource: "*", actions: ["read", "write", "delete", "admin"] }],
    way: "link",
    stepped_up_until: null,
    teams: [{ id: caller.team_id, slug: team, name: team, role: "admin", current: true }],
  });
  assert.ok(Math.abs(Date.now() - Date.parse(String(authenticated_at))) < 600_000);
  const hours = (Date.parse(String(expires_at)) - Date.now()) / 3_600_000;
  assert.ok(hours > 11 && hours <= 12, String(expires_at));
});

test("it ends seven days after sign-in, however much it is used", async () => {
  const { caller, memberId } = await atConsole(await auth.newTeam());
  await auth.sql("update auth.sessions set created_at = now() - interval '167 hours' where member_id = $1", [
    memberId,
  ]);
  const { body } = await ask(caller);
  const hours = (Date.parse((body as unknown as { expires_at: string }).expires_at) - Date.now()) / 3_600_000;
  assert.ok(hours > 0 && hours <= 1, String(hours));
});

test("what it may is what the role allows now", async () => {
  const team = await auth.newTeam();
  const { caller, memberId } = await atConsole(team, "member");
  const scopes = async () =>
    ((await ask(caller)).body as unknown as { scopes: { resource: string; actions: string[] }[] }).scopes;
  const actionsOf = async (name: string) =>
    (await scopes()).find(({ resource }) => resource === name)?.actions;
  assert.deepEqual(await actionsOf("tables"), ["read", "write", "delete"]);
  assert.deepEqual(await actionsOf("config"), ["read"]);
  for (const name of ["*", "emr", "wellness", "webhooks", "audit", "tokens"])
    assert.equal(await actionsOf(name), undefined, name);
  await auth.sql("update auth.members set role = 'viewer' where id = $1", [memberId]);
  assert.deepEqual(await actionsOf("tables"), ["read"]);
});

test("one that is over says so, though Check may not have heard of it yet", async () => {
  const { caller, memberId } = await atConsole(await auth.newTeam());
  await auth.sql("update auth.sessions set ended_at = now(), end_reason = 'ended' where member_id = $1", [
    memberId,
  ]);
  const { status, body } = await ask(caller);
  assert.deepEqual([status, body.code], [401, "invalid_token"]);
});

test("a token of any kind is refused by every rpc of sessions, whatever it may", async () => {
  const { caller } = await atConsole(await auth.newTeam());
  for (const token_type of ["service", "human", "break_glass", "oauth_app"] as const)
    for (const method of ["GetSession", "ListSessions", "EndSession"]) {
      const path = method === "EndSession" ? { path: { session_id: caller.token_id } } : {};
      const { status, body } = await auth.door.call(method, {
        caller: { ...caller, token_type, door: "rest" },
        ...path,
      });
      assert.deepEqual([status, body.code], [403, "insufficient_scope"], `${method} ${token_type}`);
    }
  assert.equal((await ask(caller)).status, 200);
});
