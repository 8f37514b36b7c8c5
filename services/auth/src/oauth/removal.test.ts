import { until, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { testOAuth } from "../testing/test-oauth.ts";
import { CLIENT_ID, CLIENT_SECRET, testProvider } from "../testing/test-provider.ts";
import { hiddenOf } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { database, door, sql, teamIdOf } = auth;
const { ask, openTeam, show, signedIn, visitor } = testOAuth(auth);
const provider = await testProvider(`${door.httpUrl}/p/sign-in/callback`);
auth.setFleetProvider({ issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });

/** Does what is asked while the member's removal is under way, which is committed only once that waits for it. */
async function duringRemoval<T>(team: string, email: string, act: () => Promise<T>): Promise<T> {
  const teamId = await teamIdOf(team);
  return withClient(database.superuserUrl, async (client) => {
    await client.query("begin");
    await client.query("update auth.members set suspended_at = now() where team_id = $1 and email = $2", [
      teamId,
      email,
    ]);
    const acting = act();
    await until("what was asked waits for the removal", 10_000, async () => {
      const waiting =
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      return (await sql(waiting)).length > 0 ? true : undefined;
    });
    await client.query("commit");
    return acting;
  });
}

test("who is removed while the provider answers is not signed in", async () => {
  const team = await openTeam();
  const email = "ada@example.org";
  await door.operate("AddMember", { team, email, role: "owner" });
  const who = visitor();
  const { location } = await who.send("/p/sign-in", { email, team });
  const back = await provider.signInAt(location, { email, email_verified: true });
  const { status } = await duringRemoval(team, email, () => who.open(`${back.pathname}${back.search}`));
  assert.equal(status, 403);
  assert.deepEqual(await sql("select from auth.sessions where team_id = $1", [await teamIdOf(team)]), []);
});

test("who is removed while consent is decided has granted nothing", async () => {
  const team = await openTeam();
  const { visitor: who, member } = await signedIn(team);
  const hidden = hiddenOf((await show(who, await ask())).text);
  const { status } = await duringRemoval(team, member, () =>
    who.send("/oauth/authorize", { ...hidden, preset: "tables", decision: "allow" }),
  );
  assert.equal(status, 403);
  assert.deepEqual(await sql("select from auth.grants where team_id = $1", [await teamIdOf(team)]), []);
});
