import assert from "node:assert/strict";
import { test } from "node:test";
import { bounceMail, complaintMail } from "../../testing/test-mails.ts";
import { parseMail } from "./parse-mail.ts";

const reportOf = async (mail: string) => (await parseMail(Buffer.from(mail))).report;
const about = { name: "<1@acme.example>", to: "Ada@Example.com" };

test("a delivery that failed for good is a bounce of the message that it returns", async () => {
  assert.deepEqual(await reportOf(bounceMail(about)), {
    kind: "bounce",
    recipients: [{ address: "Ada@Example.com", status: "5.1.1" }],
    names: ["<1@acme.example>"],
  });
});

test("a delivery that failed is a bounce whatever its status says", async () => {
  for (const [status, told] of [
    ["4.4.7", "4.4.7"],
    ["5.2.2", "5.2.2"],
    ["", null],
    ["five", null],
  ] as const) {
    const report = await reportOf(bounceMail({ ...about, status }));
    assert.deepEqual(report?.recipients, [{ address: "Ada@Example.com", status: told }], status);
  }
});

test("a delay and a delivery are not a bounce, nor is a status outside of a report", async () => {
  for (const more of [{ action: "delayed" }, { action: "delivered" }, { action: "relayed" }])
    assert.equal(await reportOf(bounceMail({ ...about, ...more })), null);
  const mixed = bounceMail(about).replace("multipart/report", "multipart/mixed");
  assert.equal(await reportOf(mixed), null);
});

test("a complaint is about the address that it names, or that the mail went to; not-spam is not a complaint", async () => {
  const told = {
    kind: "complaint",
    recipients: [{ address: "Ada@Example.com", status: null }],
    names: ["<1@acme.example>"],
  };
  assert.deepEqual(await reportOf(complaintMail(about)), told);
  assert.deepEqual(await reportOf(complaintMail({ ...about, hasRecipient: false })), told);
  assert.equal(await reportOf(complaintMail({ ...about, type: "not-spam" })), null);
});
