import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { after, test } from "node:test";
import { Connections, UrlGuard } from "@jst/jobs/outbound";
import {
  startTwilioReceiver,
  TEST_ACCOUNT,
  type Answering,
  type TwilioRefusal,
} from "../../testing/twilio-receiver.ts";
import type { OutgoingMessage } from "../provider.ts";
import { Twilio } from "./twilio.ts";

const connections = new Connections();
after(() => connections.close());
let answer: Answering = () => undefined;
const receiver = await startTwilioReceiver((params, response) => answer(params, response));
const rules = { refusedHosts: [], refusedRanges: [] };
const local = new UrlGuard({ ...rules, allowsLoopback: true }, () => Promise.resolve(["127.0.0.1"]));
const strict = new UrlGuard({ ...rules, allowsLoopback: false }, () => Promise.resolve(["127.0.0.1"]));
const parts = { guard: local, connections, baseUrl: "https://api.acme.example" };
const account = { ...TEST_ACCOUNT, apiUrl: receiver.url };
const provider = new Twilio(account, parts);

const message: OutgoingMessage = {
  teamId: "t1",
  id: "0199-id",
  channel: "sms",
  purpose: "transactional",
  from: "+14155550199",
  to: "+14155550100",
  subject: null,
  text: "Your order is on its way.",
  html: null,
  replyTo: null,
  headers: {},
  attachments: [],
};
const send = (change: Partial<OutgoingMessage> = {}, by = provider, signal = AbortSignal.timeout(10_000)) =>
  by.send({ ...message, ...change }, signal);
const refusing = (status: number, code: number, text = "Not this."): TwilioRefusal => ({
  status,
  code,
  message: text,
});

test("a text message is posted to the account, with the address at which its status is told", async () => {
  answer = () => undefined;
  const result = await send();
  const [posted] = receiver.messages.slice(-1);
  assert.deepEqual(result, { outcome: "accepted", providerId: posted?.sid });
  assert.match(posted?.sid ?? "", /^SM[0-9a-f]{32}$/);
  assert.deepEqual(posted?.params, {
    From: "+14155550199",
    To: "+14155550100",
    Body: "Your order is on its way.",
    StatusCallback: "https://api.acme.example/api/v1/comms/inbound/twilio/status?message_id=0199-id",
  });
});

test("of WhatsApp both numbers have the prefix; texts come through as they are", async () => {
  answer = () => undefined;
  const text = "Grüße \u{1f600} & =%+\n\u202eabc";
  await send({ channel: "whatsapp", text });
  const { From, To, Body } = receiver.messages.at(-1)?.params ?? {};
  assert.deepEqual([From, To, Body], ["whatsapp:+14155550199", "whatsapp:+14155550100", text]);
});

test("what Twilio refuses ends the message with its code; 401, 429 and 5xx are tried again; 21610 is an opt-out", async () => {
  const rows: [refusal: TwilioRefusal, outcome: string, isOptedOut?: true][] = [
    [refusing(400, 21211), "permanent"],
    [refusing(400, 21614), "permanent"],
    [refusing(400, 21610), "permanent", true],
    [refusing(401, 20003), "temporary"],
    [refusing(404, 20404), "permanent"],
    [refusing(429, 20429), "temporary"],
    [refusing(500, 20500), "temporary"],
    [refusing(503, 20503), "temporary"],
  ];
  for (const [refusal, outcome, isOptedOut] of rows) {
    answer = () => refusal;
    const told = { code: String(refusal.code), detail: "Not this." };
    assert.deepEqual(await send(), { outcome, ...told, ...(isOptedOut ? { isOptedOut } : {}) });
  }
});

test("a refusal without a code of Twilio's tells the status; an answer that is not JSON is one too", async () => {
  for (const [status, outcome] of [
    [502, "temporary"],
    [403, "permanent"],
    [301, "permanent"],
  ] as const) {
    answer = (_params, response) => {
      response.writeHead(status, { location: "http://127.0.0.1:9/" }).end("<html>no</html>");
      return "answered";
    };
    const { outcome: became, code } = await send();
    assert.deepEqual([became, code], [outcome, String(status)]);
  }
  const before = receiver.requests;
  answer = (_params, response) => {
    response.writeHead(201).end("taken");
    return "answered";
  };
  assert.deepEqual(await send(), { outcome: "accepted" });
  assert.equal(receiver.requests, before + 1);
});

test("no answer, a cut one and one without end are temporary; so is a server that is not there", async () => {
  const endings: Answering[] = [
    (_params, response) => {
      response.destroy();
      return "answered";
    },
    (_params, response) => {
      response.writeHead(201, { "content-length": "100" }).write("{");
      setImmediate(() => response.destroy());
      return "answered";
    },
    (_params, response) => {
      response.writeHead(201).end("x".repeat(1_000_000));
      return "answered";
    },
  ];
  const unheard = { outcome: "temporary", detail: "Twilio cannot be reached, or did not answer." };
  for (const ending of endings) {
    answer = ending;
    assert.deepEqual(await send(), unheard);
  }
  answer = () => "answered";
  assert.deepEqual(await send({}, provider, AbortSignal.timeout(200)), unheard);
  assert.deepEqual(await send({}, provider, AbortSignal.abort()), { outcome: "temporary" });
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const apiUrl = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
  gone.close();
  await once(gone, "close");
  assert.deepEqual(await send({}, new Twilio({ ...account, apiUrl }, parts)), unheard);
  answer = () => undefined;
});

test("the token of the account is in nothing that is told, and a detail is one line", async () => {
  const wrong = new Twilio({ ...account, authToken: "an0ther-token-of-it" }, parts);
  const encoded = Buffer.from(`${account.accountSid}:an0ther-token-of-it`).toString("base64");
  answer = () => undefined;
  const refused = await send({}, wrong);
  assert.deepEqual(refused, { outcome: "temporary", code: "20003", detail: "Authenticate Basic ***" });
  assert.ok(!JSON.stringify(refused).includes(encoded));
  answer = () => refusing(400, 21614, `a\r\nb\u0000 ${account.authToken} ${"c".repeat(400)}`);
  const { detail } = await send();
  assert.equal(detail, `a b *** ${"c".repeat(292)}`);
  answer = () => undefined;
});

test("an API on a private address is not connected to, under whatever name; loopback is a developer's alone", async () => {
  const before = receiver.requests;
  const { port } = new URL(receiver.url);
  for (const apiUrl of [
    receiver.url,
    `https://localhost:${port}`,
    `https://api.example.com:${port}`,
    "https://10.0.0.1",
  ]) {
    const result = await send({}, new Twilio({ ...account, apiUrl }, { ...parts, guard: strict }));
    assert.deepEqual([result.outcome, result.code], ["permanent", "refused"], apiUrl);
  }
  // The environment has no say in where messages go.
  process.env["TWILIO_EDGE"] = process.env["TWILIO_REGION"] = "elsewhere";
  assert.equal((await send()).outcome, "accepted");
  delete process.env["TWILIO_EDGE"];
  delete process.env["TWILIO_REGION"];
  assert.equal(receiver.requests, before + 1);
});
