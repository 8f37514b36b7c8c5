import { withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { get } from "node:http";
import { beforeEach, test } from "node:test";
import { hiddenOf, testVisitors } from "../testing/test-visitor.ts";
import { testAuth } from "../testing/test-auth.ts";

const auth = await testAuth({ hasPages: true });
const { visitor, linkFor, signedIn } = testVisitors(auth);
let team: string;
const member = "ada@example.org";
beforeEach(async () => {
  team = await auth.newTeam({ display_name: "Acme <Ltd>" });
  await auth.door.operate("AddMember", { team, email: member, role: "owner" });
});

const audited = async (): Promise<string[]> => {
  const entries = await auth.sql(
    "select payload ->> 'action' as action from auth.outbox where team_id = $1 and type = 'audit' order by seq",
    [await auth.teamIdOf(team)],
  );
  return entries.map(({ action }) => String(action));
};

test("a link shows whom it signs in, and its button does so once", async () => {
  const path = await linkFor(team, member);
  const ada = visitor();
  const { status, text, headers } = await ada.open(path);
  assert.equal(status, 200);
  assert.match(text, /Sign in as ada@example\.org to Acme &lt;Ltd&gt;/);
  assert.deepEqual(
    ["cache-control", "referrer-policy", "x-content-type-options"].map((name) => headers.get(name)),
    ["no-store", "same-origin", "nosniff"],
  );
  assert.match(headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
  assert.equal(ada.cookies.size, 0);
  const sent = await ada.send(path, {});
  assert.deepEqual([sent.status, sent.location], [303, "/console"]);
  const [cookie = ""] = sent.headers.getSetCookie();
  assert.match(cookie, /^jst_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
  const account = await ada.open("/p/account");
  assert.equal(account.status, 200);
  assert.match(account.text, /ada@example\.org[^]*Acme &lt;Ltd&gt;[^]*Owner[^]*This browser/);
  assert.deepEqual(await audited(), ["set_role", "sign_in.link", "sign_in"]);
});

test("whatever looks a link up beforehand, it still signs in", async () => {
  const path = await linkFor(team, member);
  for (const method of ["GET", "HEAD"])
    assert.equal((await fetch(`${auth.door.httpUrl}${path}`, { method })).status, 200);
  assert.equal((await visitor().send(path, {})).status, 303);
});

test("of ten that use a link at once one is signed in", async () => {
  const path = await linkFor(team, member);
  const replies = await Promise.all(Array.from({ length: 10 }, () => visitor().send(path, {})));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [
    303,
    ...Array.from({ length: 9 }, () => 410),
  ]);
});

test("used, too old, of a removed member, cut off or never made: one page, to the letter", async () => {
  const used = await linkFor(team, member);
  await visitor().send(used, {});
  const old = await linkFor(team, member);
  await auth.sql("update auth.sign_in_links set expires_at = now() where used_at is null");
  const bob = "bob@example.org";
  await auth.door.operate("AddMember", { team, email: bob, role: "member" });
  const orphan = await linkFor(team, bob);
  await auth.door.operate("RemoveMember", { team, email: bob });
  const never = `/p/sign-in/${"A".repeat(43)}`;
  const paths = [used, old, orphan, used.slice(0, -1), `${used}x`, never, "/p/sign-in/x"];
  const pages = await Promise.all(paths.flatMap((path) => [visitor().open(path), visitor().send(path, {})]));
  for (const { status, text } of pages) assert.deepEqual([status, text], [410, pages[0]?.text]);
  assert.match(pages[0]?.text ?? "", /Ask for a new one/);
});

test("twenty links that lead nowhere are looked up for one source, and a good one still after those", async () => {
  const guess = visitor();
  for (let n = 0; n < 20; n += 1) assert.equal((await guess.open(`/p/sign-in/${n}`)).status, 410);
  const { status, headers } = await guess.open("/p/sign-in/20");
  assert.equal(status, 429);
  assert.ok(Number(headers.get("retry-after")) > 60);
  assert.equal((await guess.open(await linkFor(team, member))).status, 200);
  assert.equal((await visitor().open("/p/sign-in/x")).status, 410);
});

test("a form from another page signs nobody in", async () => {
  const path = await linkFor(team, member);
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: auth.door.httpUrl.replace("http:", "https:") },
    { origin: "http://127.0.0.1:1" },
    ...["cross-site", "same-site", "none", "same-origin, same-origin"].map((site) => ({
      "sec-fetch-site": site,
    })),
  ];
  for (const headers of foreign) {
    const { status, headers: answered } = await visitor().send(path, {}, headers);
    assert.deepEqual([status, answered.getSetCookie()], [403, []], JSON.stringify(headers));
  }
  assert.equal((await visitor().send(path, {})).status, 303);
});

test("a planted cookie is never taken over, and the former session of a browser ends", async () => {
  const planted = visitor();
  planted.cookies.set("jst_session", "B".repeat(42) + "A");
  await planted.send(await linkFor(team, member), {});
  const first = planted.cookies.get("jst_session");
  assert.notEqual(first, "B".repeat(42) + "A");
  await planted.send(await linkFor(team, member), {});
  assert.notEqual(planted.cookies.get("jst_session"), first);
  const former = visitor();
  former.cookies.set("jst_session", first ?? "");
  assert.equal((await former.open("/p/account")).status, 303);
  assert.equal((await planted.open("/p/account")).status, 200);
});

