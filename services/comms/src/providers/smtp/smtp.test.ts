import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { after, test } from "node:test";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import PostalMime from "postal-mime";
import { startSmtpReceiver, type SmtpReceiver } from "../../testing/smtp-receiver.ts";
import type { OutgoingMessage } from "../provider.ts";
import { Smtp, type DkimKey } from "./smtp.ts";
import { smtpServerOf } from "./connect.ts";

const signal = new AbortController().signal;
const message: OutgoingMessage = {
  teamId: "t",
  id: "m1",
  channel: "email",
  purpose: "transactional",
  from: "Ada's Büro <ada@example.com>",
  to: "bo@example.org",
  subject: "Grüße 🎉",
  text: "Hallo\n.\nBo",
  html: "<p>Hallo <b>Bo</b></p>",
  replyTo: "answers@example.com",
  headers: { "Message-ID": "<m1@example.com>", Date: "Mon, 23 Nov 2026 12:00:00 +0000" },
  attachments: [],
};

function smtpTo(
  receiver: SmtpReceiver,
  url = "smtp://ada:p%25ss%20w%3Ard@mail.example.com",
  dkim?: DkimKey,
): Smtp {
  const server = smtpServerOf(url);
  assert.ok(server);
  const smtp = new Smtp({ server, connect: receiver.connect, ca: receiver.ca, dkim });
  after(() => smtp.close());
  return smtp;
}

test("a message goes over STARTTLS as the account, and another program reads what was meant", async () => {
  const receiver = await startSmtpReceiver();
  const smtp = smtpTo(receiver);
  const content = Buffer.from([0, 255, 13, 10, 46, 13, 10]);
  const attachments = [{ name: "Rechnung №1.bin", contentType: "application/octet-stream", content }];
  const result = await smtp.send({ ...message, attachments }, signal);
  assert.deepEqual(result, { outcome: "accepted", providerId: "<m1@example.com>" });
  const [mail] = receiver.mails;
  assert.ok(mail);
  assert.deepEqual(
    [mail.from, mail.to, mail.isSecure, mail.user],
    ["ada@example.com", ["bo@example.org"], true, "ada"],
  );
  const read = await PostalMime.parse(mail.raw);
  assert.deepEqual([read.from?.name, read.from?.address], ["Ada's Büro", "ada@example.com"]);
  assert.deepEqual(
    [read.to?.map(({ address }) => address), read.replyTo?.map(({ address }) => address)],
    [["bo@example.org"], ["answers@example.com"]],
  );
  assert.deepEqual([read.subject, read.messageId], ["Grüße 🎉", "<m1@example.com>"]);
  assert.equal(new Date(read.date ?? "").toISOString(), "2026-11-23T12:00:00.000Z");
  assert.equal(read.text?.replaceAll("\r\n", "\n").trim(), "Hallo\n.\nBo");
  assert.equal(read.html?.trim(), "<p>Hallo <b>Bo</b></p>");
  const [file] = read.attachments;
  assert.deepEqual([file?.filename, file?.mimeType], ["Rechnung №1.bin", "application/octet-stream"]);
  assert.deepEqual(Buffer.from(file?.content as ArrayBuffer), content);
});

