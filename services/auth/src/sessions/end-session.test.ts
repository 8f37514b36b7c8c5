import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { PUSH_MS, testAuth } from "../testing/test-auth.ts";
import { testSessions } from "../testing/test-sessions.ts";

const auth = await testAuth({ hasPages: true });
const { atConsole } = testSessions(auth);
const end = (caller: Awaited<ReturnType<typeof atConsole>>["caller"], session_id: string) =>
  auth.door.call("EndSession", { caller, path: { session_id } });

test("a member ends a session, once, and every process hears of it", async () => {
  const { caller, visitor } = await atConsole(await auth.newTeam());
  const headers = {
    cookie: `__Host-jst_session=${visitor.cookies.get("jst_session") ?? ""}`,
    "x-requested-with": "console",
    "sec-fetch-site": "same-origin",
  };
  const ask = () => auth.ask({ headers: Object.entries(headers) });
  assert.equal((await ask()).isAllowed, true);
  const first = await end(caller, caller.token_id);
  assert.deepEqual([first.status, (first.body as unknown as { id: string }).id], [200, caller.token_id]);
  await until("Check refuses the session", PUSH_MS, async () => ((await ask()).isAllowed ? undefined : true));
  const second = await end(caller, caller.token_id.toUpperCase());
  assert.deepEqual([second.status, second.body], [200, first.body]);
  const written = await auth.sql(
    "select payload->>'action' as action from auth.outbox where payload->>'resource_id' = $1",
    [caller.token_id],
  );
  assert.equal(written.filter(({ action }) => action === "session.end").length, 1);
});

test("a session of a colleague, one of another team and an invalid id get the same 404", async () => {
  const team = await auth.newTeam();
  const [own, colleague, stranger] = [
    await atConsole(team),
    await atConsole(team),
    await atConsole(await auth.newTeam()),
  ];
  const absent = await end(own.caller, "01890000-0000-7000-8000-000000000000");
  assert.deepEqual([absent.status, absent.body.code], [404, "not_found"]);
  const nameless = ({ body }: typeof absent) => ({ ...body, request_id: "", trace_id: "", instance: "" });
  for (const id of [colleague.caller.token_id, stranger.caller.token_id, "17", "*"]) {
    const answer = await end(own.caller, id);
    assert.deepEqual([answer.status, nameless(answer)], [404, nameless(absent)], id);
  }
  const rows = await auth.sql("select ended_at from auth.sessions where id = any($1)", [
    [colleague.caller.token_id, stranger.caller.token_id],
  ]);
  assert.deepEqual(rows, [{ ended_at: null }, { ended_at: null }]);
});
