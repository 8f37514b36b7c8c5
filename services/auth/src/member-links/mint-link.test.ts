import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { newAddress } from "../testing/test-members.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testMails } from "../testing/test-mails.ts";

const auth = await testAuth({ hasPages: true });
const { door, mailing, newTeam, sql, teamIdOf, workOffMails } = auth;
const { visitor, linkFor, join, ask, withIssuer, linkOf, pathOf } = testMails(auth);

describe("a mailed link", () => {
  let email: string;
  let team: string;
  beforeEach(async () => {
    mailing.mails.clear();
    [email, team] = [newAddress(), await newTeam()];
    await join(team, email);
  });
  const mailed = async (who = visitor()) => {
    await ask(email, team, who);
    await workOffMails();
    const link = await linkOf(email);
    mailing.mails.clear();
    return pathOf(link);
  };

  test("signs in once, leads back to where the visitor came from, and survives whatever looks it up", async () => {
    const who = visitor();
    await who.open("/p/sign-in?return_to=%2Fconsole%2Ftables");
    const path = await mailed(who);
    for (let n = 0; n < 10; n += 1) assert.equal((await visitor().open(path)).status, 200);
    const other = visitor();
    await other.open(path);
    const sent = await other.send(path.split("?")[0] ?? "", {});
    assert.deepEqual([sent.status, sent.location], [303, "/console/tables"]);
    for (const answer of [await visitor().open(path), await visitor().send(path.split("?")[0] ?? "", {})])
      assert.equal(answer.status, 410);
  });

  test("that is used ends the others of the member, and what was asked for before", async () => {
    const [first, second] = [await mailed(), await mailed()];
    await ask(email, team);
    await workOffMails();
    const [waiting] = [...mailing.mails.values()];
    assert.equal((await visitor().send(second, {})).status, 303);
    assert.equal((await visitor().send(first, {})).status, 410);
    const { team_id, member_id, kind, reference } = waiting ?? assert.fail("no mail");
    const refused = await door.callAs("comms", "MintLink", { team_id, member_id, kind, reference });
    assert.equal(refused.status, 404);
  });

  test("leaves a link of the operator, and is left by it", async () => {
    const [own, path] = [await linkFor(team, email), await mailed()];
    assert.equal((await visitor().send(own, {})).status, 303);
    assert.equal((await visitor().send(path, {})).status, 303);
  });

  test("is over after 15 minutes, with an issuer of the team, and when mailed links are off", async () => {
    const path = await mailed();
    const status = async () => (await visitor().open(path)).status;
    auth.setMailOn(false);
    assert.equal(await status(), 410);
    auth.setMailOn(true);
    assert.equal(await status(), 200);
    await withIssuer(team);
    assert.equal(await status(), 410);
    assert.equal((await visitor().send(path, {})).status, 410);
  });

  test("is another one for each attempt", async () => {
    await ask(email, team);
    await workOffMails();
    const links = [await linkOf(email), await linkOf(email)];
    assert.notEqual(links[0], links[1]);
    const [stored] = await sql(
      "select array_agg(extract(epoch from expires_at - created_at)::int) as lives from auth.sign_in_links where kind = 'sign_in' and used_at is null",
    );
    assert.deepEqual([...new Set(stored?.["lives"] as number[])], [900]);
    for (const link of links) assert.equal((await visitor().open(pathOf(link))).status, 200);
  });

  test("is not minted for a member who is gone, another member, kind or team, nor after an hour", async () => {
    const memberId = await join(team, newAddress());
    await ask(email, team);
    await workOffMails();
    const [mail] = [...mailing.mails.values()];
    const { team_id, member_id, kind, reference } = mail ?? assert.fail("no mail");
    const right = { team_id, member_id, kind, reference };
    const minting = async (change: object) =>
      (await door.callAs("comms", "MintLink", { ...right, ...change })).status;
    for (const change of [
      { member_id: memberId },
      { kind: "invitation" },
      { team_id: await teamIdOf(await newTeam()) },
      { reference: "17" },
      { reference: memberId },
    ])
      assert.equal(await minting(change), 404, JSON.stringify(change));
    assert.equal(await minting({}), 201);
    await sql("update auth.member_mails set created_at = now() - interval '61 minutes'");
    assert.equal(await minting({}), 404);
    await sql("update auth.member_mails set created_at = now()");
    await door.operate("RemoveMember", { team, email });
    assert.equal(await minting({}), 404);
  });

  test("is nowhere in the database, nor in what was asked of comms", async () => {
    const path = await mailed();
    const secret = path.split("/").at(-1) ?? "";
    const tables = ["sign_in_links", "member_mails", "sign_in_requests", "outbox", "audit", "sessions"];
    const rows = await sql(
      tables.map((table) => `select to_jsonb(t)::text as row from auth.${table} t`).join(" union all "),
    );
    const dump = JSON.stringify([rows, [...mailing.mails.values()]]);
    assert.ok(secret.length === 43 && !dump.includes(secret));
  });
});
