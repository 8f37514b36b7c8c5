import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testComms } from "../../testing/test-comms.ts";
import { testInbound, type InboundTeam } from "../../testing/test-inbound.ts";
import { bounceMail, complaintMail } from "../../testing/test-mails.ts";
import { becomes, testSender, TestProvider } from "../../testing/test-sender.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const comms = await testComms();
const { door, sql } = comms;
const { newTeam, bring } = testInbound(comms);
const sender = testSender(comms.database, { routing: new TestProvider().routing });
stop = () => sender.stop();

/** A mail that was sent: its id, and its Message-ID. */
async function sent({ caller }: InboundTeam, to = "Ada@example.com") {
  const body = { to, subject: "News", text: "Much is new." };
  const { id } = (await door.call("SendMessage", { caller, body })).body as { id: string };
  await becomes(comms, caller, id, "sent");
  return { id, name: `<${id}@acme.example>` };
}
const listed = async ({ caller }: InboundTeam, method: string, member: string) =>
  (await door.call(method, { caller })).body[member] as Record<string, unknown>[];
const statusOf = async ({ caller }: InboundTeam, id: string) =>
  (await door.call("GetMessage", { caller, path: { message_id: id } })).body;

test("a bounce makes the message undelivered and suppresses its address, once however many bring it at once", async () => {
  const team = await newTeam();
  const { id, name } = await sent(team);
  const reports = Array.from({ length: 5 }, () => bounceMail({ name, to: "ada@EXAMPLE.com" }));
  const answers = await Promise.all(reports.map((mail) => bring(team, mail)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const message = await statusOf(team, id);
  assert.deepEqual([message.status, message.error.code], ["undelivered", "5.1.1"]);
  assert.deepEqual(
    (await listed(team, "ListSuppressions", "suppressions")).map(({ address, channel, reason }) => [
      address,
      channel,
      reason,
    ]),
    [["ada@example.com", "email", "hard_bounce"]],
  );
});

test("only a dead address is suppressed at once; every delivery that failed makes its message undelivered", async () => {
  const statuses = [
    "5.1.1",
    "5.1.2",
    "5.1.10",
    "5.2.1",
    "5.2.2",
    "5.7.26",
    "5.7.1",
    "5.3.4",
    "5.0.0",
    "5.1.8",
    "4.4.7",
    "4.2.2",
    "",
  ];
  const dead = new Set(["5.1.1", "5.1.2", "5.1.10", "5.2.1"]);
  for (const status of statuses) {
    const team = await newTeam();
    const { id, name } = await sent(team);
    assert.equal((await bring(team, bounceMail({ name, to: "ada@example.com", status }))).status, 200);
    const message = await statusOf(team, id);
    assert.deepEqual(
      [message.status, message.error.code],
      ["undelivered", status === "" ? null : status],
      status,
    );
    const found = await listed(team, "ListSuppressions", "suppressions");
    assert.equal(found.length, dead.has(status) ? 1 : 0, status);
  }
});

test("three messages in a row that came back over three days suppress their address; two, or less time, do not", async () => {
  const back = async (team: InboundTeam, days: number, status = "5.2.2") => {
    const { id, name } = await sent(team);
    await sql("update comms.messages set sent_at = now() - $2 * interval '1 day' where id = $1", [id, days]);
    if (status !== "") await bring(team, bounceMail({ name, to: "ada@example.com", status }));
    return (await listed(team, "ListSuppressions", "suppressions")).length;
  };
  const rows: [what: string, days: number[], status: string[], suppressed: number][] = [
    ["three over three days", [4, 2, 0], ["5.2.2", "5.2.2", "5.2.2"], 1],
    ["many in a short time, then one later", [5, 5, 5, 1], ["5.2.2", "5.7.1", "550", "5.2.2"], 1],
    ["three within two days", [2, 1, 0], ["5.2.2", "5.2.2", "5.2.2"], 0],
    ["two over a week", [7, 0], ["5.2.2", "5.2.2"], 0],
    ["one between that arrived", [9, 8, 4, 0], ["5.2.2", "5.2.2", "", "5.2.2"], 0],
    ["failures for now", [9, 8, 4, 0], ["4.4.7", "4.4.7", "4.4.7", "4.4.7"], 0],
    ["a wrong signature of the sender", [9, 8, 4, 0], ["5.7.26", "5.7.26", "5.7.26", "5.7.26"], 0],
  ];
  for (const [what, days, status, suppressed] of rows) {
    const team = await newTeam();
    let found = 0;
    for (const [index, day] of days.entries()) found = await back(team, day, status[index]);
    assert.equal(found, suppressed, what);
  }
});

test("a complaint suppresses the address and opts it out of marketing; the message stays sent", async () => {
  const team = await newTeam();
  const { id, name } = await sent(team);
  for (let time = 0; time < 2; time += 1)
    assert.equal((await bring(team, complaintMail({ name, to: "Ada@example.com" }))).status, 200);
  assert.equal((await statusOf(team, id)).status, "sent");
  const [suppression, ...more] = await listed(team, "ListSuppressions", "suppressions");
  assert.deepEqual([suppression?.["reason"], more.length], ["spam_complaint", 0]);
  assert.deepEqual(
    (await listed(team, "ListConsents", "consents")).map(({ address, purpose, status, evidence }) => [
      address,
      purpose,
      status,
      evidence,
    ]),
    [["ada@example.com", "marketing", "opted_out", { message_id: id }]],
  );
});

test("a report about another address, another team's message or one that nobody sent changes nothing", async () => {
  const [team, other] = [await newTeam(), await newTeam()];
  const [own, foreign] = [await sent(team), await sent(other)];
  const wrong = [
    { name: own.name, to: "bo@example.com" },
    { name: foreign.name, to: "ada@example.com" },
    { name: "<0198f0a0-0000-7000-8000-000000000000@acme.example>", to: "ada@example.com" },
    { name: "<' or true@acme.example>", to: "ada@example.com" },
    { name: "", to: "" },
  ];
  for (const about of wrong)
    for (const mail of [bounceMail(about), complaintMail(about)])
      assert.equal((await bring(team, mail)).status, 200);
  for (const [one, { id }] of [
    [team, own],
    [other, foreign],
  ] as const) {
    assert.equal((await statusOf(one, id)).status, "sent");
    assert.deepEqual(await listed(one, "ListSuppressions", "suppressions"), []);
    assert.deepEqual(await listed(one, "ListConsents", "consents"), []);
  }
});
