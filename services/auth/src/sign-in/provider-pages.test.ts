import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { lyingProvider, type Lie } from "../testing/lying-provider.ts";
import { testAuth } from "../testing/test-auth.ts";
import { CLIENT_ID, CLIENT_SECRET, testProvider } from "../testing/test-provider.ts";
import { testVisitors, type Visitor } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { door, sql } = auth;
const { visitor } = testVisitors(auth);
const callback = `${door.httpUrl}/p/sign-in/callback`;
const provider = await testProvider(callback);
const liar = await lyingProvider();

/** Makes a team whose members sign in with the provider, with a member. */
async function teamOf(issuer: string, email: string): Promise<string> {
  const team = await auth.newTeam();
  for (const [key, value] of [
    ["sign_in.oidc.issuer", issuer],
    ["sign_in.oidc.client_id", CLIENT_ID],
    ["sign_in.oidc.client_secret", CLIENT_SECRET],
  ] as const)
    assert.equal((await door.operate("SetConfig", { team, key, value })).status, 200, key);
  await door.operate("AddMember", { team, email, role: "member" });
  return team;
}

const ada = { email: "Ada@Example.org", email_verified: true };
let team = "";
let lied = "";
before(async () => {
  team = await teamOf(provider.issuer, "ada@example.org");
  lied = await teamOf(liar.issuer, "kate@example.org");
});

/** Sends the form of the page; answers where the browser is sent. */
async function begin(who: Visitor, of = team): Promise<URL> {
  // An address has few tries; the provider tells who it is.
  const email = `${Math.random()}@example.org`;
  const { status, location, text } = await who.send("/p/sign-in", { email, team: of });
  assert.equal(status, 303, text);
  return new URL(location);
}

