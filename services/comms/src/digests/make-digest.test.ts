import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { Database, uuidv7 } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { testCaller, until } from "@jst/testing";
import { capturing } from "../providers/provider.ts";
import { TEST_SECRETS, testComms } from "../testing/test-comms.ts";
import { becomes, TestProvider, testSender } from "../testing/test-sender.ts";
import { KnownTeams } from "@jst/pages";
import { startDigests } from "./digest-worker.ts";
import { dueAt, makeDigest, type DigestParts } from "./make-digest.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const provider = new TestProvider();
const fleetMail = { provider, from: "Fleet <no-reply@fleet.example>" };
let clockShiftMs = 0;
const comms = await testComms({ fleetMail });
const { database, door, sql, teams, suspended } = comms;
const own = new Database({
  ...{ connectionString: database.urlOf("comms"), poolSize: 4, applicationName: "test" },
  changesetPrefix: "comms",
});
const known = new KnownTeams(comms.reached.auth);
const parts: DigestParts = {
  ...{ database: own, auth: comms.reached.auth, teams: known, routing: capturing, fleetMail },
  ...{ secrets: TEST_SECRETS, clockShiftMs: () => clockShiftMs },
};
const sender = testSender(database, {
  ...{ fleetMail, teams: known, auth: comms.reached.auth },
  clockShiftMs: () => clockShiftMs,
});
const connectionString = database.urlOf("comms_worker");
const logger = createLogger("comms", "error");
const worker = startDigests({ ...parts, connectionString, logger });
stop = async () => {
  await worker.stop();
  await sender.stop();
  await own.close();
};

const MINUTE_MS = 60_000;
const newMember = (timezone = "UTC") => {
  const caller = testCaller();
  const { team_id: teamId } = caller;
  const brand = { name: "Acme", logo: null, favicon: null, primary_color: null };
  teams.set(teamId, { team_id: teamId, slug: "acme", modules: [], brand, timezone });
  return { caller, teamId, memberId: randomUUID() };
};
type Member = ReturnType<typeof newMember>;

/** Stores notices as the consumer of facts does, at the shifted time. */
const notify = async ({ teamId, memberId }: Member, count: number, more: object = {}): Promise<void> => {
  const now = new Date(Date.now() + clockShiftMs).toISOString();
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ team_id: teamId, member_id: memberId, id: uuidv7(), fact_id: randomUUID(), kind: "proposal_waits" },
    ...{ title: `Change ${n + 1} <waits>`, path: `/console/approvals/data_${n + 1}`, actor: {} },
    ...{ subject_type: "changeset", subject_id: `data_${n + 1}`, in_app: true, wants_mail: true, ...more },
    created_at: now,
  }));
  await sql(
    `insert into comms.notifications
     select v.* from jsonb_populate_recordset(null::comms.notifications, $1::jsonb) v`,
    [JSON.stringify(rows)],
  );
  await sql(
    "update comms.digests set due_at = $2::timestamptz + interval '60 s' where member_id = $1 and state = 'waiting'",
    [memberId, now],
  );
};
const mails = async ({ caller, memberId }: Member) => {
  const { body } = await door.call("ListMessages", { caller });
  const all = body.messages as { id: string; kind: string; source: { id: string } }[];
  return all.filter(({ kind, source }) => kind === "member_notice" && source.id === memberId);
};
/** Resolves when the member has as many mails, all of them sent. */
const sent = (member: Member, count: number) =>
  until(`${count} mails are sent`, 20_000, async () => {
    const found = await mails(member);
    const seen = found.flatMap(({ id }) => provider.seen.filter((one) => one.id === id));
    return found.length === count && seen.length === count ? seen : undefined;
  });
/** Resolves when the digest of the member has been looked at and waits, or is over. */
const state = async ({ memberId }: Member): Promise<string> => {
  const [row] = await sql<{ state: string; attempts: number }>(
    "select state, attempts from comms.digests where member_id = $1",
    [memberId],
  );
  return row === undefined ? "over" : `${row.state} after ${row.attempts}`;
};
const isIn = (member: Member, wanted: string) =>
  until(`the digest is ${wanted}`, 20_000, async () => ((await state(member)) === wanted ? true : undefined));

