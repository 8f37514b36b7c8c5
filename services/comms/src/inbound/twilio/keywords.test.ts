import assert from "node:assert/strict";
import { test } from "node:test";
import { randomUUID } from "node:crypto";
import { testComms } from "../../testing/test-comms.ts";
import { newSid, testTwilio, type TwilioTeam } from "../../testing/test-twilio.ts";

const comms = await testComms();
const { newTeam, bring, messagesOf, consentsOf, agree } = testTwilio(comms);
const say = async (team: TwilioTeam, Body: string, more: Record<string, string> = {}): Promise<void> => {
  const response = await bring(team, { Body, ...more });
  assert.deepEqual([response.status, await response.text()], [200, "<Response/>"]);
};
/** Kinds of what was answered, the first one first. */
const answers = async (team: TwilioTeam) =>
  (await messagesOf(team, "direction=outbound&sort=created_at:asc")).map(({ kind }) => kind);
const optIn = { status: "opted_in", basis: "consent" };

test("a STOP opts out of both purposes of its channel, is confirmed once, and again it does nothing", async () => {
  const team = await newTeam();
  await agree(team, { ...optIn, purpose: "marketing" });
  await agree(team, { ...optIn, purpose: "transactional", channel: "whatsapp" });
  await say(team, "Stop please");
  const stopped = ["sms marketing opted_out null", "sms transactional opted_out null"];
  assert.deepEqual((await consentsOf(team)).slice(0, 2), stopped);
  await say(team, "STOP");
  await say(team, "Unsubscribe!");
  assert.equal((await consentsOf(team)).length, 4);
  assert.deepEqual(await answers(team), ["opt_out_confirmation"]);
  const [record] = (await comms.door.call("ListConsents", { caller: team.caller, query: "channel=sms" })).body
    .consents as Record<string, unknown>[];
  const [first] = await messagesOf(team, "direction=inbound&sort=created_at:asc");
  assert.deepEqual(
    [record?.["source"], record?.["evidence"], record?.["created_by"]],
    ["keyword", { message_id: first?.["id"], keyword: "stop" }, { type: "system", id: null }],
  );
  const send = (channel: string) =>
    comms.door.call("SendMessage", {
      caller: team.caller,
      body: { to: "+14155550100", channel, text: "Hi" },
    });
  assert.equal((await send("sms")).body.code, "recipient_opted_out");
  assert.equal((await send("whatsapp")).status, 202);
});

test("a STOP of a stranger makes no contact; a hello after it lifts nothing", async () => {
  const team = await newTeam();
  await say(team, "stop");
  await say(team, "hello");
  const [hello, stop] = await messagesOf(team, "direction=inbound");
  assert.equal(stop?.["contact_id"], null);
  assert.notEqual(hello?.["contact_id"], null);
  assert.deepEqual(await consentsOf(team), [
    "sms marketing opted_out null",
    "sms transactional opted_out null",
  ]);
});

test("a START brings back what the STOP took, marketing on its own basis, and is confirmed where it changes something", async () => {
  const team = await newTeam();
  await agree(team, { ...optIn, basis: "form", purpose: "marketing" });
  await say(team, "STOP");
  await say(team, "START");
  await say(team, "yes");
  assert.deepEqual((await consentsOf(team)).slice(0, 2).sort(), [
    "sms marketing opted_in form",
    "sms transactional opted_in inbound_message",
  ]);
  assert.equal((await consentsOf(team)).length, 5);
  assert.deepEqual(await answers(team), ["opt_out_confirmation", "opt_in_confirmation"]);
  await say(team, "STOP");
  assert.deepEqual((await answers(team)).at(-1), "opt_out_confirmation");
});

test("a START of a stranger is for what concerns them; who was out of marketing stays out of it", async () => {
  const [team, other] = [await newTeam(), await newTeam()];
  await say(team, "START");
  assert.deepEqual(await consentsOf(team), ["sms transactional opted_in inbound_message"]);
  await agree(other, { status: "opted_out", purpose: "marketing" });
  await say(other, "STOP");
  await say(other, "UNSTOP");
  assert.deepEqual((await consentsOf(other))[0], "sms transactional opted_in inbound_message");
  assert.equal((await consentsOf(other)).filter((line) => line.includes("marketing opted_in")).length, 0);
});

test("help is answered each time, also to who has opted out; other words are ordinary messages", async () => {
  const team = await newTeam();
  await say(team, "STOP");
  await say(team, "HELP");
  await say(team, "info?");
  await say(team, "Yes, see you at 5");
  await say(team, "please stop");
  await say(team, "Info about my order");
  assert.deepEqual(await answers(team), ["opt_out_confirmation", "help", "help"]);
});

test("an answer comes from the number that was written to, by the provider of the channel, in the team's name", async () => {
  const team = await newTeam({ "sms.provider": "capture" });
  const { team_id } = team.caller;
  const brand = { name: "Acme Ltd", logo: null, favicon: null, primary_color: null };
  comms.teams.set(team_id, { team_id, slug: "acme", modules: [], timezone: "UTC", brand });
  await say(team, "HELP", { From: "whatsapp:+14155550100", To: `whatsapp:${team.number}` });
  const [answer] = await messagesOf(team, "direction=outbound");
  assert.deepEqual(
    ["channel", "kind", "from", "to", "purpose", "provider", "status"].map((name) => answer?.[name]),
    ["whatsapp", "help", team.number, "+14155550100", "transactional", "capture", "queued"],
  );
  const { body } = await comms.door.call("GetMessage", {
    caller: team.caller,
    path: { message_id: String(answer?.["id"]) },
  });
  assert.equal(
    body.text,
    "Acme Ltd: Reply STOP to get no more messages from this number, START to get them again.",
  );
});

test("of twenty STOPs at once, the same one or different ones, one is the first", async () => {
  for (const sids of [() => "SM1", () => newSid()]) {
    const team = await newTeam();
    await Promise.all(Array.from({ length: 20 }, () => say(team, "STOP", { MessageSid: sids() })));
    assert.deepEqual(await answers(team), ["opt_out_confirmation"]);
    assert.equal((await consentsOf(team)).length, 2);
  }
});

test("a contact with the number of the sender is named, and its keywords are the number's", async () => {
  const team = await newTeam();
  const id = randomUUID();
  comms.senders.set(`${team.caller.team_id} +14155550100`, id);
  await say(team, "STOP");
  assert.equal((await messagesOf(team, "direction=inbound"))[0]?.["contact_id"], id);
});
