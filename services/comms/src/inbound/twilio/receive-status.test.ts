import assert from "node:assert/strict";
import { after, test } from "node:test";
import { until } from "@jst/testing";
import { dueSignal } from "../../messages/queries.ts";
import { testComms } from "../../testing/test-comms.ts";
import { becomes, testSender } from "../../testing/test-sender.ts";
import { newSid, testTwilio, type TwilioTeam } from "../../testing/test-twilio.ts";
import type { Provider, SendResult, ProviderRouting } from "../../providers/provider.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
let clockShiftMs = 0;
let answer = (): SendResult | Promise<SendResult> => ({ outcome: "accepted", providerId: newSid() });
let sent = 0;
const provider: Provider = {
  name: "twilio",
  send: () => {
    sent += 1;
    return Promise.resolve(answer());
  },
};
const routing: ProviderRouting = { routeOf: () => Promise.resolve({ provider, from: "+14155550199" }) };
const comms = await testComms({ routing });
const sender = testSender(comms.database, { routing, clockShiftMs: () => clockShiftMs });
stop = () => sender.stop();
const { newTeam, tell, agree, consentsOf } = testTwilio(comms);

const queue = async ({ caller }: TwilioTeam): Promise<string> => {
  const reply = await comms.door.call("SendMessage", { caller, body: { to: "+14155550100", text: "Hi" } });
  assert.equal(reply.status, 202, JSON.stringify(reply.body));
  return reply.body.id as string;
};
const newReader = async (): Promise<TwilioTeam> => {
  const team = await newTeam();
  await agree(team, { purpose: "transactional", status: "opted_in", basis: "contract" });
  return team;
};
const read = async ({ caller }: TwilioTeam, id: string) =>
  (await comms.door.call("GetMessage", { caller, path: { message_id: id } })).body as Record<string, unknown>;
/** A message that Twilio has taken under this name. */
const carried = async (team: TwilioTeam): Promise<{ id: string; sid: string }> => {
  const sid = newSid();
  answer = () => ({ outcome: "accepted", providerId: sid });
  const id = await queue(team);
  await becomes(comms, team.caller, id, "sent");
  return { id, sid };
};
const events = async ({ caller }: TwilioTeam) =>
  (await comms.sql("select from comms.outbox where team_id = $1 and type = 'message.sent'", [caller.team_id]))
    .length;

test("a message goes from sent to delivered, and no report takes it back or elsewhere", async () => {
  const team = await newReader();
  const { id, sid } = await carried(team);
  for (const MessageStatus of ["accepted", "queued", "sending", "sent", "nonsense", ""]) {
    const response = await tell(team, { MessageSid: sid, MessageStatus });
    assert.deepEqual([response.status, await response.text()], [200, "<Response/>"]);
    assert.equal((await read(team, id))["status"], "sent");
  }
  await tell(team, { MessageSid: sid, MessageStatus: "delivered" });
  const delivered = await read(team, id);
  assert.deepEqual([delivered["status"], delivered["error"]], ["delivered", null]);
  assert.ok(delivered["delivered_at"]);
  for (const MessageStatus of ["sent", "undelivered", "failed", "delivered", "read"])
    assert.equal((await tell(team, { MessageSid: sid, MessageStatus, ErrorCode: "30003" })).status, 200);
  assert.deepEqual(await read(team, id), delivered);
  assert.equal(await events(team), 1);
});

test("what did not arrive is undelivered or failed, with the code of Twilio; who has read a message has got it", async () => {
  const team = await newReader();
  for (const [MessageStatus, status, error] of [
    ["undelivered", "undelivered", { code: "30003", message: "The message did not reach the recipient." }],
    ["failed", "failed", { code: "30003", message: "Twilio could not send the message." }],
    ["read", "delivered", null],
  ] as const) {
    const { id, sid } = await carried(team);
    await tell(team, { MessageSid: sid, MessageStatus, ErrorCode: "30003" });
    const shown = await read(team, id);
    assert.deepEqual([shown["status"], shown["error"]], [status, error]);
  }
});

test("twenty reports at once leave one end", async () => {
  const team = await newReader();
  const { id, sid } = await carried(team);
  const statuses = ["delivered", "sent", "undelivered", "failed"];
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      tell(team, { MessageSid: sid, MessageStatus: statuses[n % 4] ?? "" }),
    ),
  );
  assert.deepEqual([...new Set(all.map((response) => response.status))], [200]);
  const first = await read(team, id);
  assert.ok(["delivered", "undelivered", "failed"].includes(String(first["status"])));
  assert.equal(first["version"], 4);
});