test("a hundred notices make one mail a minute after the first, with twenty titles and the console behind sign-in", async () => {
  const member = newMember();
  await notify(member, 50);
  await notify(member, 50);
  assert.equal(await state(member), "waiting after 0");
  clockShiftMs += MINUTE_MS + 1_000;
  const [mail] = await sent(member, 1);
  const { subject, text, html, to } = mail ?? assert.fail();
  assert.deepEqual([subject, to], ["100 unread notices (Acme)", `${member.memberId}@example.com`]);
  assert.equal(
    text?.match(/^- Change \d+ <waits>\n  http:\/\/gateway\.test\/console\/approvals\/data_\d+$/gm)?.length,
    20,
  );
  assert.ok(text.includes("80 older notices are not listed here."));
  assert.equal(
    html?.match(
      /<li><a href="http:\/\/gateway\.test\/console\/approvals\/data_\d+">Change \d+ &lt;waits&gt;<\/a>/g,
    )?.length,
    20,
  );
  assert.ok(!/[?&]|approve|decide|token/i.test(text), text);
  const [shown] = await mails(member);
  const message = await becomes(comms, member.caller, shown?.id ?? "", "sent");
  assert.deepEqual(
    [message["subject"], message["text"], message["html"], message["consent"]],
    ["Your notices", null, null, null],
  );
  await isIn(member, "over");
});

test("a mail names the member who acts beside the title, and nobody for the platform", async () => {
  const member = newMember();
  const id = randomUUID();
  const title = "Approved with changes: Create row of Ships";
  await notify(member, 1, { title, actor: { type: "member", id } });
  await notify(member, 1, { title: "Rejected: Create row of Ships", actor: { type: "system", id: null } });
  clockShiftMs += MINUTE_MS + 1_000;
  const [mail] = await sent(member, 1);
  const text = mail?.text ?? "";
  assert.ok(text.includes(`- ${title} (${id})\n`), text);
  assert.ok(text.includes("- Rejected: Create row of Ships\n"), text);
});

test("the next mail leaves fifteen minutes after the one before, and nothing is mailed twice", async () => {
  const member = newMember();
  await notify(member, 1);
  clockShiftMs += MINUTE_MS + 1_000;
  const [first] = await sent(member, 1);
  assert.equal(first?.subject, "Change 1 <waits> (Acme)");
  await notify(member, 2);
  clockShiftMs += MINUTE_MS + 1_000;
  await isIn(member, "waiting after 1");
  assert.equal((await mails(member)).length, 1);
  clockShiftMs += 14 * MINUTE_MS;
  const [, second] = (await sent(member, 2)).map(({ subject }) => subject).sort();
  assert.equal(second, "Change 1 <waits> (Acme)");
  const counts = await sql<{ mailed: number; digests: number }>(
    `select count(mailed_at)::int as mailed, count(distinct digest_id)::int as digests
     from comms.notifications where member_id = $1`,
    [member.memberId],
  );
  assert.deepEqual(counts, [{ mailed: 3, digests: 2 }]);
});

test("notices that were read make no mail, neither before it is queued nor before it is sent", async () => {
  const member = newMember();
  await notify(member, 3);
  const read = () =>
    sql("update comms.notifications set read_at = now() where member_id = $1", [member.memberId]);
  await read();
  clockShiftMs += MINUTE_MS + 1_000;
  await isIn(member, "over");
  assert.deepEqual(await mails(member), []);

  await notify(member, 1, { wants_mail: false });
  assert.equal(await state(member), "over");

  provider.answer = () => ({ outcome: "temporary" });
  await notify(member, 2);
  clockShiftMs += MINUTE_MS + 1_000;
  const [queued] = await until("the mail is tried", 20_000, async () => {
    const found = await mails(member);
    return provider.seen.some(({ id }) => id === found[0]?.id) ? found : undefined;
  });
  await read();
  provider.answer = () => ({ outcome: "accepted" });
  clockShiftMs += 2 * MINUTE_MS;
  const message = await becomes(comms, member.caller, queued?.id ?? "", "canceled");
  assert.deepEqual((message["error"] as { code: string }).code, "read");
});

