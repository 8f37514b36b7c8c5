import assert from "node:assert/strict";
import { test } from "node:test";
import { toldFaults } from "@jst/testing";
import { testComms } from "../../testing/test-comms.ts";
import { testTwilio, type TwilioTeam } from "../../testing/test-twilio.ts";

const comms = await testComms();
const { newTeam, bring, messagesOf, consentsOf, agree } = testTwilio(comms);
const faults = toldFaults(comms.door);
const say = async (team: TwilioTeam, Body: string): Promise<void> => {
  assert.equal((await bring(team, { Body })).status, 200);
};
const send = async ({ caller }: TwilioTeam, purpose: string) => {
  const body = { to: "+14155550100", channel: "sms", purpose, text: "Hi" };
  const reply = await comms.door.call("SendMessage", { caller, body });
  return reply.body.code ?? reply.status;
};
const marketing = { purpose: "marketing", status: "opted_in", basis: "consent" };

test("a word of each language opts out of both purposes, and the answer is true", async () => {
  for (const word of ["ARRET", "BAJA", "PARAR", "STOPP", "Abmelden", "СТОП", "REMOVE", "Unsub"]) {
    const team = await newTeam();
    await agree(team, marketing);
    await say(team, word);
    assert.equal(await send(team, "marketing"), "recipient_opted_out", word);
    assert.equal(await send(team, "transactional"), "recipient_opted_out", word);
    assert.deepEqual(
      (await messagesOf(team, "direction=outbound")).map(({ kind }) => kind),
      ["opt_out_confirmation"],
    );
  }
});

test("a refusal in other words makes no basis and no contact, answers nothing, and is shown to people", async () => {
  for (const words of ["Please stop texting me", "no more messages", "Keine SMS mehr bitte", "Cancelar"]) {
    const team = await newTeam();
    await say(team, words);
    await say(team, "hello?");
    assert.deepEqual(await consentsOf(team), [], words);
    assert.equal(await send(team, "transactional"), "consent_missing", words);
    assert.deepEqual(await messagesOf(team, "direction=outbound"), []);
    const [refusal, ...others] = await messagesOf(team, "attention=refusal");
    assert.deepEqual([refusal?.["contact_id"], refusal?.["attention"], others], [null, "refusal", []], words);
  }
});

test("a refusal keeps marketing from its sender until somebody records what it means", async () => {
  const team = await newTeam();
  await agree(team, marketing);
  await agree(team, { ...marketing, purpose: "transactional" });
  await say(team, "I never want to receive messages from you");
  assert.equal(await send(team, "marketing"), "consent_missing");
  assert.equal(await send(team, "transactional"), 202);
  const [fault] = await faults(team.caller);
  assert.deepEqual(
    [fault?.component, fault?.state, fault?.path],
    ["refusals", "behind", "/comms/messages?attention=refusal"],
  );
  await agree(team, { ...marketing, purpose: "transactional" });
  assert.equal(await send(team, "marketing"), "consent_missing");
  await agree(team, marketing);
  assert.equal(await send(team, "marketing"), 202);
  assert.deepEqual(await faults(team.caller), []);
});

test("a sentence about an appointment opts nobody out, is shown to people, and may be answered", async () => {
  for (const words of ["Cancel my 3pm appointment please", "Stop by at 5?", "End of the day works for me"]) {
    const team = await newTeam();
    await agree(team, marketing);
    await say(team, words);
    assert.deepEqual(await consentsOf(team), [
      "sms transactional unknown inbound_message",
      "sms marketing opted_in consent",
    ]);
    assert.equal(await send(team, "marketing"), 202);
    assert.deepEqual((await messagesOf(team, "attention=unclear")).length, 1, words);
    assert.deepEqual(await messagesOf(team, "direction=outbound&kind=opt_out_confirmation"), []);
  }
});

test("a word of a team's own opts out of its messages, and of no other team's", async () => {
  const [own, other] = [await newTeam({ "keywords.stop": "raus, nie wieder" }), await newTeam()];
  for (const team of [own, other]) await say(team, "Nie wieder!");
  assert.equal(await send(own, "transactional"), "recipient_opted_out");
  assert.equal(await send(other, "transactional"), 202);
  const set = (value: string) =>
    comms.door.operate("SetSetting", { team_id: own.caller.team_id, key: "comms.keywords.stop", value });
  for (const value of ["yes", "raus, please", "HELP", ",", "one two three four", "x,".repeat(60)])
    assert.equal((await set(value)).status, 422, value);
});
