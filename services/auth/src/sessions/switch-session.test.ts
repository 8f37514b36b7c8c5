import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { newAddress } from "../testing/test-members.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testVisitors, type Visitor } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { door, newTeam, sql, teamIdOf } = auth;
const { visitor, linkFor } = testVisitors(auth);

let email: string;
let home: string;
let other: string;
beforeEach(async () => {
  email = newAddress();
  home = await join(await newTeam({ display_name: "Home" }), "viewer");
  other = await join(await newTeam({ display_name: "Other" }), "owner");
});
async function join(team: string, role: string): Promise<string> {
  assert.equal((await door.operate("AddMember", { team, email, role })).status, 201);
  return team;
}

/** The newest session of the address as a caller. */
async function callerOf(): Promise<Caller> {
  const [row] = await sql(
    `select s.id, s.team_id, s.member_id, m.role from auth.sessions s join auth.members m on m.id = s.member_id
      where m.email = $1 and s.ended_at is null order by s.id desc limit 1`,
    [email],
  );
  const { id, team_id, member_id, role } = row ?? assert.fail("no session");
  return testCaller({
    team_id: String(team_id),
    token_id: String(id),
    token_type: "member",
    member_id: String(member_id),
    role: role as "owner",
    door: "console",
    scopes: [],
  });
}
/** Signs in by a link whose session is then of that way. */
async function signedIn(way: string, who: Visitor = visitor()): Promise<{ who: Visitor; caller: Caller }> {
  await who.send(await linkFor(home, email), {});
  const caller = await callerOf();
  await sql("update auth.sessions set way = $2 where id = $1", [caller.token_id, way]);
  return { who, caller };
}
interface Shown {
  way: string;
  authenticated_at: string;
  expires_at: string;
  team: { slug: string };
  member: { role: string };
  teams: { id: string; slug: string; name: string; role: string; current: boolean }[];
}
const ask = async (caller: Caller) => (await door.call("GetSession", { caller })).body as unknown as Shown;
const move = (caller: Caller, team_id: string) => door.call("SwitchSession", { caller, body: { team_id } });

for (const way of ["mail", "fleet_provider"])
  test(`after ${way} a session lists the teams of its address, and switches to each`, async () => {
    const { who, caller } = await signedIn(way);
    const { teams, way: shown } = await ask(caller);
    assert.equal(shown, way);
    assert.deepEqual(teams, [
      { id: await teamIdOf(home), slug: home, name: "Home", role: "viewer", current: true },
      { id: await teamIdOf(other), slug: other, name: "Other", role: "owner", current: false },
    ]);
    await sql(
      `update auth.sessions set created_at = now() - interval '167 hours', authenticated_at = now() - interval '1 day'
        where id = $1`,
      [caller.token_id],
    );
    const before = await ask(caller);
    const { status, body, headers } = await move(caller, await teamIdOf(other));
    const now = body as unknown as Shown;
    assert.deepEqual([status, now.team.slug, now.member.role, now.way], [200, other, "owner", way]);
    assert.equal(now.authenticated_at, before.authenticated_at);
    assert.equal(now.expires_at, before.expires_at);
    assert.deepEqual(
      now.teams.map((team) => [team.slug, team.current]),
      [
        [other, true],
        [home, false],
      ],
    );
    const [, value = ""] =
      /^jst_session=([\w-]{43}); Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/.exec(
        headers["set-cookie"] ?? "",
      ) ?? [];
    assert.notEqual(value, who.cookies.get("jst_session"));
    assert.equal((await who.open("/p/account")).status, 303, "the former session is over");
    who.cookies.set("jst_session", value);
    assert.match((await who.open("/p/account")).text, /Other[^]*Owner/);
  });

for (const way of ["link", "provider"])
  test(`after ${way} a session speaks for its own team alone`, async () => {
    const { caller } = await signedIn(way);
    const { teams } = await ask(caller);
    assert.deepEqual(
      teams.map(({ slug }) => slug),
      [home],
    );
    assert.equal((await move(caller, await teamIdOf(other))).status, 404);
  });

test("a team with an issuer, isolated, left, of others or absent is one 404, and the session goes on", async () => {
  const { caller } = await signedIn("mail");
  const [issuer, left] = [await join(await newTeam(), "owner"), await join(await newTeam(), "owner")];
  const isolated = await join(await newTeam({ isolated: true }), "owner");
  await door.operate("SetConfig", {
    team: issuer,
    key: "sign_in.oidc.issuer",
    value: "https://accounts.example.com",
  });
  await door.operate("RemoveMember", { team: left, email });
  for (const team of [issuer, left, isolated, await newTeam()]) {
    const { status, body } = await move(caller, await teamIdOf(team));
    assert.deepEqual([status, body.code], [404, "not_found"]);
  }
  assert.equal((await move(caller, randomUUID())).status, 404);
  assert.equal((await move(caller, "17")).status, 422);
  assert.equal((await ask(caller)).teams.length, 2);
});

test("of ten switches at once one begins a session", async () => {
  const { caller } = await signedIn("mail");
  const to = await teamIdOf(other);
  const replies = await Promise.all(Array.from({ length: 10 }, () => move(caller, to)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [
    200,
    ...Array.from({ length: 9 }, () => 401),
  ]);
  const living = await sql(
    "select from auth.sessions s join auth.members m on m.id = s.member_id where m.email = $1 and s.ended_at is null",
    [email],
  );
  assert.equal(living.length, 1);
});

test("a session of the host of a team speaks for that team alone", async () => {
  const { caller } = await signedIn("mail");
  await sql("update auth.sessions set host = 'own.example.org' where id = $1", [caller.token_id]);
  assert.equal((await ask(caller)).teams.length, 1);
  assert.equal((await move(caller, await teamIdOf(other))).status, 404);
});

test("both teams have the switch in their logs", async () => {
  const { caller } = await signedIn("mail");
  await move(caller, await teamIdOf(other));
  const last = async (team: string) => {
    const [entry] = await sql(
      "select payload ->> 'action' as action from auth.outbox where team_id = $1 and type = 'audit' order by seq desc limit 1",
      [await teamIdOf(team)],
    );
    return entry?.["action"];
  };
  assert.deepEqual([await last(home), await last(other)], ["session.end", "sign_in"]);
});

test("a session of the release before is one of the fleet's provider, or of a link", async () => {
  const { caller } = await signedIn("mail");
  for (const [isFleets, way, count] of [
    [true, "fleet_provider", 2],
    [false, "link", 1],
  ] as const) {
    await sql("update auth.sessions set way = null, is_fleets = $2 where id = $1", [
      caller.token_id,
      isFleets,
    ]);
    const shown = await ask(caller);
    assert.deepEqual([shown.way, shown.teams.length], [way, count]);
  }
});