test("a member who is suspended or gone gets no mail", async () => {
  for (const leave of [suspended, comms.absent]) {
    const member = newMember();
    leave.add(member.memberId);
    await notify(member, 1);
    clockShiftMs += MINUTE_MS + 1_000;
    await isIn(member, "over");
    assert.deepEqual(await mails(member), []);
  }
});

test("a mail waits for the end of the quiet hours of the member, by the member's own zone, else the team's", () => {
  const now = Date.parse("2026-01-10T22:30:00Z");
  const waiting = { now, first_at: now - 5 * MINUTE_MS, mailed_at: null, timezone: null };
  const quiet_hours = { from: "22:00", to: "07:00" };
  const due = (more: object, timezone = "UTC") =>
    new Date(dueAt({ ...waiting, ...more, quiet_hours: null, ...more }, { timezone })).toISOString();
  assert.equal(due({}), "2026-01-10T22:30:00.000Z");
  assert.equal(due({ quiet_hours }), "2026-01-11T07:00:00.000Z");
  assert.equal(due({ quiet_hours }, "America/New_York"), "2026-01-10T22:30:00.000Z");
  assert.equal(
    due({ quiet_hours, timezone: "Asia/Kolkata" }, "America/New_York"),
    "2026-01-11T01:30:00.000Z",
  );
  assert.equal(due({ first_at: now - 30_000 }), "2026-01-10T22:30:30.000Z");
  assert.equal(due({ mailed_at: now - 5 * MINUTE_MS }), "2026-01-10T22:40:00.000Z");
  // The pause ends within the quiet hours.
  const late = Date.parse("2026-01-10T21:50:00Z");
  assert.equal(due({ now: late, mailed_at: late - MINUTE_MS, quiet_hours }), "2026-01-11T07:00:00.000Z");
});

test("a lease that is lost makes no mail, and of several holders that make the digest at once one does", async () => {
  const member = newMember();
  const { teamId: team_id, memberId: id } = member;
  await notify(member, 4);
  const lease = uuidv7();
  // Held by nobody else: the worker does not claim what is under way.
  await sql(
    "update comms.digests set state = 'under_way', lease = $2, due_at = now() + interval '1 day' where member_id = $1",
    [id, lease],
  );
  await sql(
    "update comms.notifications set created_at = created_at - interval '2 min' where member_id = $1",
    [id],
  );
  await makeDigest({ team_id, id, lease: uuidv7(), attempt: 1 }, parts);
  assert.deepEqual(await mails(member), []);
  await Promise.all(Array.from({ length: 8 }, () => makeDigest({ team_id, id, lease, attempt: 1 }, parts)));
  assert.equal((await sent(member, 1))[0]?.subject, "4 unread notices (Acme)");
});

test("while notices arrive from many sides, each of them is in one mail", async () => {
  const member = newMember();
  const rounds = 12;
  for (let n = 0; n < rounds; n += 1) {
    await Promise.all([notify(member, 3), notify(member, 2), notify(member, 1)]);
    clockShiftMs += 16 * MINUTE_MS;
  }
  await until("every notice is mailed", 30_000, async () => {
    clockShiftMs += MINUTE_MS;
    const [row] = await sql<{ left: number }>(
      `select count(*)::int as left from comms.notifications where member_id = $1 and mailed_at is null`,
      [member.memberId],
    );
    return row?.left === 0 ? true : undefined;
  });
  const listed = await sql<{ count: number }>(
    "select count(*)::int as count from comms.notifications where member_id = $1 and digest_id is not null",
    [member.memberId],
  );
  assert.deepEqual(listed, [{ count: rounds * 6 }]);
  await isIn(member, "over");
});
