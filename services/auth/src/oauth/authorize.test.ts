import assert from "node:assert/strict";
import { test } from "node:test";
import { hiddenOf } from "../testing/test-visitor.ts";
import { testAuth } from "../testing/test-auth.ts";
import { CALLBACK, testOAuth } from "../testing/test-oauth.ts";

const auth = await testAuth({ hasPages: true });
const { door, sql, teamIdOf } = auth;
const { ask, codeOf, decide, exchange, newClient, openTeam, setConfig, show, signedIn, visitor } =
  testOAuth(auth);
const team = await openTeam();
const { visitor: owner, member } = await signedIn(team);

const grantsOf = async (slug: string) =>
  (await sql("select count(*)::int as n from auth.grants where team_id = $1", [await teamIdOf(slug)]))[0]?.[
    "n"
  ];

test("nobody is sent to an app's address before sign-in, whatever is wrong", async () => {
  for (const more of [{}, { response_type: "token" }, { scope: "junk" }, { code_challenge: "short" }]) {
    const { status, location } = await show(visitor(), await ask(more));
    assert.equal(status, 303);
    assert.ok(
      location.startsWith(`/p/sign-in?return_to=${encodeURIComponent("/oauth/authorize?")}`),
      location,
    );
  }
});

for (const [what, query] of Object.entries({
  "an unknown client": "client_id=jst_cl_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA&redirect_uri=$uri",
  "a client id that is none": "client_id=x&redirect_uri=$uri",
  "no client": "redirect_uri=$uri",
  "two clients": "client_id=$client&client_id=$client&redirect_uri=$uri",
  "no redirect": "client_id=$client",
  "two redirects": "client_id=$client&redirect_uri=$uri&redirect_uri=$uri",
  "another redirect": "client_id=$client&redirect_uri=https%3A%2F%2Fevil.example%2F",
  "a redirect with a fragment": "client_id=$client&redirect_uri=$uri%23",
  "a redirect to a user": "client_id=$client&redirect_uri=http%3A%2F%2Fx%40127.0.0.1%3A7777%2Fcallback",
  "a state of 10 kB": `client_id=$client&redirect_uri=$uri&state=${"s".repeat(10_000)}`,
  "what is no UTF-8": "client_id=$client&redirect_uri=$uri&state=%ff",
}))
  test(`${what}: a page of 400 and no redirect, signed in or not`, async () => {
    const client = await newClient();
    const path = query.replaceAll("$client", client).replaceAll("$uri", encodeURIComponent(CALLBACK));
    for (const who of [owner, visitor()]) {
      const { status, location, headers } = await who.open(`/oauth/authorize?response_type=code&${path}`);
      assert.deepEqual([status, location], [400, ""]);
      assert.match(headers.get("content-type") ?? "", /^text\/html/);
    }
  });

for (const [code, more] of [
  ["unsupported_response_type", { response_type: "token" }],
  ["unsupported_response_type", { response_type: "" }],
  ["invalid_request", { response_mode: "fragment" }],
  ["invalid_request", { request: "x" }],
  ["invalid_request", { request_uri: "https://evil.example" }],
  ["invalid_request", { code_challenge: "" }],
  ["invalid_request", { code_challenge: "a".repeat(42) }],
  ["invalid_request", { code_challenge: "a".repeat(129) }],
  ["invalid_request", { code_challenge: "ä".repeat(43) }],
  ["invalid_request", { code_challenge_method: "plain" }],
  ["invalid_request", { code_challenge_method: "" }],
  ["invalid_target", { resource: "https://evil.example/api/v1/mcp" }],
  ["invalid_scope", { scope: "emr:read comms:write" }],
] as const)
  test(`${JSON.stringify(more)} is told to the app as ${code}, with state and issuer`, async () => {
    const { status, location } = await show(owner, await ask(more));
    assert.equal(status, 303);
    const { searchParams: told } = new URL(location);
    assert.deepEqual(
      [told.get("error"), told.get("state"), told.get("iss")],
      [code, "as it was", door.httpUrl],
    );
    assert.equal(told.get("code"), null);
  });

