import assert from "node:assert/strict";
import { test } from "node:test";
import { bounceMail, complaintMail } from "../../testing/test-mails.ts";
import { parseMail } from "./parse-mail.ts";

const reportOf = async (mail: string) => (await parseMail(Buffer.from(mail))).report;
const about = { name: "<1@acme.example>", to: "Ada@Example.com" };

test("a delivery that failed for good is a bounce of the message that it returns", async () => {
  assert.deepEqual(await reportOf(bounceMail(about)), {
    kind: "bounce",
    addresses: ["Ada@Example.com"],
    names: ["<1@acme.example>"],
    status: "5.1.1",
  });
});

test("a delay, a delivery and a failure for now are no bounce; a status outside of a report is none", async () => {
  for (const more of [{ action: "delayed" }, { action: "delivered" }, { status: "4.4.1" }])
    assert.equal(await reportOf(bounceMail({ ...about, ...more })), null);
  const mixed = bounceMail(about).replace("multipart/report", "multipart/mixed");
  assert.equal(await reportOf(mixed), null);
});

test("a complaint is about the address that it names, or that the mail went to; not-spam is none", async () => {
  const told = {
    kind: "complaint",
    addresses: ["Ada@Example.com"],
    names: ["<1@acme.example>"],
    status: null,
  };
  assert.deepEqual(await reportOf(complaintMail(about)), told);
  assert.deepEqual(await reportOf(complaintMail({ ...about, hasRecipient: false })), told);
  assert.equal(await reportOf(complaintMail({ ...about, type: "not-spam" })), null);
});
