import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** A message as the API got it, by the names of its parameters. */
export interface PostedMessage {
  sid: string;
  params: Record<string, string>;
}

/** A refusal as the API documents it: a status of HTTP, and a code of Twilio's own. */
export interface TwilioRefusal {
  status: number;
  code: number;
  message: string;
}

/** A server that speaks the API of messages as Twilio documents it, and everything that it took. */
export interface TwilioReceiver {
  /** Value of `comms.twilio.api_url`. */
  url: string;
  requests: number;
  messages: PostedMessage[];
}

/** Behaviour instead of accepting a message: refuse, answer something else, or nothing at all. */
export type Answering = (
  params: Record<string, string>,
  response: ServerResponse,
) => TwilioRefusal | "answered" | undefined;

/** The account that the server knows. */
export const TEST_ACCOUNT = { accountSid: `AC${"0a".repeat(16)}`, authToken: "5ecret-of-the-account" };

const E164 = /^(whatsapp:)?\+[1-9]\d{6,14}$/;
const BODY_CHARS_MAX = 1_600;

/**
 * Starts it on loopback until the test file ends. There is no real one to install: it holds requests against what the
 * documentation of the Messages resource says of account, parameters and answers.
 */
export async function startTwilioReceiver(answering: Answering = () => undefined): Promise<TwilioReceiver> {
  const receiver: TwilioReceiver = { url: "", requests: 0, messages: [] };
  const server = createServer((request, response) => {
    receiver.requests += 1;
    void bodyOf(request).then((body) => {
      const params = Object.fromEntries(new URLSearchParams(body));
      const fault = faultOf(request, params) ?? answering(params, response);
      if (fault === "answered") return;
      if (fault !== undefined) refuse(response, fault);
      else response.writeHead(201, json).end(JSON.stringify(taken(receiver, params)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

const json = { "content-type": "application/json" };

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat((await request.toArray()) as Buffer[]).toString();
}

function refuse(response: ServerResponse, { status, code, message }: TwilioRefusal): void {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  response.writeHead(status, json).end(JSON.stringify({ code, message, more_info, status }));
}

/** Finds the fault of a request that the API refuses, in the API's order. */
function faultOf(
  { method, url, headers }: IncomingMessage,
  { From: from = "", To: to = "", Body: body = "", StatusCallback: callback }: Record<string, string>,
): TwilioRefusal | undefined {
  const { accountSid, authToken } = TEST_ACCOUNT;
  const account = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
  if (headers.authorization !== account)
    return { status: 401, code: 20003, message: `Authenticate ${String(headers.authorization)}` };
  const isKnown = method === "POST" && url === `/2010-04-01/Accounts/${accountSid}/Messages.json`;
  if (!isKnown)
    return { status: 404, code: 20404, message: `The requested resource ${url ?? ""} was not found` };
  if (headers["content-type"] !== "application/x-www-form-urlencoded")
    return { status: 400, code: 20001, message: "Unknown parameters" };
  if (!E164.test(to)) return { status: 400, code: 21211, message: `Invalid 'To' Phone Number: ${to}` };
  if (!E164.test(from)) return { status: 400, code: 21212, message: `Invalid From Number: ${from}` };
  if (from.startsWith("whatsapp:") !== to.startsWith("whatsapp:"))
    return { status: 400, code: 63007, message: "The channel of From is not that of To" };
  if (body === "") return { status: 400, code: 21602, message: "Message body is required." };
  if (body.length > BODY_CHARS_MAX)
    return { status: 400, code: 21617, message: "The concatenated message body exceeds the limit." };
  if (callback !== undefined && !URL.canParse(callback))
    return { status: 400, code: 21609, message: `The StatusCallback URL ${callback} is not a valid URL.` };
  return undefined;
}

function taken({ messages }: TwilioReceiver, params: Record<string, string>): object {
  const sid = `SM${randomBytes(16).toString("hex")}`;
  messages.push({ sid, params });
  const now = new Date().toUTCString();
  return {
    account_sid: TEST_ACCOUNT.accountSid,
    api_version: "2010-04-01",
    body: params["Body"],
    date_created: now,
    date_sent: null,
    date_updated: now,
    direction: "outbound-api",
    error_code: null,
    error_message: null,
    from: params["From"],
    messaging_service_sid: null,
    num_media: "0",
    num_segments: "1",
    price: null,
    price_unit: null,
    sid,
    status: "queued",
    subresource_uris: {},
    to: params["To"],
    uri: `/2010-04-01/Accounts/${TEST_ACCOUNT.accountSid}/Messages/${sid}.json`,
  };
}