test("two cookies of the name count as missing: either may be planted", async () => {
  const { visitor: ada } = await signedIn(team);
  const own = ada.cookies.get("jst_session") ?? "";
  for (const cookie of [`jst_session=${own}; jst_session=x`, `jst_session=x; jst_session=${own}`])
    assert.equal((await visitor().open("/p/account", { cookie })).status, 303);
});

test("no secret is stored: neither of a link nor of a session", async () => {
  const { visitor: ada } = await signedIn(team);
  const path = await linkFor(team, member);
  const dump = await withClient(auth.database.superuserUrl, async (client) => {
    const tables = ["sessions", "sign_in_links", "outbox", "audit"];
    const rows = tables.map((table) => `select to_jsonb(t)::text as row from auth.${table} t`);
    return JSON.stringify((await client.query(rows.join(" union all "))).rows);
  });
  for (const secret of [path.split("/").at(-1), ada.cookies.get("jst_session")])
    assert.ok(secret !== undefined && !dump.includes(secret));
});

test("one's sessions are listed and ended, and sign-out needs the page's own form", async () => {
  const { visitor: ada, member: email } = await signedIn(team);
  const other = visitor();
  other.headers["user-agent"] = "Old <Phone>";
  await other.send(await linkFor(team, email), {});
  const { text } = await ada.open("/p/account");
  assert.match(text, /Old &lt;Phone&gt;/);
  const action = /action="(\/p\/account\/sessions\/[^"]*)"/.exec(text)?.[1] ?? "";
  const { visitor: stranger } = await signedIn(team, "owner");
  const csrf = hiddenOf(text, action);
  assert.equal((await stranger.send(action, csrf)).status, 403);
  for (const values of [{}, { csrf: "x" }]) assert.equal((await ada.send(action, values)).status, 403);
  assert.equal((await ada.send(action, csrf, { origin: "null" })).status, 403);
  assert.equal((await other.open("/p/account")).status, 200);
  assert.equal((await ada.send(action, csrf)).location, "/p/account");
  assert.equal((await other.open("/p/account")).status, 303);
  const theirs = hiddenOf((await stranger.open("/p/account")).text, "/p/sign-out");
  assert.equal((await stranger.send(action, theirs)).status, 404);
  assert.equal((await ada.send("/p/sign-out", {})).status, 403);
  const out = await ada.send("/p/sign-out", csrf);
  assert.deepEqual([out.status, out.location], [303, "/p/sign-in"]);
  assert.equal(ada.cookies.has("jst_session"), false);
  assert.equal((await ada.open("/p/account")).location, "/p/sign-in?return_to=%2Fp%2Faccount");
  assert.ok((await audited()).includes("sign_out"));
});

test("a session ends after 12 hours without use and after 7 days in any case", async () => {
  const { visitor: ada, memberId } = await signedIn(team);
  const age = (column: string, by: string) =>
    auth.sql(`update auth.sessions set ${column} = now() - interval '${by}' where member_id = $1`, [
      memberId,
    ]);
  await age("last_used_at", "11 hours 59 minutes");
  assert.equal((await ada.open("/p/account")).status, 200);
  await age("created_at", "6 days 23 hours 59 minutes");
  assert.equal((await ada.open("/p/account")).status, 200);
  await age("created_at", "7 days");
  assert.equal((await ada.open("/p/account")).status, 303);
  await age("created_at", "1 day");
  await age("last_used_at", "12 hours");
  assert.equal((await ada.open("/p/account")).status, 303);
});

test("a removed member is signed out, and comes back under the same id without the session", async () => {
  const { visitor: ada, member: email, memberId } = await signedIn(team);
  const gone = await auth.door.operate("RemoveMember", { team, email: email.toUpperCase() });
  assert.deepEqual([gone.status, gone.body.id], [200, memberId]);
  assert.equal((await ada.open("/p/account")).status, 303);
  assert.deepEqual((await auth.door.operate("RemoveMember", { team, email })).body, gone.body);
  const back = await auth.door.operate("AddMember", { team, email, role: "viewer" });
  assert.equal(back.body.id, memberId);
  assert.equal((await ada.open("/p/account")).status, 303);
  assert.equal((await visitor().send(await linkFor(team, email), {})).status, 303);
  assert.equal((await auth.door.operate("RemoveMember", { team, email: "no@example.org" })).status, 404);
});

test("on a host of another team neither its link nor its session is one", async () => {
  const host = "their.example.org";
  await auth.door.operate("AddHost", { team: await auth.newTeam(), host });
  const path = await linkFor(team, member);
  const { visitor: ada } = await signedIn(team);
  // fetch sets Host itself.
  const ask = (path: string, cookie = "") =>
    new Promise<number | undefined>((resolve) =>
      get(`${auth.door.httpUrl}${path}`, { headers: { host, cookie } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      }),
    );
  assert.equal(await ask(path), 410);
  assert.equal(await ask("/p/account", `jst_session=${ada.cookies.get("jst_session") ?? ""}`), 303);
});
