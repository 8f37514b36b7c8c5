import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type { Caller } from "@jst/caller";
import { Database, type TeamTx } from "@jst/db";
import { publishMails, type ReceivedFact } from "@jst/events";
import { newSecret } from "@jst/pages";
import { createLogger } from "@jst/telemetry";
import { human, teamContext, testCaller, testTeam } from "@jst/testing";
import { queueMailsFromFacts } from "../outgoing/queue-mails-from-facts.ts";
import { tablesWith } from "../testing/tables-with.ts";
import { TEST_SECRETS, testComms } from "../testing/test-comms.ts";
import { becomes, capturedOf, TestProvider, testSender } from "../testing/test-sender.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const provider = new TestProvider();
const comms = await testComms(provider);
const { door, database } = comms;
const sender = testSender(database, provider);
const own = new Database({
  connectionString: database.urlOf("comms"),
  poolSize: 2,
  applicationName: "test",
  changesetPrefix: "comms",
});
stop = async () => {
  await sender.stop();
  await own.close();
};

const address = (kind: string, secret: string) => `http://gateway.test/p/${kind}/${secret}`;

/** Tables of comms that have the text in clear. */
const holding = (text: string): Promise<string[]> => tablesWith(database, text);

/** Lists what is left of the message. */
const leftOf = (id: string) =>
  provider.seen.find((one) => one.id === id) ?? assert.fail(`${id} has not left.`);

const send = async (caller: Caller, body: object): Promise<string> => {
  const mail = { to: "ada@example.com", subject: "Your order", text: "Hello", ...body };
  const reply = await door.call("SendMessage", { caller, body: mail });
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body.id as string;
};

test("the mail leaves with the whole address, and answers, tables and the event have *** in its place", async () => {
  const caller = testCaller();
  const { secret } = newSecret();
  const url = address("bookings", secret);
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const parts = {
    subject: `At ${url}`,
    text: `Cancel: ${url}\n`,
    html: `<a href="${url}/cancel">Cancel</a>`,
    metadata: { url },
  };
  const waiting = await send(caller, { ...parts, send_at: later });
  assert.deepEqual(await holding(secret), []);
  const id = await send(caller, parts);
  const message = await becomes(comms, caller, id, "sent");
  assert.deepEqual(
    [message["subject"], message["text"], message["html"], message["metadata"]],
    [
      "At http://gateway.test/p/bookings/***",
      "Cancel: http://gateway.test/p/bookings/***\n",
      '<a href="http://gateway.test/p/bookings/***/cancel">Cancel</a>',
      { url: "http://gateway.test/p/bookings/***" },
    ],
  );
  const { subject, text, html } = leftOf(id);
  assert.deepEqual([subject, text, html], [parts.subject, parts.text, parts.html]);
  assert.deepEqual(await holding(secret), []);
  const sealed = (one: string) => comms.sql("select sealed from comms.messages where id = $1", [one]);
  assert.deepEqual(await sealed(id), [{ sealed: null }]);
  assert.notDeepEqual(await sealed(waiting), [{ sealed: null }]);
  const canceled = await door.call("CancelMessage", { caller, path: { message_id: waiting }, body: {} });
  assert.equal(canceled.status, 200, JSON.stringify(canceled.body));
  assert.deepEqual(await sealed(waiting), [{ sealed: null }]);
});

test("a proposal shows and stores *** as well, and what is approved leaves whole", async () => {
  const { member: person, admin } = testTeam();
  const member = { ...person, team: { ...person.team, modules: { comms: true } } };
  const { secret } = newSecret();
  const url = address("quotes", `${secret}${secret}`);
  const proposed = await door.call("SendMessage", {
    caller: member,
    body: { to: "ada@example.com", subject: "Quote", text: `See ${url}` },
  });
  assert.equal(proposed.status, 202);
  assert.equal(proposed.body.preview[0].after.text, "See http://gateway.test/p/quotes/***");
  assert.deepEqual(await holding(secret), []);
  const path = { changeset_id: proposed.body.changeset_id as string };
  const { request } = (await door.call("GetChangeset", { caller: admin, path })).body;
  assert.deepEqual([request.body.text, request.editable], ["See http://gateway.test/p/quotes/***", false]);
  assert.deepEqual(Object.keys(request).sort(), ["action", "body", "editable", "path", "query"]);
  const edited = await door.call("ApproveChangeset", { caller: admin, path, body: { body: request.body } });
  assert.deepEqual([edited.status, edited.body.errors[0].field], [422, "body"]);
  const approved = await door.call("ApproveChangeset", { caller: admin, path, body: {} });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const { id } = approved.body.result as { id: string };
  assert.equal((await becomes(comms, admin, id, "sent"))["text"], "See http://gateway.test/p/quotes/***");
  assert.equal(leftOf(id).text, `See ${url}`);
  assert.deepEqual(await holding(secret), []);
});

