import type { SoftOptions } from "@jst/testing";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { HOST, testPasskeys } from "../testing/test-passkeys.ts";
import { Visitor } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { door, newTeam, sql, teamIdOf } = auth;
const { authenticatorOf, browser, enrolled } = testPasskeys(auth);
let team: string;
beforeEach(async () => {
  team = await newTeam();
});

const OPTIONS = "/api/v1/sign-in/passkey/options";
const SIGN_IN = "/api/v1/sign-in/passkey";
const optionsOf = async (visitor: Visitor): Promise<SoftOptions> => {
  const { status, text } = await visitor.post(OPTIONS);
  assert.equal(status, 200, text);
  return (JSON.parse(text) as { options: SoftOptions }).options;
};
const codeOf = ({ status, text }: { status: number; text: string }) => [
  status,
  (JSON.parse(text) as { code?: string }).code,
];

test("options of sign-in name no account", async () => {
  const { challenge, ...rest } = (await optionsOf(browser())) as unknown as Record<string, unknown>;
  assert.match(String(challenge), /^[\w-]{43}$/);
  assert.deepEqual(rest, { rpId: HOST, timeout: 300_000, userVerification: "required" });
});

test("a passkey begins a session of its member, which is fresh, stepped up and of its team alone", async () => {
  const { authenticator, memberId } = await enrolled(team, "admin");
  const visitor = browser();
  const response = authenticator.sign(await optionsOf(visitor));
  const { status, text, headers } = await visitor.post(SIGN_IN, { response });
  assert.deepEqual(
    [status, JSON.parse(text), headers.get("cache-control")],
    [200, { return_to: "/console" }, "no-store"],
  );
  assert.ok(visitor.cookies.has("jst_session"));
  const [session] = await sql(
    "select way, passkey_at = created_at as is_stepped_up, authenticated_at = created_at as is_fresh from auth.sessions where member_id = $1 order by created_at desc limit 1",
    [memberId],
  );
  assert.deepEqual(session, { way: "passkey", is_stepped_up: true, is_fresh: true });
  assert.match((await visitor.open("/p/account")).text, /Your account/);
});

test("sign-in leads back to where the browser came from, and ends its former session", async () => {
  const { authenticator } = await enrolled(team);
  const visitor = browser();
  await visitor.open("/p/sign-in?return_to=%2Fconsole%2Fapprovals");
  const first = await visitor.post(SIGN_IN, { response: authenticator.sign(await optionsOf(visitor)) });
  assert.deepEqual(JSON.parse(first.text), { return_to: "/console/approvals" });
  const former = visitor.cookies.get("jst_session");
  await visitor.post(SIGN_IN, { response: authenticator.sign(await optionsOf(visitor)) });
  assert.notEqual(visitor.cookies.get("jst_session"), former);
  const ended = await sql("select 1 from auth.sessions where end_reason = 'replaced' and team_id = $1", [
    await teamIdOf(team),
  ]);
  assert.equal(ended.length, 1);
});