test("an invitation is another form of the text, which calendars look for, and a file beside", async () => {
  const receiver = await startSmtpReceiver();
  const smtp = smtpTo(receiver);
  const textOf = (bytes: Buffer) => bytes.toString().replaceAll("\r\n", "\n");
  const content = Buffer.from("BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Grüße\r\nEND:VCALENDAR\r\n");
  const entry = { name: "invite.ics", contentType: "text/calendar; method=REQUEST; charset=utf-8", content };
  const plain = { name: "plan.ics", contentType: "text/calendar", content };
  const sent = { ...message, html: null, attachments: [plain, entry] };
  assert.equal((await smtp.send(sent, signal)).outcome, "accepted");
  const raw = receiver.mails[0]?.raw.toString().replaceAll(/\r\n[ \t]+/g, " ") ?? "";
  const types = [...raw.matchAll(/^Content-Type: ([^\r]*)/gim)].map(([, type = ""]) =>
    type.replace(/;? *(boundary|name)="?[^";]*"?/g, ""),
  );
  assert.deepEqual(types, [
    "multipart/mixed",
    "multipart/alternative",
    "text/plain; charset=utf-8",
    "text/calendar; charset=utf-8; method=REQUEST",
    "text/calendar",
    "application/ics",
  ]);
  const read = await PostalMime.parse(receiver.mails[0]?.raw ?? "", { forceRfc822Attachments: true });
  assert.deepEqual(
    read.attachments.map(({ filename, method }) => [filename, method]),
    [
      [null, "REQUEST"],
      ["plan.ics", undefined],
      ["invite.ics", undefined],
    ],
  );
  for (const file of [read.attachments[0], read.attachments[2]])
    assert.equal(textOf(Buffer.from(file?.content as ArrayBuffer)), textOf(content));
});

test("the name of a file stands in both fields as RFC 2231 has it, without an encoded word", async () => {
  const receiver = await startSmtpReceiver();
  const names = [
    "Rechnung №1.pdf",
    "見積書.pdf",
    'a "b"\\c.pdf',
    "plain.pdf",
    "\u{1f600}'%*;.pdf",
    `${"lang ".repeat(30)}ü.pdf`,
  ];
  for (const name of names) {
    const attachments = [{ name, contentType: "application/pdf", content: Buffer.from("%PDF") }];
    assert.equal((await smtpTo(receiver).send({ ...message, attachments }, signal)).outcome, "accepted");
    const raw = receiver.mails.at(-1)?.raw ?? Buffer.alloc(0);
    const head = raw.toString("latin1").slice(raw.lastIndexOf("application/pdf") - 20);
    assert.doesNotMatch(head, /=\?utf-8/i);
    assert.match(head, /name(?:\*0?\*?)?=/);
    assert.equal((await PostalMime.parse(raw)).attachments[0]?.filename, name);
  }
});

test("a local part beyond ASCII goes to a server that announces SMTPUTF8, and to no other", async () => {
  const [taking, refusing] = [await startSmtpReceiver(), await startSmtpReceiver({}, { hideSMTPUTF8: true })];
  const beyond = [
    { to: "用户@例子.广告" },
    { to: "ü@example.org" },
    { replyTo: "ü@example.com" },
    { from: "Ada <ü@example.com>" },
  ];
  for (const more of beyond) {
    const refused = await smtpTo(refusing).send({ ...message, ...more }, signal);
    const found = [refused.outcome, refused.code];
    assert.deepEqual(found, ["permanent", "smtputf8_missing"], JSON.stringify(more));
    assert.match(refused.detail ?? "", /SMTPUTF8/);
    assert.equal((await smtpTo(taking).send({ ...message, ...more }, signal)).outcome, "accepted");
  }
  assert.deepEqual([refusing.mails.length, taking.mails.length], [0, beyond.length]);
  const ascii = await smtpTo(refusing).send({ ...message, to: "user@münchen.example" }, signal);
  assert.equal(ascii.outcome, "accepted");
  assert.match(refusing.mails[0]?.raw.toString("latin1") ?? "", /^To: user@xn--mnchen-3ya\.example\r$/m);
});

test("its Message-ID is the same at each attempt, and connections are kept", async () => {
  const receiver = await startSmtpReceiver();
  const smtp = smtpTo(receiver);
  for (let n = 0; n < 20; n += 1) assert.equal((await smtp.send(message, signal)).outcome, "accepted");
  assert.deepEqual([receiver.mails.length, receiver.connections], [20, 1]);
  for (const { raw } of receiver.mails) assert.match(raw.toString(), /^Message-ID: <m1@example\.com>\r$/m);
});

