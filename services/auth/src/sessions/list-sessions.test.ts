import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testSessions } from "../testing/test-sessions.ts";

const auth = await testAuth({ hasPages: true });
const { atConsole, again } = testSessions(auth);

test("a member sees where it is signed in, newest first, and nobody else's sessions", async () => {
  const team = await auth.newTeam();
  const { caller, member } = await atConsole(team);
  await atConsole(team);
  await again(team, member);
  const { status, body } = await auth.door.call("ListSessions", { caller });
  const { sessions } = body as unknown as { sessions: Record<string, unknown>[] };
  assert.equal(status, 200);
  assert.deepEqual(
    sessions.map(({ current, id }) => [current, id === caller.token_id]),
    [
      [false, false],
      [true, true],
    ],
  );
  assert.deepEqual(Object.keys(sessions[0] ?? {}).sort(), [
    "created_at",
    "current",
    "expires_at",
    "id",
    "last_used_at",
    "user_agent",
  ]);
});

test("what was ended and what is old is not listed", async () => {
  const team = await auth.newTeam();
  const { caller, member, memberId } = await atConsole(team);
  const listed = async () =>
    ((await auth.door.call("ListSessions", { caller })).body as unknown as { sessions: unknown[] }).sessions
      .length;
  for (const change of [
    "ended_at = now(), end_reason = 'ended'",
    "last_used_at = now() - interval '13 hours'",
  ]) {
    await again(team, member);
    assert.equal(await listed(), 2);
    await auth.sql(`update auth.sessions set ${change} where member_id = $1 and id <> $2`, [
      memberId,
      caller.token_id,
    ]);
    assert.equal(await listed(), 1);
  }
});