test("a message that nobody knows, another team's and one that was not sent by Twilio change nothing", async () => {
  const [team, other] = [await newReader(), await newReader()];
  const { id, sid } = await carried(team);
  const delivered = { MessageStatus: "delivered" };
  assert.equal((await tell(team, { ...delivered, MessageSid: newSid() })).status, 200);
  assert.equal((await tell(team, { ...delivered, MessageSid: "a\0b" })).status, 200);
  assert.equal((await tell(team, { ...delivered, MessageSid: "" })).status, 200);
  // Signed by another account, which knows the name of the message.
  assert.equal((await tell(other, { ...delivered, MessageSid: sid })).status, 200);
  assert.equal(
    (await tell(other, { ...delivered, MessageSid: newSid() }, { query: `?message_id=${id}` })).status,
    200,
  );
  assert.equal((await tell(other, { ...delivered, MessageSid: sid, From: team.number })).status, 403);
  assert.equal((await read(team, id))["status"], "sent");
});

test("a report needs the signature of the account that the message went through, whatever number it names", async () => {
  const [team, other] = [await newReader(), await newTeam()];
  const { id, sid } = await carried(team);
  const MessageStatus = "delivered";
  assert.equal((await tell(team, { MessageSid: sid, MessageStatus }, { signature: null })).status, 403);
  assert.equal((await tell(team, { MessageSid: sid, MessageStatus }, { authToken: "x" })).status, 403);
  assert.equal((await tell(other, { MessageSid: newSid(), MessageStatus, From: team.number })).status, 403);
  assert.equal((await read(team, id))["status"], "sent");
  // The number may be another one by now.
  assert.equal((await tell(team, { MessageSid: sid, MessageStatus, From: "+14155559999" })).status, 200);
  assert.equal((await read(team, id))["status"], "delivered");
});

test("an opt-out that Twilio tells of later is recorded", async () => {
  const team = await newReader();
  const { sid } = await carried(team);
  await tell(team, { MessageSid: sid, MessageStatus: "failed", ErrorCode: "21610" });
  assert.deepEqual((await consentsOf(team)).slice(0, 2).sort(), [
    "sms marketing opted_out null",
    "sms transactional opted_out null",
  ]);
});

test("a report that comes while the message is on its way ends it once its acceptance is recorded", async () => {
  const team = await newReader();
  const sid = newSid();
  const [asked, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  answer = async () => {
    asked.resolve(undefined);
    await held.promise;
    return { outcome: "accepted", providerId: sid };
  };
  const id = await queue(team);
  await asked.promise;
  const query = `?message_id=${id}`;
  await tell(team, { MessageSid: sid, MessageStatus: "undelivered", ErrorCode: "30005" }, { query });
  await tell(team, { MessageSid: sid, MessageStatus: "delivered" }, { query });
  assert.equal((await read(team, id))["status"], "sending");
  held.resolve(undefined);
  const ended = await becomes(comms, team.caller, id, "undelivered");
  assert.deepEqual(ended["error"], { code: "30005", message: "The message did not reach the recipient." });
  assert.equal(await events(team), 1);
});

test("a message whose acceptance was not heard is not sent again where Twilio has told of it meanwhile", async () => {
  const team = await newReader();
  for (const [MessageStatus, status] of [
    ["sent", "sent"],
    ["delivered", "delivered"],
  ] as const) {
    answer = () => ({ outcome: "temporary" });
    const [before, sid] = [sent, newSid()];
    const id = await queue(team);
    await until("the first attempt is over", 15_000, async () =>
      (await read(team, id))["next_attempt_at"] === null ? undefined : true,
    );
    await tell(team, { MessageSid: sid, MessageStatus }, { query: `?message_id=${id}` });
    clockShiftMs += 61_000;
    dueSignal.ring();
    const shown = await becomes(comms, team.caller, id, status);
    assert.deepEqual([shown["provider_id"], shown["delivered_at"] === null], [sid, status === "sent"]);
    assert.equal(sent, before + 1);
  }
  assert.equal(await events(team), 2);
});

test("a report knows a message that was queued while the team had its messages captured", async () => {
  const team = await newReader();
  answer = () => ({ outcome: "temporary" });
  const [sid, id] = [newSid(), await queue(team)];
  await until("the first attempt is over", 15_000, async () =>
    (await read(team, id))["next_attempt_at"] === null ? undefined : true,
  );
  // As of one whose first attempt was lost with its process.
  await comms.sql("update comms.messages set provider = 'capture', attempts = '[]' where id = $1", [id]);
  await tell(team, { MessageSid: sid, MessageStatus: "delivered" }, { query: `?message_id=${id}` });
  clockShiftMs += 61_000;
  dueSignal.ring();
  const shown = await becomes(comms, team.caller, id, "delivered");
  assert.deepEqual([shown["provider"], shown["provider_id"]], ["twilio", sid]);
});