test("without TLS, or with a certificate that nobody trusts or that is another's, nothing is sent", async () => {
  const plain = await startSmtpReceiver({}, { disabledCommands: ["STARTTLS"] });
  const trusted = await startSmtpReceiver();
  const unknown = { ...trusted, ca: plain.ca };
  for (const [receiver, host] of [
    [plain, "mail.example.com"],
    [unknown, "mail.example.com"],
    [trusted, "other.example.com"],
  ] as const) {
    const result = await smtpTo(receiver, `smtp://ada:p%25ss%20w%3Ard@${host}`).send(message, signal);
    assert.equal(result.outcome, "temporary", JSON.stringify(result));
  }
  assert.deepEqual([plain.mails, trusted.mails], [[], []]);
});

test("a server on loopback may do without TLS and account", async () => {
  const receiver = await startSmtpReceiver({}, { disabledCommands: ["STARTTLS", "AUTH"] });
  const result = await smtpTo(receiver, `smtp://127.0.0.1:${receiver.port}`).send(message, signal);
  assert.deepEqual([result.outcome, receiver.mails[0]?.isSecure], ["accepted", false]);
});

test("what a server answers is told by its enhanced status; 5xx is permanent, of the message from its recipient on", async () => {
  let answers: Parameters<typeof startSmtpReceiver>[0] = {};
  const receiver = await startSmtpReceiver({
    from: (address) => answers?.from?.(address),
    to: (address) => answers?.to?.(address),
    data: () => answers?.data?.(),
  });
  const smtp = smtpTo(receiver);
  const rows: [
    stage: "from" | "to" | "data",
    answer: string,
    outcome: string,
    code: string,
    isOfMessage?: true,
  ][] = [
    ["to", "550 5.1.1 No such user", "permanent", "5.1.1", true],
    ["to", "550 5.1.2 No such system", "permanent", "5.1.2", true],
    ["to", "553 5.1.3 Bad address", "permanent", "5.1.3", true],
    ["to", "551 5.1.6 Moved", "permanent", "5.1.6", true],
    ["to", "556 5.1.10 Null MX", "permanent", "5.1.10", true],
    ["to", "550 5.2.1 Disabled", "permanent", "5.2.1", true],
    ["to", "552 5.2.2 Full", "permanent", "5.2.2", true],
    ["to", "550 5.7.1 Policy", "permanent", "5.7.1", true],
    ["to", "550 No", "permanent", "550", true],
    ["to", "450 4.2.1 Later", "temporary", "4.2.1", true],
    ["to", "451 Greylisted", "temporary", "451", true],
    ["from", "550 5.1.1 Not you", "permanent", "5.1.1"],
    ["data", "550 5.1.1 Not this", "permanent", "5.1.1", true],
    ["data", "452 4.3.1 Disk full", "temporary", "4.3.1", true],
  ];
  for (const [stage, answer, outcome, code, isOfMessage] of rows) {
    answers = { [stage]: () => answer };
    const result = await smtp.send(message, signal);
    assert.deepEqual([result.outcome, result.code, result.isOfMessage], [outcome, code, isOfMessage], answer);
    assert.ok(result.detail?.includes(answer.split(" ").at(-1) ?? "?"), JSON.stringify(result));
  }
  assert.deepEqual(receiver.mails, []);
  answers = {};
  assert.equal((await smtp.send(message, signal)).outcome, "accepted");
});

test("a wrong password is tried again, and told without the password", async () => {
  const receiver = await startSmtpReceiver();
  const result = await smtpTo(receiver, "smtp://ada:s3cr3t-word@mail.example.com").send(message, signal);
  assert.deepEqual([result.outcome, result.code], ["temporary", "5.7.8"]);
  assert.ok(!JSON.stringify(result).includes("s3cr3t-word"), JSON.stringify(result));
});

