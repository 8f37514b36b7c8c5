import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { newAddress } from "../testing/test-members.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testMails } from "../testing/test-mails.ts";
import type { Answered } from "../testing/test-visitor.ts";

const auth = await testAuth({ hasPages: true });
const { door, mailing, newTeam, sql, teamIdOf, workOffMails } = auth;
const { visitor, join, ask, withIssuer, linkOf } = testMails(auth);

beforeEach(async () => {
  await sql("delete from auth.sign_in_requests");
  mailing.mails.clear();
  mailing.sendsFor = undefined;
  auth.setMailOn(true);
});

/** Returns the visible parts of an answer; the date is that of the clock. */
const seen = ({ status, headers, text }: Answered) => [
  status,
  [...headers].filter(([name]) => name !== "date"),
  text,
];
describe("the answer is one page, to the letter (sessions.mail)", () => {
  test("for a stranger, a member, a member of many teams, one who had five mails, and any known team", async () => {
    const [email, limited] = [newAddress(), newAddress()];
    const [full, empty] = [await newTeam(), await newTeam()];
    for (const team of [full, await newTeam(), await withIssuer(await newTeam())]) await join(team, email);
    await join(full, limited);
    for (let n = 0; n < 6; n += 1) await ask(limited, full);
    await workOffMails();
    const answers = [
      await ask(newAddress()),
      await ask(email),
      await ask(limited),
      await ask(email, full),
      await ask(email, empty),
      await ask(newAddress(), full),
      await ask(newAddress(), empty),
      await ask(limited, full),
    ].map(seen);
    assert.equal(answers[0]?.[0], 200);
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  });

  test("before any member is looked up: it comes although members cannot be read", async () => {
    const [email, team] = [newAddress(), await newTeam()];
    await join(team, email);
    await sql("revoke select on auth.members from auth_lookup");
    try {
      const answers = [await ask(email, team), await ask(newAddress(), team), await ask(email)].map(seen);
      assert.equal(answers[0]?.[0], 200);
      for (const answer of answers) assert.deepEqual(answer, answers[0]);
    } finally {
      await sql("grant select on auth.members to auth_lookup");
    }
  });

  test("from settings alone: off, an unknown team, an issuer that is not whole, nobody who sends", async () => {
    const [email, team] = [newAddress(), await newTeam()];
    await join(team, email);
    const isolated = await newTeam({ isolated: true });
    const own = await withIssuer(await newTeam());
    for (const one of [isolated, own]) await join(one, email);
    const closed = async (named: string) => {
      for (const address of [email, newAddress()]) {
        const { status, text } = await ask(address, named);
        assert.deepEqual([status, /there is no other way in/.test(text)], [200, true], named);
      }
    };
    for (const named of ["no-such-team", isolated, own]) await closed(named);
    mailing.sendsFor = [await teamIdOf(await newTeam())];
    for (const named of [team, ""]) await closed(named);
    mailing.sendsFor = undefined;
    auth.setMailOn(false);
    for (const named of [team, ""]) await closed(named);
    await workOffMails();
    assert.equal(mailing.mails.size, 0);
  });
});