const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`;
const sessionsOf = async (of: string) =>
  (await sql("select id from auth.sessions s join auth.teams t using (team_id) where t.slug = $1", [of]))
    .length;

/** Asserts a refusal: always the same page, without a session. */
async function assertRefused(who: Visitor, path: string, name: string, of = team): Promise<void> {
  const had = await sessionsOf(of);
  const { status, text, headers } = await who.open(path);
  assert.deepEqual([status, headers.getSetCookie()], [403, []], name);
  assert.match(text, /You are not signed in/, name);
  assert.equal(who.cookies.has("jst_session"), false, name);
  assert.equal(await sessionsOf(of), had, name);
}

test("a member signs in with the provider of the team, whatever the case of the address", async () => {
  const who = visitor();
  await who.open("/p/sign-in?return_to=%2Fconsole%2Ftables");
  const url = await begin(who);
  assert.equal(url.origin, provider.issuer);
  assert.deepEqual(
    ["response_type", "code_challenge_method", "redirect_uri"].map((name) => url.searchParams.get(name)),
    ["code", "S256", callback],
  );
  const back = await provider.signInAt(url.href, ada);
  const { status, location } = await who.open(pathOf(back));
  assert.deepEqual([status, location], [303, "/console/tables"]);
  assert.match((await who.open("/p/account")).text, /ada@example\.org/);
  assert.equal(who.cookies.has("jst_sign_in"), false);
});

test("an address that is not verified, and one that no member has, are refused alike and stand in the audit log", async () => {
  for (const account of [
    { email: "ada@example.org", email_verified: false },
    { email: "eve@example.org", email_verified: true },
    { email: "ada@example.org.evil.example", email_verified: true },
  ]) {
    const who = visitor();
    const back = await provider.signInAt((await begin(who)).href, account);
    await assertRefused(who, pathOf(back), account.email);
  }
  const entries = await sql(
    "select payload from auth.outbox where payload::text like '%sign_in.refused%' and team_id = $1",
    [await auth.teamIdOf(team)],
  );
  assert.equal(entries.length, 3);
});

test("a removed member cannot sign in", async () => {
  const own = await teamOf(provider.issuer, "bo@example.org");
  await door.operate("RemoveMember", { team: own, email: "bo@example.org" });
  const who = visitor();
  const url = await begin(who, own);
  const back = await provider.signInAt(url.href, { email: "bo@example.org", email_verified: true });
  await assertRefused(who, pathOf(back), "removed", own);
});

test("an answer counts in the browser that asked, once, as it was asked for", async () => {
  const [who, other] = [visitor(), visitor()];
  const back = await provider.signInAt((await begin(who)).href, ada);
  await begin(other);
  await assertRefused(other, pathOf(back), "another browser's");
  await assertRefused(visitor(), pathOf(back), "a browser that asked nothing");
  const state = new URL(back);
  state.searchParams.set("state", "x".repeat(43));
  await assertRefused(who, pathOf(state), "another state");
  const issuer = new URL(back);
  issuer.searchParams.set("iss", "https://accounts.example");
  await assertRefused(who, pathOf(issuer), "another issuer");
  const twice = new URL(back);
  twice.searchParams.append("code", "y");
  await assertRefused(who, pathOf(twice), "two codes");
  const kept = who.cookies.get("jst_sign_in") ?? "";
  for (const forged of ["x", kept.slice(0, -4), `${kept.startsWith("A") ? "B" : "A"}${kept.slice(1)}`, ""]) {
    who.cookies.set("jst_sign_in", forged);
    await assertRefused(who, pathOf(back), "a cookie that we have not made");
  }
  who.cookies.set("jst_sign_in", kept);
  assert.equal((await who.open(pathOf(back))).status, 303);
  who.cookies.set("jst_sign_in", kept);
  who.cookies.delete("jst_session");
  await assertRefused(who, pathOf(back), "the code a second time");
});

test("a refusal of the provider is one of ours, and the bare address leads to sign-in", async () => {
  const who = visitor();
  const url = await begin(who);
  const state = url.searchParams.get("state") ?? "";
  await assertRefused(who, `/p/sign-in/callback?error=access_denied&state=${state}`, "denied");
  const { status, location } = await who.open("/p/sign-in/callback");
  assert.deepEqual([status, location], [303, "/p/sign-in"]);
});

const right = { email: "kate@example.org" };
const lies: Record<string, Lie> = {
  "signed by another": { claims: right, signed: "by another" },
  "not signed": { claims: right, signed: "none" },
  "signed with the secret of the client": { claims: right, signed: "with the secret" },
  "for another client": { claims: { ...right, aud: "somebody-else" } },
  "of another issuer": { claims: { ...right, iss: "https://accounts.example" } },
  "too old": { claims: { ...right, exp: 1_000_000_000 } },
  "with another nonce": { claims: { ...right, nonce: "another" } },
  "without a nonce": { claims: { ...right, nonce: undefined } },
  "not verified": { claims: { ...right, email_verified: false } },
  "verified in a word": { claims: { ...right, email_verified: "true" } },
  "of which nothing is said": { claims: { ...right, email_verified: undefined } },
  "without an address": { claims: {} },
  "with a list of addresses": { claims: { email: ["kate@example.org"] } },
  "with a twin of a letter": { claims: { email: "\u212aate@example.org" } },
  "with a blank behind the address": { claims: { email: "kate@example.org " } },
  "an error": { answer: { status: 500, body: "{}" } },
  "no JSON": { answer: { body: "<html>" } },
  "a redirect": { answer: { status: 307, body: "", location: "http://127.0.0.1:1/" } },
  "a megabyte": { answer: { body: `{"a":"${"x".repeat(1 << 20)}"}` } },
  "never said": { isHanging: true },
  "no token at all": { answer: { body: '{"access_token":"a","token_type":"Bearer"}' } },
};

describe("what a provider says that is", () => {
  for (const [name, lie] of Object.entries(lies))
    test(`${name} signs nobody in`, async () => {
      liar.say({});
      const who = visitor();
      const { searchParams } = await begin(who, lied);
      liar.say(lie, searchParams.get("nonce") ?? "");
      await assertRefused(who, `/p/sign-in/callback?code=c&state=${searchParams.get("state")}`, name, lied);
    });
  test("true signs in", async () => {
    liar.say({});
    const who = visitor();
    const { searchParams } = await begin(who, lied);
    liar.say({ claims: right }, searchParams.get("nonce") ?? "");
    assert.equal(
      (await who.open(`/p/sign-in/callback?code=c&state=${searchParams.get("state")}`)).status,
      303,
    );
  });
});

test("a provider that describes itself as another, or leads elsewhere, is not used", async () => {
  for (const [place, description] of Object.entries({
    another: { issuer: "https://accounts.example" },
    nothing: { authorization_endpoint: undefined },
    script: { authorization_endpoint: "javascript:alert(1)//" },
  })) {
    const own = await teamOf(liar.issuer, "kate@example.org");
    // Each has a client of its own, so that nothing is known of its provider yet.
    await door.operate("SetConfig", { team: own, key: "sign_in.oidc.client_id", value: place });
    liar.say({ description });
    const { status, text } = await visitor().send("/p/sign-in", { email: `${place}@example.org`, team: own });
    assert.deepEqual([status, /sign-in link/.test(text)], [200, true], place);
  }
  for (const member of ["token_endpoint", "jwks_uri"]) {
    const own = await teamOf(liar.issuer, "kate@example.org");
    await door.operate("SetConfig", { team: own, key: "sign_in.oidc.client_id", value: member });
    liar.say({
      description: { [member]: "http://169.254.169.254/latest" },
      claims: { aud: member, ...right },
    });
    const who = visitor();
    const { searchParams } = await begin(who, own);
    liar.say(
      { description: { [member]: "http://169.254.169.254/latest" }, claims: { ...right, aud: member } },
      searchParams.get("nonce") ?? "",
    );
    await assertRefused(who, `/p/sign-in/callback?code=c&state=${searchParams.get("state")}`, member, own);
  }
});

test("the page says the same to a member and to a stranger", async () => {
  const without = await auth.newTeam();
  await door.operate("AddMember", { team: without, email: "ada@example.org", role: "owner" });
  const say = async (email: string, of: string) => {
    const { status, text } = await visitor().send("/p/sign-in", { email, team: of });
    return [status, text.replace(/value="[^"]*"/g, "")];
  };
  const mailed = await say("ada@example.org", without);
  assert.deepEqual([mailed[0], await say("eve@example.org", without)], [200, mailed]);
  const unknown = await say("ada@example.org", "no-such-team");
  assert.deepEqual([unknown[0], await say("eve@example.org", "no-such-team")], [200, unknown]);
  assert.match(String(unknown[1]), /there is no other way in/);
  assert.equal((await begin(visitor())).origin, provider.issuer);
});

test("an invalid address and an invalid team are named at their questions", async () => {
  for (const values of [{}, { email: "x", team }, { email: "ada@example.org", team: "../x" }, { team }]) {
    const { status, text } = await visitor().send("/p/sign-in", values);
    assert.deepEqual([status, /Enter /.test(text)], [422, true]);
  }
  const { status } = await visitor().send(
    "/p/sign-in",
    { email: "ada@example.org", team },
    { origin: "https://evil.example" },
  );
  assert.equal(status, 403);
});

test("one source has 60 tries in a quarter of an hour, and one address ten", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const who = visitor();
  for (let n = 0; n < 60; n += 1) {
    // Pages take 30 forms a minute of anybody.
    if (n === 30) t.mock.timers.tick(60_001);
    assert.equal((await who.send("/p/sign-in", {})).status, 422);
  }
  t.mock.timers.tick(60_001);
  const { status, headers } = await who.send("/p/sign-in", {});
  assert.equal(status, 429);
  assert.ok(Number(headers.get("retry-after")) > 700);
  const values = { email: "limited@example.org", team: "no-such-team" };
  for (let n = 0; n < 10; n += 1) assert.equal((await visitor().send("/p/sign-in", values)).status, 200);
  const more = await visitor().send("/p/sign-in", { ...values, email: "LIMITED@example.org" });
  assert.equal(more.status, 429);
});

test("a setting is checked when it is set, and the secret is shown by nothing", async () => {
  const own = await teamOf(provider.issuer, "ada@example.org");
  const set = (key: string, value: unknown) => door.operate("SetConfig", { team: own, key, value });
  for (const issuer of [
    ...[
      "http://accounts.example.com",
      "https://10.0.0.1",
      "https://localhost",
      "https://a.internal",
      "ftp://a.example",
    ],
    ...[
      "https://user@accounts.example.com",
      "https://accounts.example.com/#x",
      "https://accounts.example.com/?x",
      "x",
      7,
    ],
  ])
    assert.equal((await set("sign_in.oidc.issuer", issuer)).status, 422, String(issuer));
  for (const key of ["client_id", "client_secret"])
    for (const value of ["a\nb", "x".repeat(1_001), 7, true])
      assert.equal((await set(`sign_in.oidc.${key}`, value)).status, 422, `${key} ${String(value)}`);
  assert.deepEqual((await set("sign_in.oidc.client_secret", "quite another")).body, {
    key: "sign_in.oidc.client_secret",
    value: null,
  });
  const stored = await sql(
    "select value::text || encode(coalesce(sealed, ''), 'escape') as value from auth.settings where key like 'sign_in.%'",
  );
  assert.ok(
    stored.every(
      ({ value }) => !String(value).includes("quite another") && !String(value).includes(CLIENT_SECRET),
    ),
  );
  assert.equal((await set("sign_in.oidc.issuer", "")).status, 200);
  const { status } = await visitor().send("/p/sign-in", { email: "ada@example.org", team: own });
  assert.equal(status, 200);
});