test("line ends in any field make no header, no recipient and no second message", async () => {
  const receiver = await startSmtpReceiver();
  const smtp = smtpTo(receiver);
  const evil = "x\r\nBcc: eve@example.net\r\nX-Evil: 1\r\n\r\nbody\r\n.\r\nMAIL FROM:<eve@example.net>\r\n";
  const refused: Partial<OutgoingMessage>[] = [
    { subject: evil },
    { from: `Ada ${evil} <ada@example.com>` },
    { from: `ada@example.com${evil}` },
    { to: `bo@example.org${evil}` },
    { replyTo: `answers@example.com${evil}` },
    { headers: { "Message-ID": `<m1@example.com>${evil}` } },
    { headers: { "List-Unsubscribe": `<https://example.com/u>${evil}` } },
    { headers: { [`X-Name${evil}`]: "1" } },
    { subject: "a\nb" },
    { subject: "a\rb" },
    { subject: "a\0b" },
  ];
  for (const fields of refused)
    assert.equal(
      (await smtp.send({ ...message, ...fields }, signal)).code,
      "malformed",
      JSON.stringify(fields),
    );
  assert.deepEqual([receiver.connections, receiver.mails], [0, []]);
  for (const fields of [
    { to: "bo@example.org, eve@example.net" },
    { to: "bo@example.org> RCPT TO:<eve@example.net" },
    { text: evil },
    { html: evil },
    { attachments: [{ name: evil, contentType: `text/plain${evil}`, content: Buffer.from(evil) }] },
  ])
    await smtp.send({ ...message, ...fields }, signal);
  for (const { to, from, raw } of receiver.mails) {
    assert.deepEqual([to.length, to[0] === "eve@example.net", from], [1, false, "ada@example.com"]);
    const names = (await PostalMime.parse(raw)).headers.map(({ key }) => key);
    assert.ok(!names.includes("bcc") && !names.includes("x-evil"), JSON.stringify(names));
  }
  assert.ok(receiver.mails.length >= 3, `${receiver.mails.length} were sent`);
});

test("a key of the team signs what is sent, List-Unsubscribe with it; another program says so", async () => {
  const receiver = await startSmtpReceiver();
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
  const smtp = smtpTo(receiver, undefined, { domain: "example.com", selector: "s1", privateKey: pem });
  const headers = {
    ...message.headers,
    "List-Unsubscribe": `<https://example.com/p/unsubscribe/${"x".repeat(43)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  assert.equal((await smtp.send({ ...message, headers }, signal)).outcome, "accepted");
  const raw = receiver.mails[0]?.raw ?? Buffer.alloc(0);
  const verdict = async (mail: Buffer) => {
    const resolver = (name: string, type: string) => {
      assert.deepEqual([name, type], ["s1._domainkey.example.com", "TXT"]);
      return Promise.resolve([[record]]);
    };
    const { results } = await dkimVerify(mail, { resolver });
    return results.map(({ status, signingHeaders }) => [status.result, signingHeaders?.keys]);
  };
  const [[result, signed] = []] = await verdict(raw);
  assert.equal(result, "pass");
  for (const name of ["From", "Subject", "Date", "Message-ID", "List-Unsubscribe", "List-Unsubscribe-Post"])
    assert.ok(String(signed).split(": ").includes(name), `${name} in ${String(signed)}`);
  const changed = Buffer.from(raw.toString().replace("One-Click", "Two-Click"));
  assert.notEqual((await verdict(changed))[0]?.[0], "pass");
});

test("after its signal was aborted nothing leaves; a server that is gone is temporary", async () => {
  const receiver = await startSmtpReceiver();
  const smtp = smtpTo(receiver);
  const aborted = AbortSignal.abort();
  assert.equal((await smtp.send(message, aborted)).outcome, "temporary");
  assert.deepEqual([receiver.connections, receiver.mails], [0, []]);
  const gone = { ...receiver, connect: () => Promise.reject(new Error("refused")) };
  assert.equal((await smtpTo(gone).send(message, signal)).outcome, "temporary");
});