describe("mails", () => {
  test("go to each team of the address without an issuer, that is not isolated and that knows the member", async () => {
    const email = newAddress();
    const [one, two] = [await newTeam({ display_name: "Zebra" }), await newTeam({ display_name: "Ant" })];
    for (const team of [one, two, await newTeam({ isolated: true }), await withIssuer(await newTeam())])
      await join(team, email);
    const left = await newTeam();
    await join(left, email);
    await door.operate("RemoveMember", { team: left, email });
    await ask(email.toUpperCase());
    await workOffMails();
    const expected = [await teamIdOf(one), await teamIdOf(two)].sort();
    assert.deepEqual([...mailing.mails.values()].map(({ team_id }) => team_id).sort(), expected);
    for (const mail of mailing.mails.values()) assert.deepEqual([mail.email, mail.kind], [email, "sign_in"]);
  });

  test("go to the named team alone, and to ten teams at most", async () => {
    const email = newAddress();
    const teams = await Promise.all(Array.from({ length: 12 }, () => newTeam()));
    for (const team of teams) await join(team, email);
    await ask(email, teams[3]);
    await workOffMails();
    assert.deepEqual(
      [...mailing.mails.values()].map(({ team_id }) => team_id),
      [await teamIdOf(teams[3] ?? "")],
    );
    mailing.mails.clear();
    await ask(email);
    await workOffMails();
    assert.equal(mailing.mails.size, 10);
  });

  test("are five for a member in an hour, also of requests that come at once", async () => {
    const [email, team] = [newAddress(), await newTeam()];
    await join(team, email);
    await Promise.all(Array.from({ length: 9 }, () => ask(email, team)));
    await workOffMails();
    assert.equal(mailing.mails.size, 5);
    await sql("update auth.member_mails set created_at = now() - interval '61 minutes'");
    await ask(email, team);
    await workOffMails();
    assert.equal(mailing.mails.size, 6);
  });

  test("are asked for once comms is back, each once", async () => {
    const [email, team] = [newAddress(), await newTeam()];
    await join(team, email);
    await ask(email, team);
    mailing.isAway = true;
    try {
      await workOffMails();
    } finally {
      mailing.isAway = false;
    }
    assert.equal(mailing.mails.size, 0);
    const again = "update auth.sign_in_requests set due_at = now() - interval '1 second'";
    await sql(again);
    await sql("update auth.sign_in_requests set state = 'ready'");
    await workOffMails();
    assert.equal(mailing.mails.size, 1);
    assert.deepEqual(await sql("select from auth.sign_in_requests"), []);
  });

  test("are not asked for a quarter of an hour later, nor for a form whose trap is filled", async () => {
    const [email, team] = [newAddress(), await newTeam()];
    await join(team, email);
    const plain = seen(await ask(newAddress(), team));
    assert.deepEqual(seen(await visitor().send("/p/sign-in", { email, team, _hp: "x" })), plain);
    await ask(email, team);
    await sql("update auth.sign_in_requests set created_at = now() - interval '16 minutes'");
    await workOffMails();
    assert.equal(mailing.mails.size, 0);
  });

  test("on the host of a team are for that team, without its name", async () => {
    const [email, team] = [newAddress(), await newTeam()];
    for (const one of [team, await newTeam()]) await join(one, email);
    const host = `${team}.example.org`;
    await door.operate("AddHost", { team, host });
    await sql("insert into auth.sign_in_requests (team_id, email, host) values ($1, $2, $3)", [
      "00000000-0000-0000-0000-000000000000",
      email,
      host,
    ]);
    await workOffMails();
    assert.equal(mailing.mails.size, 1);
    assert.equal(new URL(await linkOf(email)).hostname, host);
  });
});

describe("an invalid address", () => {
  for (const email of [
    "ada@example.org\r\nbcc: eve@example.org",
    "ada@example.org,eve@example.org",
    "ada@example.org; eve@example.org",
    "ada",
  ])
    test(`${JSON.stringify(email)} is named at its question`, async () => {
      assert.equal((await ask(email)).status, 422);
    });

  test("a letter that folds into one of ASCII elsewhere finds no member", async () => {
    const team = await newTeam();
    const unique = newAddress().replaceAll("-", "");
    await join(team, `kid${unique}`);
    for (const twin of [`k\u0131d${unique}`, `K\u0130D${unique}`]) {
      const { status } = await ask(twin, team);
      assert.equal(status, 200);
    }
    await workOffMails();
    assert.equal(mailing.mails.size, 0);
    await ask(`KID${unique}`, team);
    await workOffMails();
    assert.equal(mailing.mails.size, 1);
  });
});
