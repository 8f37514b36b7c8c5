import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { newAddress, outcome, testMembers } from "../testing/test-members.ts";
import { testVisitors } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { door, mailing, sql, workOffMails } = auth;
const { team, add, remove, list } = testMembers(auth);
const { visitor } = testVisitors(auth);

const invite = (caller: Caller, member_id: string) =>
  door.call("InviteTeamMember", { caller, path: { member_id } });
/** Adds a member; the id and the address of it. */
const added = async (caller: Caller, role = "viewer") => {
  const email = newAddress();
  const { status, body } = await add(caller, { email, role });
  assert.equal(status, 201);
  return { id: String(body["id"]), email };
};
/** Answers of minting the link of each mail to the address, as comms asks for it. */
const minted = async (email: string) => {
  await workOffMails();
  const mails = [...mailing.mails.values()].filter((one) => one.email === email);
  return Promise.all(
    mails.map(({ team_id, member_id, kind, reference }) =>
      door.callAs("comms", "MintLink", { team_id, member_id, kind, reference }),
    ),
  );
};
const linkOf = async (email: string) => {
  const { body } = (await minted(email)).at(-1) ?? assert.fail("no mail");
  return body as { url: string; team_name: string; role: string; inviter_name: string; expires_at: string };
};
const statusOf = async (caller: Caller, id: string) =>
  ((await list(caller)).find((one) => one.id === id) as { status?: string } | undefined)?.status;

test("the link of an invitation names team, role and inviter, accepts once, and leads to the console", async () => {
  const home = await team();
  const owner = await home.signedIn("owner");
  await sql("update auth.members set name = 'Bea <B>' where id = $1", [owner.member_id]);
  const { id, email } = await added(owner, "admin");
  const link = await linkOf(email);
  assert.deepEqual([link.team_name, link.role, link.inviter_name], [home.slug, "admin", "Bea <B>"]);
  const days = (Date.parse(link.expires_at) - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days < 7.1, String(days));
  const { pathname, search } = new URL(link.url);
  const ada = visitor();
  for (let n = 0; n < 10; n += 1) await visitor().open(`${pathname}${search}`);
  const { status, text } = await ada.open(`${pathname}${search}`);
  assert.equal(status, 200);
  assert.match(text, /Bea &lt;B&gt; has invited you to the team/);
  assert.match(text, new RegExp(`${home.slug}[^]*Your role is admin[^]*Accept, and sign in as ${email}`));
  assert.equal(await statusOf(owner, id), "invited");
  const sent = await ada.send(pathname, {});
  assert.deepEqual([sent.status, sent.location], [303, "/console"]);
  assert.equal(await statusOf(owner, id), "active");
  assert.equal((await visitor().send(pathname, {})).status, 410);
  assert.deepEqual(outcome(await invite(owner, id)), "409 invalid_state_transition");
});

test("an invitation of a token names no inviter", async () => {
  const { service } = await team();
  const { email } = await added(service);
  const { url, inviter_name } = await linkOf(email);
  assert.equal(inviter_name, "");
  assert.match((await visitor().open(new URL(url).pathname)).text, /You are invited to the team/);
});

test("a member is invited again five times a day, and no answer shows a link", async () => {
  const { service } = await team();
  const { id, email } = await added(service);
  for (let n = 0; n < 5; n += 1) {
    const { status, body } = await invite(service, id);
    assert.deepEqual([status, body], [202, { mailed: true }]);
  }
  const refused = await invite(service, id);
  assert.equal(outcome(refused), "429 rate_limited");
  assert.ok(Number(refused.headers["retry-after"]) > 80_000);
  assert.equal((await minted(email)).filter(({ status }) => status === 201).length, 6);
  await sql("update auth.member_mails set created_at = created_at - interval '24 hours'");
  assert.equal(outcome(await invite(service, id)), "202");
});

test("an invitation says that nobody sends mail, and counts nothing then", async () => {
  const { service } = await team();
  const { id } = await added(service);
  mailing.sendsFor = [];
  try {
    for (let n = 0; n < 6; n += 1) assert.deepEqual((await invite(service, id)).body, { mailed: false });
  } finally {
    mailing.sendsFor = undefined;
  }
  assert.deepEqual((await invite(service, id)).body, { mailed: true });
});

test("foreign, absent and removed members are one 404; admins invite no owner; people's tokens nobody", async () => {
  const home = await team();
  const { id } = await added(home.service);
  const { id: foreign } = await added((await team()).service);
  const { id: removed } = await added(home.service);
  await remove(home.service, removed);
  for (const one of [foreign, removed, randomUUID(), "17"])
    assert.equal(outcome(await invite(home.service, one)), "404 not_found");
  const { id: owner } = await added(home.service, "owner");
  assert.equal(outcome(await invite(await home.signedIn("admin"), owner)), "403 insufficient_scope");
  assert.equal(outcome(await invite(await home.signedIn("member"), id)), "403 insufficient_scope");
  assert.equal(outcome(await invite(await home.signedIn("viewer"), id)), "403 viewer_read_only");
  const human = testCaller({
    team_id: home.team_id,
    token_type: "human",
    role: "owner",
    member_id: randomUUID(),
  });
  assert.equal(outcome(await invite(human, id)), "403 insufficient_scope");
});

test("a removal ends the invitation; a member who comes back is invited once more", async () => {
  const { service } = await team();
  const { id, email } = await added(service);
  const { pathname } = new URL((await linkOf(email)).url);
  await remove(service, id);
  assert.equal((await visitor().open(pathname)).status, 410);
  assert.deepEqual(
    (await minted(email)).map(({ status }) => status),
    [404],
  );
  assert.equal((await add(service, { email, role: "viewer" })).status, 201);
  assert.equal(await statusOf(service, id), "invited");
  const path = new URL((await linkOf(email)).url).pathname;
  assert.equal((await visitor().send(path, {})).status, 303);
  await remove(service, id);
  await add(service, { email, role: "viewer" });
  assert.equal(await statusOf(service, id), "invited");
});

test("where mailed links sign in nobody, an invitation leads to the page of sign-in", async () => {
  const { service, slug } = await team();
  const { email } = await added(service);
  auth.setMailOn(false);
  const off = await linkOf(email);
  auth.setMailOn(true);
  await door.operate("SetConfig", {
    team: slug,
    key: "sign_in.oidc.issuer",
    value: "https://accounts.example.com",
  });
  const own = await linkOf(email);
  for (const { url } of [off, own]) assert.equal(url, `${door.httpUrl}/p/sign-in?team=${slug}`);
});
