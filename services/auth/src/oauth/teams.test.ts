import { noBrowser, testBrowser } from "@jst/testing/browser";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { assertGood } from "../testing/good-page.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testOAuth } from "../testing/test-oauth.ts";
import { CLIENT_ID, CLIENT_SECRET, testProvider } from "../testing/test-provider.ts";
import { hiddenOf, type Visitor } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { door, sql, teamIdOf, askWith } = auth;
const { ask, connect, decide, openTeam, setConfig, show, linkFor, visitor } = testOAuth(auth);
const openPage = testBrowser();
const provider = await testProvider(`${door.httpUrl}/p/sign-in/callback`);
const client = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
auth.setFleetProvider(client);

const email = "ada@example.org";
const join = async (team: string, role: string, address = email) => {
  assert.equal((await door.operate("AddMember", { team, email: address, role })).status, 201);
  return team;
};

/** Signs the address in with whatever provider the team has. */
async function signIn(team: string, who = visitor()): Promise<Visitor> {
  // An address has few tries; the provider tells who it is.
  const { location } = await who.send("/p/sign-in", { email: `${Math.random()}@example.org`, team });
  const back = await provider.signInAt(location, { email, email_verified: true });
  const { status } = await who.open(`${back.pathname}${back.search}`);
  assert.equal(status, 303);
  return who;
}

const teams: Record<string, string> = {};
before(async () => {
  teams["home"] = await join(await openTeam(), "viewer");
  teams["second"] = await join(await openTeam(), "owner");
  teams["closed"] = await join(await auth.newTeam(), "owner");
  teams["isolated"] = await join(await auth.newTeam({ isolated: true }), "owner");
  teams["strange"] = await join(await openTeam(), "owner", "eve@example.org");
  teams["left"] = await join(await openTeam(), "owner");
  await door.operate("RemoveMember", { team: teams["left"], email });
  teams["own"] = await join(await openTeam(), "owner");
  await setConfig(teams["own"], "sign_in.oidc.issuer", provider.issuer);
  await setConfig(teams["own"], "sign_in.oidc.client_id", CLIENT_ID);
  await setConfig(teams["own"], "sign_in.oidc.client_secret", CLIENT_SECRET);
});
const idOf = (name: string) => teamIdOf(teams[name] ?? assert.fail(name));
/** Ids that the page offers. */
const offered = (text: string) =>
  [...text.matchAll(/<option value="([^"]+)"/g)].map(([, value = ""]) => value).sort();

describe("who signed in with the provider of the fleet", () => {
  test("chooses among the open teams of the address, and no others", async () => {
    const who = await signIn(teams["home"] ?? "");
    const { text } = await show(who, await ask());
    assert.deepEqual(offered(text), [await idOf("home"), await idOf("second")].sort());
    assert.ok(!text.includes('type="hidden" name="team_id"'));
  });

  test("connects the app to the team that was chosen, as its member there, which stands in the log of that team", async () => {
    const who = await signIn(teams["home"] ?? "");
    const resource = { resource: `${door.httpUrl}/` };
    const { access, scope } = await connect(who, { team_id: await idOf("second") }, resource);
    assert.match(scope, /tables:write/);
    assert.equal((await askWith(access, { route: listTables })).isAllowed, true);
    const grants = await sql(
      "select m.email, m.role from auth.grants g join auth.members m on m.id = g.member_id where g.team_id = $1",
      [await idOf("second")],
    );
    assert.deepEqual(grants, [{ email, role: "owner" }]);
    const logged = "select from auth.outbox where team_id = $1 and payload::text like '%oauth.consent%'";
    assert.equal((await sql(logged, [await idOf("second")])).length, 1);
    assert.equal((await sql(logged, [await idOf("home")])).length, 0);
  });

  test("at the role of the team: a viewer's app reads", async () => {
    const { scope } = await connect(await signIn(teams["home"] ?? ""), { team_id: await idOf("home") });
    assert.doesNotMatch(scope, /write|delete/);
  });

  for (const name of ["closed", "isolated", "strange", "left", "own"])
    test(`connects nothing to a team that is not offered: ${name}`, async () => {
      const who = await signIn(teams["home"] ?? "");
      const { status } = await decide(who, await ask(), { team_id: await idOf(name) });
      assert.equal(status, 403);
      const granted = "select from auth.grants where team_id = $1";
      assert.equal((await sql(granted, [await idOf(name)])).length, 0);
    });

  test("is asked again without a team, and nothing is granted", async () => {
    const who = await signIn(teams["home"] ?? "");
    const { status, text } = await decide(who, await ask(), { team_id: "" });
    assert.deepEqual([status, /Choose the team/.test(text)], [422, true]);
  });
});

describe("one team alone is there for who signed in", () => {
  for (const [way, team, signing] of [
    [
      "with a link",
      "home",
      async () => {
        const who = visitor();
        await who.send(await linkFor(teams["home"] ?? "", email), {});
        return who;
      },
    ],
    ["with the provider of the team", "own", () => signIn(teams["own"] ?? "")],
  ] as const)
    test(way, async () => {
      const who = await signing();
      const { text } = await show(who, await ask());
      assert.deepEqual(offered(text), []);
      assert.ok(text.includes(`name="team_id" value="${await idOf(team)}"`));
      const { status } = await decide(who, await ask(), { team_id: await idOf("second") });
      assert.equal(status, 403);
    });
});

test("a team that turned apps off, or removed the member, between page and decision gets no app", async () => {
  for (const change of [
    (team: string) => setConfig(team, "modules.agent_connect.enabled", false),
    (team: string) => door.operate("RemoveMember", { team, email }),
  ]) {
    const third = await join(await openTeam(), "owner");
    const who = await signIn(teams["home"] ?? "");
    const { text } = await show(who, await ask());
    assert.ok(offered(text).includes(await teamIdOf(third)));
    await change(third);
    const sent = { ...hiddenOf(text), preset: "tables", decision: "allow", team_id: await teamIdOf(third) };
    const { status } = await who.send("/oauth/authorize", sent);
    assert.equal(status, 403);
  }
});

test("the menu of teams works in a browser on a phone", { skip: noBrowser }, async () => {
  const page = await openPage({ width: 360 });
  provider.present({ email, email_verified: true });
  await page.goto(`${door.httpUrl}/p/sign-in?team=${teams["home"]}`);
  await page.getByLabel("E-mail address").fill("somebody@example.org");
  await page.getByRole("button").click();
  await page.waitForURL("**/console");
  const { query } = await ask({ redirect_uri: "http://127.0.0.1:7777/callback" });
  await page.goto(`${door.httpUrl}/oauth/authorize?${new URLSearchParams(query).toString()}`);
  await page.getByLabel("Which team?").selectOption(await idOf("second"));
  await assertGood(page, "consent-teams-360");
});