test("a parameter that comes twice is told to the app", async () => {
  const asked = await ask();
  for (const twice of [
    "state=1",
    "scope=tables%3Aread",
    "response_type=code",
    "code_challenge_method=S256",
  ]) {
    const first = new URLSearchParams({ ...asked.query, scope: "tables:read" });
    const { location } = await owner.open(`/oauth/authorize?${first.toString()}&${twice}`);
    assert.equal(new URL(location).searchParams.get("error"), "invalid_request");
  }
  const { location } = await owner.open(
    `/oauth/authorize?${new URLSearchParams(asked.query).toString()}&resource=${encodeURIComponent(door.httpUrl)}`,
  );
  assert.equal(new URL(location).searchParams.get("error"), "invalid_target");
});

test("the query of the app's address is kept, and state comes back byte for byte", async () => {
  const redirect = "https://app.example.org/cb?kept=%7E1&b";
  const client = await newClient([redirect]);
  const state = "ä \r\n&=#%\"'<>+/";
  const { location } = await decide(owner, await ask({ redirect_uri: redirect, state }, client));
  assert.ok(location.startsWith(`${redirect}&code=`));
  assert.equal(new URL(location).searchParams.get("state"), state);
});

test("the page says who asks, for what, and as whom; it stands in no frame and shows texts as they are", async () => {
  const name = `<b>"Eve"</b> & co`;
  const client = await newClient([CALLBACK], name);
  const page = await show(owner, await ask({}, client));
  assert.equal(page.status, 200);
  assert.ok(page.text.includes("&lt;b&gt;&quot;Eve&quot;&lt;/b&gt; &amp; co"));
  assert.ok(!page.text.includes("<b>"));
  for (const shown of ["127.0.0.1:7777", "not verified", member, "(owner)", "your own computer"])
    assert.ok(page.text.includes(shown), shown);
  for (const preset of ["projects_knowledge", "tables", "calendar", "read_only"])
    assert.ok(page.text.includes(`type="radio"`) && page.text.includes(`value="${preset}"`));
  const policy = page.headers.get("content-security-policy") ?? "";
  assert.ok(policy.includes("frame-ancestors 'none'") && !policy.includes("unsafe-inline"));
  // An app may send on to another origin, and a window that an app has opened stays the app's to watch.
  assert.match(policy, /; form-action 'self' https: http:\/\/127\.0\.0\.1:\* http:\/\/localhost:\*;/);
  assert.equal(page.headers.get("cross-origin-opener-policy"), "unsafe-none");
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.equal(page.headers.get("referrer-policy"), "same-origin");
  assert.equal(page.headers.get("access-control-allow-origin"), null);
});

test("state comes back to the byte, up to 4,096 of them, an empty one too", async () => {
  for (const state of ["", "+ %2B", "😀", "a\r\nb", "ä".repeat(2_048)]) {
    const { location } = await decide(owner, await ask({ state }));
    assert.equal(new URL(location).searchParams.get("state"), state);
  }
  for (const state of ["ä".repeat(2_049), "\r\n".repeat(2_049)])
    assert.equal((await show(owner, await ask({ state }))).status, 400);
  const { query } = await ask();
  const twice = await owner.open(`/oauth/authorize?${new URLSearchParams(query).toString()}&state=b`);
  assert.deepEqual(
    [new URL(twice.location).searchParams.get("error"), new URL(twice.location).searchParams.get("state")],
    ["invalid_request", null],
  );
});

test("of one session twenty requests wait at most: the newest can be decided, the oldest is gone", async () => {
  const { visitor: busy } = await signedIn(team);
  const pages = [];
  for (let n = 0; n < 21; n += 1) pages.push(hiddenOf((await show(busy, await ask())).text));
  const [oldest, , newest] = [pages[0], pages[1], pages[20]];
  const sent = (hidden = {}) =>
    busy.send("/oauth/authorize", { ...hidden, preset: "tables", decision: "allow" });
  assert.deepEqual([(await sent(oldest)).status, (await sent(newest)).status], [403, 303]);
});

test("an app that the operator removes between page and decision is granted nothing", async () => {
  const asked = await ask();
  const hidden = hiddenOf((await show(owner, asked)).text);
  const had = await grantsOf(team);
  assert.equal((await door.operate("RemoveClient", { client_id: asked.clientId })).status, 200);
  const { status } = await owner.send("/oauth/authorize", { ...hidden, preset: "tables", decision: "allow" });
  assert.deepEqual([status, await grantsOf(team)], [403, had]);
});

test("a viewer's page offers no writes, and the token holds none", async () => {
  const { visitor: viewer } = await signedIn(team, "viewer");
  const asked = await ask();
  const { text } = await show(viewer, asked);
  assert.doesNotMatch(text, /write|delete/i);
  const { body } = await exchange(asked, await codeOf(viewer, asked));
  assert.equal(body.scope, "forms:read tables:read");
});

