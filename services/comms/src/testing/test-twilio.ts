import assert from "node:assert/strict";
import { createHmac, randomBytes } from "node:crypto";
import type { Caller } from "@jst/caller";
import { testCaller } from "@jst/testing";
import type { TestComms } from "./test-comms.ts";

/** A team with numbers of its own at Twilio. */
export interface TwilioTeam {
  caller: Caller;
  number: string;
  authToken: string;
}

/** How a request differs from what Twilio would send. */
interface Forged {
  /** Token of the signature; that of the team by default. */
  authToken?: string;
  /** The header, in place of the signature; none when null. */
  signature?: string | null;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const BASE_URL = "http://gateway.test";
const INBOUND = "/api/v1/comms/inbound/twilio";
let numbers = 0;

/** A number that no other test of the file has. */
export const newNumber = (): string => `+1415555${String((numbers += 1)).padStart(4, "0")}`;
export const newSid = (): string => `SM${randomBytes(16).toString("hex")}`;

/**
 * The signature as Twilio documents it: of the URL, and each parameter after it by name, with its value. It is made
 * here without the SDK, which checks it.
 */
export function signatureOf(authToken: string, url: string, params: Record<string, string>): string {
  const names = Object.keys(params).sort();
  const signed = url + names.map((name) => `${name}${params[name] ?? ""}`).join("");
  return createHmac("sha1", authToken).update(signed, "utf8").digest("base64");
}

/** Posts that Twilio makes to the service: incoming messages, and the states of outgoing ones. */
function twilioAt(httpUrl: string) {
  const post = (
    { authToken }: Pick<TwilioTeam, "authToken">,
    path: string,
    params: Record<string, string>,
    forged: Forged = {},
  ): Promise<Response> => {
    const own = signatureOf(forged.authToken ?? authToken, `${BASE_URL}${path}`, params);
    const signature = forged.signature === undefined ? own : forged.signature;
    return fetch(`${httpUrl}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        ...(signature === null ? {} : { "x-twilio-signature": signature }),
        ...forged.headers,
      },
      body: forged.body ?? new URLSearchParams(params).toString(),
      redirect: "manual",
    });
  };
  /** Brings a message of somebody to the team. */
  const bring = (
    team: TwilioTeam,
    params: Record<string, string>,
    { query = "", ...forged }: Forged & { query?: string } = {},
  ): Promise<Response> =>
    post(
      team,
      `${INBOUND}${query}`,
      {
        MessageSid: newSid(),
        From: "+14155550100",
        To: team.number,
        Body: "Hello",
        NumMedia: "0",
        ...params,
      },
      forged,
    );
  /** Tells the status of a message of the team. */
  const tell = (
    team: TwilioTeam,
    params: Record<string, string>,
    { query = "", ...forged }: Forged & { query?: string } = {},
  ): Promise<Response> =>
    post(team, `${INBOUND}/status${query}`, { From: team.number, To: "+14155550100", ...params }, forged);
  return { post, bring, tell };
}

/** Teams with numbers at Twilio, what it posts to them, and what is stored of that. */
export function testTwilio({ door }: TestComms) {
  const set = async ({ team_id }: Caller, settings: Record<string, string>): Promise<void> => {
    for (const [key, value] of Object.entries(settings)) {
      const reply = await door.operate("SetSetting", { team_id, key: `comms.${key}`, value });
      assert.equal(reply.status, 200, `${key}: ${JSON.stringify(reply.body)}`);
    }
  };
  const newTeam = async (settings: Record<string, string> = {}): Promise<TwilioTeam> => {
    const team = { caller: testCaller(), number: newNumber(), authToken: randomBytes(16).toString("hex") };
    await set(team.caller, {
      "sms.from": team.number,
      "whatsapp.from": team.number,
      "twilio.account_sid": `AC${"0a".repeat(16)}`,
      "twilio.auth_token": team.authToken,
      ...settings,
    });
    return team;
  };
  const messagesOf = async ({ caller }: TwilioTeam, query: string) => {
    const reply = await door.call("ListMessages", { caller, query });
    return (reply.body as { messages: Record<string, unknown>[] }).messages;
  };
  /** Lists the records, newest first: channel, purpose, status and basis of each. */
  const consentsOf = async ({ caller }: TwilioTeam): Promise<string[]> => {
    const reply = await door.call("ListConsents", { caller });
    const { consents } = reply.body as { consents: Record<string, unknown>[] };
    return consents.map(({ channel, purpose, status, basis }) =>
      [channel, purpose, status, basis].map(String).join(" "),
    );
  };
  const agree = async ({ caller }: TwilioTeam, record: object): Promise<void> => {
    const how = { channel: "sms", address: "+14155550100", source: "a page" };
    const reply = await door.call("CreateConsent", { caller, body: { ...how, ...record } });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
  };
  return { ...twilioAt(door.httpUrl), set, newTeam, messagesOf, consentsOf, agree };
}
