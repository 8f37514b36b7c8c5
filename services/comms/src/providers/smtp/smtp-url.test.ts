import assert from "node:assert/strict";
import { test } from "node:test";
import { smtpServerOf } from "./connect.ts";

test("a server is named with its port, its account and how it is encrypted", () => {
  const plain = { isLoopback: false, auth: undefined };
  assert.deepEqual(smtpServerOf("smtp://mail.example.com"), {
    ...plain,
    host: "mail.example.com",
    port: 587,
    isTls: false,
  });
  assert.deepEqual(smtpServerOf("SMTPS://Mail.example.com/"), {
    ...plain,
    host: "mail.example.com",
    port: 465,
    isTls: true,
  });
  assert.deepEqual(smtpServerOf("smtp://ada%40example.com:p%3Aw@mail.example.com:2525"), {
    host: "mail.example.com",
    port: 2525,
    isTls: false,
    isLoopback: false,
    auth: { user: "ada@example.com", pass: "p:w" },
  });
  assert.equal(smtpServerOf("smtp://127.0.0.1:1025")?.isLoopback, true);
  assert.equal(smtpServerOf("smtp://[::1]:1025")?.host, "::1");
});

test("a URL without a server, or with more than one, is refused", () => {
  for (const text of [
    "",
    "mail.example.com",
    "http://mail.example.com",
    "smtp:mail.example.com",
    "smtp:///x",
    "smtp://",
    "smtp://ada@mail.example.com",
    "smtp://:pw@mail.example.com",
    "smtp://mail.example.com/path",
    "smtp://mail.example.com?pool=true",
    "smtp://mail.example.com#x",
    "smtp://mail.example.com:99999",
    "smtp://mail.example.com\r\nx",
    "smtp://mail\u00ad.example.com",
    "smtp://ada:%0d%0aQUIT@mail.example.com",
    "smtp://ada:%ff@mail.example.com",
    `smtp://${"a".repeat(2_050)}.example.com`,
  ])
    assert.equal(smtpServerOf(text), undefined, JSON.stringify(text));
});
