import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createLogger } from "@jst/telemetry";
import { Database } from "@jst/db";
import type { FactData, FactMails } from "@jst/events";
import { testCaller, testFact } from "@jst/testing";
import { capturing } from "../providers/provider.ts";
import { TEST_SECRETS, testComms } from "../testing/test-comms.ts";
import { becomes, testSender } from "../testing/test-sender.ts";
import { queueMailsFromFacts } from "./queue-mails-from-facts.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const comms = await testComms();
const { door, database, sql } = comms;
const sender = testSender(database);
const own = new Database({
  connectionString: database.urlOf("comms"),
  poolSize: 4,
  applicationName: "test",
  changesetPrefix: "comms",
});
stop = async () => {
  await sender.stop();
  await own.close();
};
const outgoing = {
  database: own,
  routing: capturing,
  secrets: TEST_SECRETS,
  logger: createLogger("comms", "error"),
};

const attachment = {
  filename: "invite.ics",
  content_type: "text/calendar; charset=utf-8; method=REQUEST",
  content: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
};
/** Data as a release published them that did not seal mails. */
const inClear = (mails: FactMails) => mails as unknown as FactData<"booking.changed">;
function changed(teamId: string, to: readonly string[]) {
  const mails = to.map((one) => ({ to: one, subject: "Booked: Demo", text: "This is booked:" }));
  return testFact(teamId, "booking.changed", "b1", inClear({ mails, attachment }));
}
const listed = async (caller: ReturnType<typeof testCaller>) =>
  (await door.call("ListMessages", { caller, query: "sort=created_at:asc" })).body.messages as {
    id: string;
    to: string;
    source: object;
  }[];

test("each mail of a booking is a message about it, with its calendar entry, shown when it was captured", async () => {
  const caller = testCaller();
  const fact = changed(caller.team_id, ["ada@example.org", "Bo <bo@example.org>", "grace@example.org"]);
  await queueMailsFromFacts(outgoing, caller.team_id, [fact]);
  const messages = await listed(caller);
  assert.deepEqual(
    messages.map(({ to }) => to),
    ["ada@example.org", "grace@example.org"],
  );
  const message = await becomes(comms, caller, messages[0]?.id ?? "", "captured");
  const { filename, content_type, content } = attachment;
  const shown = { filename, content_type, size_bytes: Buffer.byteLength(content) };
  assert.deepEqual(message["source"], { type: "booking", id: "b1" });
  assert.deepEqual(message["attachments"], [{ ...shown, content }]);
  assert.deepEqual(message["created_by"], { type: "system", id: null });
});

test("a fact that comes again, ten times at once, makes no second message", async () => {
  const caller = testCaller();
  const fact = changed(caller.team_id, ["ada@example.org", "bo@example.org"]);
  await queueMailsFromFacts(outgoing, caller.team_id, [fact, fact]);
  await Promise.all(Array.from({ length: 10 }, () => queueMailsFromFacts(outgoing, caller.team_id, [fact])));
  assert.equal((await listed(caller)).length, 2);
});

test("who has opted out of transactional mail gets none of a booking, and that is on record", async () => {
  const caller = testCaller();
  const consent = {
    address: "ada@example.org",
    channel: "email",
    purpose: "transactional",
    status: "opted_out",
  };
  await door.call("CreateConsent", { caller, body: { ...consent, source: "a call" } });
  await queueMailsFromFacts(outgoing, caller.team_id, [
    changed(caller.team_id, ["Ada@example.org", "bo@example.org"]),
  ]);
  assert.deepEqual(
    (await listed(caller)).map(({ to }) => to),
    ["bo@example.org"],
  );
  const audited = await sql<{ code: string }>(
    "select payload ->> 'code' as code from comms.outbox where team_id = $1 and payload ->> 'action' = 'send'",
    [caller.team_id],
  );
  assert.deepEqual(audited, [{ code: "recipient_opted_out" }]);
});

test("the mail of an invoice or a quote is a message about it, without a file, once however often it comes", async () => {
  const caller = testCaller();
  const facts = (["invoice", "quote"] as const).map((source) => {
    const mail = { to: "ada@example.org", subject: `An ${source}`, text: "See it" };
    return testFact(caller.team_id, `${source}.sent`, source, inClear({ mails: [mail] }));
  });
  await queueMailsFromFacts(outgoing, caller.team_id, facts);
  await queueMailsFromFacts(outgoing, caller.team_id, facts);
  const messages = await listed(caller);
  assert.deepEqual(
    messages.map(({ source }) => source),
    [
      { type: "invoice", id: "invoice" },
      { type: "quote", id: "quote" },
    ],
  );
  const message = await becomes(comms, caller, messages[0]?.id ?? "", "captured");
  assert.deepEqual(message["attachments"], []);
});
