import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMail, Unreadable } from "./parse-mail.ts";

const read = (text: string | Buffer) => parseMail(Buffer.from(text as string));
const lines = (...text: string[]) => text.join("\r\n");

test("texts are decoded, addresses taken from among names, files told by what they are", async () => {
  const mail = await read(
    lines(
      "Message-ID: <1@x.example>",
      "From: =?utf-8?B?w4VkYQ==?= <Ada@Example.com>, Team: bo@x.example;",
      "To: in@acme.example",
      "Cc: C <c@x.example>",
      "Subject: =?iso-8859-1?Q?Gr=FC=DFe?=",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain; charset=windows-1251",
      "Content-Transfer-Encoding: base64",
      "",
      "z/Do4uXy",
      "--b",
      'Content-Type: application/pdf; name="=?utf-8?Q?=C3=BC.pdf?="',
      "Content-Disposition: attachment",
      "Content-Transfer-Encoding: base64",
      "",
      "AAECAw==",
      "--b--",
    ),
  );
  assert.deepEqual(mail, {
    name: "<1@x.example>",
    from: [
      { name: "Åda", address: "Ada@Example.com" },
      { name: "", address: "bo@x.example" },
    ],
    to: ["in@acme.example", "c@x.example"],
    subject: "Grüße",
    text: mail.text,
    html: null,
    files: [{ filename: "ü.pdf", content_type: "application/pdf", size_bytes: 4 }],
    isAutomatic: false,
    isFromNobody: false,
    report: null,
  });
  assert.equal(mail.text?.trim(), "Привет");
});

test("HTML without text is converted, without scripts", async () => {
  const html = "<style>p{}</style><p>Dear &amp; <b>bold</b></p><script>alert(1)</script><p>Bye</p>";
  const mail = await read(lines("From: a@x.example", "Content-Type: text/html", "", html));
  assert.match(mail.text ?? "", /^Dear & bold\s+Bye$/);
  assert.match(mail.html ?? "", /<b>bold<\/b>/);
});

test("a mail without Message-ID is named by its bytes; machines and nobody are known by their heads", async () => {
  const [one, same, other] = [
    await read("From: a@x.example\n\nx"),
    await read("From: a@x.example\n\nx"),
    await read("y"),
  ];
  assert.match(one.name, /^[0-9a-f]{64}$/);
  assert.deepEqual([one.name === same.name, one.name === other.name], [true, false]);
  const heads: [head: string, isAutomatic: boolean, isFromNobody: boolean][] = [
    ["Auto-Submitted: no", false, false],
    ["Auto-Submitted: NO (really)", false, false],
    ["Auto-Submitted: auto-replied; x=y", true, false],
    ["auto-submitted: auto-generated", true, false],
    ["Auto-Submitted: nobody", true, false],
    ["Return-Path: <>", false, true],
    ["Return-Path:  < > ", false, true],
    ["Return-Path: <a@x.example>", false, false],
  ];
  for (const [head, isAutomatic, isFromNobody] of heads) {
    const mail = await read(lines("From: a@x.example", head, "", "x"));
    assert.deepEqual([mail.isAutomatic, mail.isFromNobody], [isAutomatic, isFromNobody], head);
  }
});

const nested = (levels: number) => {
  const parts = Array.from({ length: levels }, (_, n) => [
    `Content-Type: multipart/mixed; boundary=b${n}`,
    "",
    `--b${n}`,
  ]);
  return lines("From: a@x.example", ...parts.flat(), "Content-Type: text/plain", "", "deep");
};

test("what is beyond the limits is unreadable: levels, headers, files", async () => {
  const file = lines("--b", "Content-Type: image/png", "Content-Disposition: attachment", "", "x");
  const many = lines(
    "From: a@x.example",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    ...Array(501).fill(file),
    "--b--",
  );
  const hostile = {
    levels: nested(10_000),
    header: lines("From: a@x.example", `X: ${"x".repeat(1_048_576)}`, "", "x"),
    headers: lines("From: a@x.example", ...Array(50_000).fill("X-Header: value"), "", "x"),
    files: many,
    parts: lines(
      "From: a@x.example",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      ...Array(10_000).fill(file),
    ),
  };
  for (const [what, text] of Object.entries(hostile)) await assert.rejects(read(text), Unreadable, what);
  assert.match((await read(nested(20))).text ?? "", /deep/);
});

test("a mail of 10,000 texts is read, with each of them", async () => {
  const part = lines("--b", "Content-Type: text/plain", "", "so much");
  const mail = lines(
    "From: a@x.example",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    ...Array(10_000).fill(part),
    "--b--",
  );
  assert.equal((await read(mail)).text?.match(/so much/g)?.length, 10_000);
});

test("what is broken is read as far as it can be, and never fails", async () => {
  const from = "From: a@x.example";
  const broken: string[] = [
    "",
    "\0",
    "no header at all",
    lines(from, "Content-Type: multipart/mixed; boundary=", "", "--", "x"),
    lines(from, "Content-Type: multipart/mixed; boundary=b", "", "--b"),
    lines(from, "Content-Type: text/plain; charset=nobody-has-this", "", "x\xff"),
    lines(from, "Content-Type: text/plain; charset=utf-7", "", "+AGE-"),
    lines(from, "Content-Transfer-Encoding: base64", "", "!!!=garbage=*&^%"),
    lines(from, "Content-Transfer-Encoding: quoted-printable", "", "=ZZ=4=\0"),
    lines(from, "Subject: =?utf-8?B?////?= =?x?q?", "", "x"),
    lines(from, "Content-Type: message/rfc822", "", from, "Content-Type: message/rfc822", "", from, "", "x"),
    lines('From: "unclosed <a@x.example', "To: <<<>>>,,;:", "", "x"),
    lines(`From: ${"(".repeat(10_000)}a@x.example`, "", "x"),
    lines(
      from,
      "Content-Type: multipart/report; boundary=b",
      "",
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "\0",
    ),
  ];
  for (const text of broken) await read(text);
  await read(Buffer.from(Array.from({ length: 65_536 }, (_, n) => (n * 7_919) % 256)));
});