test("whatever is wrong with a signature, the refusal is the one 403 without a session", async () => {
  const { authenticator, memberId } = await enrolled(team);
  const visitor = browser();
  const fresh = () => optionsOf(visitor);
  const good = authenticator.sign(await fresh());
  assert.equal((await browser().post(SIGN_IN, { response: good })).status, 200);
  const expired = await fresh();
  await sql("update auth.passkey_challenges set expires_at = now()");
  const begun = () => sql("select 1 from auth.sessions where member_id = $1", [memberId]);
  const before = (await begun()).length;
  const wrong: Record<string, unknown> = {
    replayed: good,
    "with an expired challenge": authenticator.sign(expired),
    "of another host": authenticator.sign(await fresh(), { host: "evil.test" }),
    unverified: authenticator.sign(await fresh(), { isUnverified: true }),
    "with a counter that goes back": authenticator.sign(await fresh(), { counter: 1 }),
    "of an unknown passkey": authenticatorOf().sign(await fresh()),
    "with another person's handle": authenticator.sign(await fresh(), { userHandle: "AAAA" }),
    empty: {},
    odd: { id: "AAAA", response: { clientDataJSON: 7 } },
  };
  const texts = new Set<string>();
  for (const [name, response] of Object.entries(wrong)) {
    const refused = await visitor.post(SIGN_IN, { response });
    assert.deepEqual(codeOf(refused), [403, "sign_in_refused"], name);
    texts.add((JSON.parse(refused.text) as { detail: string }).detail);
  }
  assert.equal(texts.size, 1);
  assert.deepEqual([visitor.cookies.has("jst_session"), (await begun()).length], [false, before]);
  const [entry] = await sql(
    "select payload ->> 'code' as code from auth.outbox where payload ->> 'action' = 'sign_in.refused' and payload ->> 'actor_id' = $1 limit 1",
    [memberId],
  );
  assert.equal(entry?.["code"], "sign_in_refused");
});

test("a passkey signs nobody in for a member or team that is gone, on the host of another team, or beside a provider", async () => {
  const gone = await enrolled(team);
  const sign = async (one = gone) => {
    const visitor = browser();
    return codeOf(
      await visitor.post(SIGN_IN, { response: one.authenticator.sign(await optionsOf(visitor)) }),
    );
  };
  await sql("update auth.members set suspended_at = now() where id = $1", [gone.memberId]);
  assert.deepEqual(await sign(), [403, "sign_in_refused"]);
  await sql("update auth.members set suspended_at = null where id = $1", [gone.memberId]);
  await sql(
    "insert into auth.settings (team_id, key, value) values ($1, 'sign_in.oidc.issuer', '\"https://idp.test\"')",
    [await teamIdOf(team)],
  );
  assert.deepEqual(await sign(), [403, "sign_in_refused"]);
  await sql("delete from auth.settings where team_id = $1", [await teamIdOf(team)]);
  await sql("update auth.teams set deleted_at = now() where slug = $1", [team]);
  assert.deepEqual(await sign(), [403, "sign_in_refused"]);
  const other = await enrolled(await newTeam());
  await sql("insert into auth.hosts (team_id, host) values ($1, $2)", [
    await teamIdOf(await newTeam()),
    HOST,
  ]);
  assert.deepEqual(await sign(other), [403, "sign_in_refused"]);
  await sql("delete from auth.hosts where host = $1", [HOST]);
  assert.deepEqual(await sign(other), [200, undefined]);
});

test("pages of other sites, addresses and bodies of another shape are refused", async () => {
  const visitor = browser();
  for (const headers of [{ origin: "https://evil.test" }, { "sec-fetch-site": "cross-site" }])
    for (const path of [OPTIONS, SIGN_IN])
      assert.deepEqual(codeOf(await visitor.post(path, { response: {} }, headers)), [403, "form_refused"]);
  const byAddress = new Visitor(door.httpUrl);
  for (const path of [OPTIONS, SIGN_IN])
    assert.deepEqual(codeOf(await byAddress.post(path, { response: {} })), [403, "host_not_allowed"]);
  for (const body of [undefined, [], { response: "text" }, { response: [] }])
    assert.deepEqual(codeOf(await visitor.post(SIGN_IN, body)), [422, "validation_failed"]);
  assert.equal((await visitor.post(SIGN_IN, { response: { id: "x".repeat(70_000) } })).status, 413);
});

test("a source asks sixty times in a quarter of an hour, then 429", async () => {
  const visitor = browser();
  for (let n = 0; n < 60; n += 1) assert.equal((await visitor.post(OPTIONS)).status, 200);
  assert.deepEqual(codeOf(await visitor.post(OPTIONS)), [429, "rate_limited"]);
  assert.equal((await browser().post(OPTIONS)).status, 200);
});