test("deny is told to the app, and nothing is granted", async () => {
  const before = await grantsOf(team);
  const { status, location } = await decide(owner, await ask(), { decision: "deny" });
  assert.deepEqual([status, new URL(location).searchParams.get("error")], [303, "access_denied"]);
  assert.equal(await grantsOf(team), before);
});

test("a form with an answer that is missing or unknown is shown again, and says which", async () => {
  const faults: [values: Record<string, string>, told: RegExp | undefined][] = [
    [{ preset: "" }, /Choose what it may do\./],
    [{ preset: "everything" }, /Choose what it may do\./],
    [{ mode: "x" }, /Choose what happens to what it writes\./],
    [{ mode: "" }, /Choose what happens to what it writes\./],
    [{ decision: "" }, undefined],
  ];
  for (const [values, told = /name="preset"/] of faults) {
    const { status, text } = await decide(owner, await ask(), values);
    assert.equal(status, 422);
    assert.match(text, told);
  }
});

test("a form that is shown again keeps that its writes are to be approved (oauth.consent)", async () => {
  const { text } = await decide(owner, await ask(), { preset: "", mode: "propose" });
  const chosen = Array.from(text.matchAll(/<input[^>]*name="mode"[^>]*>/g), ([input]) => input);
  assert.deepEqual(
    chosen.map((input) => [/value="(\w+)"/.exec(input)?.[1], / checked/.test(input)]),
    [
      ["team", false],
      ["propose", true],
    ],
  );
});

test("a form counts once, also when it is sent twice at once", async () => {
  const page = await show(owner, await ask());
  const sent = { ...hiddenOf(page.text), preset: "tables", decision: "allow" };
  const before = await grantsOf(team);
  const answers = await Promise.all([1, 2, 3].map(() => owner.send("/oauth/authorize", sent)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 403, 403]);
  assert.equal((await owner.send("/oauth/authorize", sent)).status, 403);
  assert.equal(await grantsOf(team), Number(before) + 1);
});

test("a form from elsewhere, of another session, without a session, or after ten minutes grants nothing", async () => {
  const before = await grantsOf(team);
  const other = (await signedIn(team)).visitor;
  const page = await show(owner, await ask());
  const sent: Record<string, string> = { ...hiddenOf(page.text), preset: "tables", decision: "allow" };
  const theirs = hiddenOf((await show(other, await ask())).text);
  const cases = [
    owner.send("/oauth/authorize", sent, { origin: "https://evil.example" }),
    owner.send("/oauth/authorize", sent, { origin: "null" }),
    owner.send("/oauth/authorize", sent, { "sec-fetch-site": "cross-site" }),
    owner.send("/oauth/authorize", sent, { "sec-fetch-site": "same-site" }),
    owner.send("/oauth/authorize", { ...sent, csrf: "x" }),
    owner.send("/oauth/authorize", { ...sent, request: theirs["request"] ?? "" }),
    owner.send("/oauth/authorize", { ...sent, request: "x" }),
    owner.send("/oauth/authorize", { ...sent, team_id: theirs["request"] ?? "" }),
    other.send("/oauth/authorize", sent),
    visitor().send("/oauth/authorize", sent),
  ];
  for (const { status, location } of await Promise.all(cases))
    assert.deepEqual([status, location], [403, ""]);
  await sql("update auth.oauth_requests set expires_at = now() where id = $1", [sent["request"]]);
  assert.equal((await owner.send("/oauth/authorize", sent)).status, 403);
  assert.equal(await grantsOf(team), before);
});

test("members of a team with its door off, and of an isolated one, have no page", async () => {
  const closed = await auth.newTeam();
  const { visitor: outsider } = await signedIn(closed);
  assert.equal((await show(outsider, await ask())).status, 403);
  const isolated = await auth.newTeam({ isolated: true });
  await setConfig(isolated, "modules.agent_connect.enabled", true);
  const { visitor: alone } = await signedIn(isolated);
  assert.equal((await show(alone, await ask())).status, 404);
});

test("who is removed between consent and exchange gets no token", async () => {
  const { visitor: leaver, member: email } = await signedIn(team, "member");
  const asked = await ask();
  const code = await codeOf(leaver, asked);
  await door.operate("RemoveMember", { team, email });
  const { status, body } = await exchange(asked, code);
  assert.deepEqual([status, body.error], [400, "invalid_grant"]);
});