test("variables of a template are shown without the secret that they bring into its text", async () => {
  const caller = testCaller();
  const { secret } = newSecret();
  const url = address("checkout", `${secret}${secret}`);
  const template = { name: "Pay", channel: "email", subject: "Pay", text: "Pay at {{url}}" };
  const made = await door.call("CreateTemplate", { caller, body: template });
  const from = {
    template_id: made.body.id as string,
    variables: { url },
    text: undefined,
    subject: undefined,
  };
  const id = await send(caller, from);
  const message = await becomes(comms, caller, id, "sent");
  assert.deepEqual(
    [message["text"], message["variables"]],
    ["Pay at http://gateway.test/p/checkout/***", { url: "http://gateway.test/p/checkout/***" }],
  );
  assert.equal(leftOf(id).text, `Pay at ${url}`);
  assert.deepEqual(await holding(secret), []);
});

type BookingFact = ReceivedFact<"booking.changed">;

/** The fact that a service of this release publishes, as its consumers get it, and the mails in it. */
function factWith(teamId: string, url: string) {
  const line = `URL:${url}`;
  const content = `BEGIN:VCALENDAR\r\n${line.slice(0, 60)}\r\n ${line.slice(60)}\r\nEND:VCALENDAR\r\n`;
  const attachment = { filename: "invite.ics", content_type: "text/calendar; method=REQUEST", content };
  const mails = [{ to: "ada@example.com", subject: "Booked", text: `Cancel or move: ${url}\n` }];
  let stored = "";
  const tx = {
    context: teamContext({ teamId }),
    changesetId: null,
    defer: ({ values }: { values: readonly unknown[] }) =>
      (stored = values.map(String).find((value) => value.startsWith("{")) ?? ""),
  };
  const about = { from: "scheduling", type: "booking.changed", id: randomUUID() } as const;
  const fact = { ...about, mails, attachment, data: { change: "created" } };
  publishMails(tx as unknown as TeamTx, fact, TEST_SECRETS);
  return { fact: JSON.parse(stored) as BookingFact, attachment, mails };
}

test("mails of other services come sealed, and in clear from a release before; both leave whole and are stored without the secret", async () => {
  const outgoing = {
    database: own,
    routing: provider.routing,
    secrets: TEST_SECRETS,
    logger: createLogger("comms", "error"),
  };
  for (const isOld of [false, true]) {
    const caller = testCaller();
    const { secret } = newSecret();
    const { fact: sealed, attachment, mails } = factWith(caller.team_id, address("bookings", secret));
    assert.ok(!/ada@example\.com/.test(JSON.stringify(sealed)) && !JSON.stringify(sealed).includes(secret));
    const inClear = { ...sealed, data: { mails, attachment } } as unknown as BookingFact;
    const fact = isOld ? inClear : sealed;
    await queueMailsFromFacts(outgoing, caller.team_id, [fact]);
    await queueMailsFromFacts(outgoing, caller.team_id, [fact]);
    const [listed, ...more] = (await door.call("ListMessages", { caller })).body.messages as { id: string }[];
    assert.ok(listed);
    assert.deepEqual(more, []);
    const message = await becomes(comms, caller, listed.id, "sent");
    assert.equal(message["text"], "Cancel or move: http://gateway.test/p/bookings/***\n");
    const left = leftOf(listed.id);
    assert.equal(left.text, mails[0]?.text);
    assert.equal(String(left.attachments[0]?.content), attachment.content);
    assert.deepEqual(await holding(secret), []);
  }
});

test("a captured message is whole for the operator alone; every caller sees ***", async () => {
  const caller = testCaller();
  const { secret } = newSecret();
  const url = address("invoices", `${secret}${secret}`);
  const id = await send(caller, { text: `Pay: ${url}`, test: true });
  const message = await becomes(comms, caller, id, "captured");
  assert.equal(message["text"], "Pay: http://gateway.test/p/invoices/***");
  for (const one of [caller, human(caller.team_id, "owner"), human(caller.team_id, "viewer")]) {
    const read = await door.call("GetMessage", { caller: one, path: { message_id: id } });
    assert.equal(read.status, 200);
    assert.ok(!JSON.stringify(read.body).includes(secret));
  }
  assert.equal((await capturedOf(comms, caller, id)).text, `Pay: ${url}`);
  assert.deepEqual(await holding(secret), []);
});

test("a text that an earlier release stored whole is shown without its secret", async () => {
  const caller = testCaller();
  const { secret } = newSecret();
  const id = await send(caller, {});
  await becomes(comms, caller, id, "sent");
  await comms.sql("update comms.messages set text = $2 where id = $1", [id, address("bookings", secret)]);
  const read = await door.call("GetMessage", { caller, path: { message_id: id } });
  assert.equal(read.body.text, "http://gateway.test/p/bookings/***");
});
