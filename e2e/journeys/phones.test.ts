import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { until } from "@jst/testing";
import { startTwilioReceiver, TEST_ACCOUNT } from "../../services/comms/src/testing/twilio-receiver.ts";
import { signedByTwilio } from "../src/exchange.ts";
import { fleet, jst, jstProgram, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** A team writes to a phone and is written to, through the account that its settings name (comms.twilio). */
const twilio = await startTwilioReceiver();
const team = await newTeam("phones");
const own = `+1415${randomInt(2_000_000, 10_000_000)}`;
const person = "+14155550147";
const configSet = (slug: string, key: string, value: string) => ["config", "set", "--team", slug, key, value];
const set = (key: string, value: string) => jst(...configSet(team.slug, `comms.${key}`, value));
const ask = async (path: string) => (await send({ path: `/api/v1/comms/${path}`, token: team.token })).body;

/** Posts what Twilio posts, to the address that it knows. */
async function post(url: string, parameters: Record<string, string>): Promise<number> {
  const signed = signedByTwilio({ auth_token: TEST_ACCOUNT.authToken, parameters }, url);
  return (await send({ method: "POST", path: url.slice(fleet().base_url.length), ...signed })).status;
}
const bring = (sid: string, body: string) =>
  post(`${fleet().base_url}/api/v1/comms/inbound/twilio`, {
    ...{ MessageSid: sid, From: `whatsapp:${person}`, To: `whatsapp:${own}`, Body: body },
  });

test("the number of one team is refused to another one, by the exit code of the command", async () => {
  await set("whatsapp.from", own);
  await set("twilio.account_sid", TEST_ACCOUNT.accountSid);
  await set("twilio.auth_token", TEST_ACCOUNT.authToken);
  await set("twilio.api_url", twilio.url);
  await set("whatsapp.provider", "twilio");
  const other = await newTeam("phones-other");
  await assert.rejects(jstProgram(...configSet(other.slug, "comms.sms.from", own)), { code: 1 });
});

test("an inbound message is answered through the account, and the state of the answer is shown", async () => {
  assert.equal(await bring("SM1", "When do you open?"), 200);
  const body = { to: person, channel: "whatsapp", text: "At nine \u{1f600}" };
  // The settings are in force within five seconds.
  const id = await until("the account carries messages", 60_000, async () => {
    const answer = await send({ method: "POST", path: "/api/v1/comms/send", token: team.token, body });
    const { id, provider } = answer.body as { id: string; provider: string };
    return provider === "twilio" ? id : undefined;
  });
  const posted = await until("it is posted to the account", 60_000, () =>
    Promise.resolve(twilio.messages.find(({ params }) => params["StatusCallback"]?.endsWith(id) === true)),
  );
  const { From, To, Body, StatusCallback = "" } = posted.params;
  assert.deepEqual([From, To, Body], [`whatsapp:${own}`, `whatsapp:${person}`, body.text]);
  const report = { MessageSid: posted.sid, MessageStatus: "delivered", From: From ?? "", To: To ?? "" };
  assert.equal(await post(StatusCallback, report), 200);
  await until("it is delivered", 60_000, async () => {
    const message = (await ask(`messages/${id}`)) as { status: string; provider_id: string };
    return message.status === "delivered" && message.provider_id === posted.sid ? message : undefined;
  });
});

test("a STOP is confirmed by way of the account, once", async () => {
  for (const sid of ["SM2", "SM2", "SM3"]) assert.equal(await bring(sid, "STOP"), 200);
  const confirmations = () =>
    twilio.messages.filter(({ params }) => params["Body"]?.includes("no more messages") === true);
  await until("the confirmation is posted", 60_000, () =>
    Promise.resolve(confirmations().length > 0 || undefined),
  );
  await until("everything queued is sent", 60_000, async () => {
    const { messages } = (await ask("messages?direction=outbound")) as { messages: { status: string }[] };
    return messages.every(({ status }) => !["queued", "sending"].includes(status)) || undefined;
  });
  assert.equal(confirmations().length, 1);
  const refused = { to: person, channel: "whatsapp", text: "Are you there?" };
  const answer = await send({ method: "POST", path: "/api/v1/comms/send", token: team.token, body: refused });
  assert.equal((answer.body as { code: string }).code, "recipient_opted_out");
});
