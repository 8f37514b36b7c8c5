import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { missingFor, settingKeys } from "./keys.ts";

const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const isGood = (key: string, value: string) => settingKeys[key]?.faultOf(value) === undefined;

test("each key takes its own values and no other", () => {
  const rows: [key: string, good: string[], bad: string[]][] = [
    ["comms.email.provider", ["capture", "smtp"], ["twilio", "SMTP", "constructor"]],
    [
      "comms.email.from",
      ["ada@example.com", "Ada Lovelace <ada@example.com>"],
      [
        "ada",
        "Ada <ada>",
        "ada@example.com, bo@example.com",
        "A\r\nBcc: x <a@example.com>",
        "<a@example.com>",
      ],
    ],
    ["comms.email.smtp_url", ["smtp://u:p@mail.example.com:587"], ["https://mail.example.com", "smtp://"]],
    [
      "comms.email.dkim_domain",
      ["example.com", "mail.xn--bcher-kva.example"],
      ["example", "a b.com", "-a.com"],
    ],
    ["comms.email.dkim_selector", ["s1", "2026.mail"], ["", "a b", "._", "a".repeat(64)]],
    ["comms.email.dkim_private_key", [pem], ["", "-----BEGIN PRIVATE KEY-----", "x"]],
    ["comms.sms.provider", ["capture", "twilio"], ["smtp", "Twilio"]],
    ["comms.whatsapp.provider", ["capture", "twilio"], ["smtp", ""]],
    [
      "comms.sms.from",
      ["+14155550100"],
      ["4155550100", "whatsapp:+14155550100", "+1", "ACME", "a@example.com"],
    ],
    ["comms.whatsapp.from", ["+4915123456789"], ["whatsapp:+4915123456789"]],
    [
      "comms.twilio.account_sid",
      [`AC${"0aF".repeat(10)}12`],
      [`SK${"0".repeat(32)}`, "AC", `AC${"0".repeat(31)}`, `AC${"g".repeat(32)}`],
    ],
    [
      "comms.twilio.auth_token",
      ["0123456789abcdef", "x".repeat(200)],
      ["short", "x".repeat(201), "with a blank in it"],
    ],
    [
      "comms.twilio.api_url",
      ["https://api.twilio.com", "https://api.dublin.ie1.twilio.com/", "http://127.0.0.1:9000"],
      [
        "http://api.twilio.com",
        "https://api.twilio.com/2010",
        "https://a:b@api.twilio.com",
        "https://api.twilio.com?x",
        "http://127.0.0.1",
        "http://127.0.0.2:9000",
        "https://",
        "https://a b",
        "api.twilio.com",
      ],
    ],
  ];
  for (const [key, good, bad] of rows) {
    for (const value of good) assert.ok(isGood(key, value), `${key} ${value}`);
    for (const value of bad) assert.ok(!isGood(key, value), `${key} ${value}`);
  }
});

test("a provider needs its server and its sender, a key its domain and selector", () => {
  const missing = (...given: [string, string][]) =>
    missingFor(new Map(given.map(([key, value]) => [`comms.email.${key}`, value])));
  assert.deepEqual(missing(), []);
  assert.deepEqual(missing(["dkim_domain", "example.com"]), []);
  assert.deepEqual(missing(["provider", "smtp"]), ["comms.email.smtp_url", "comms.email.from"]);
  const whole: [string, string][] = [
    ["provider", "smtp"],
    ["smtp_url", "smtp://127.0.0.1:1"],
    ["from", "a@example.com"],
  ];
  assert.deepEqual(missing(...whole), []);
  assert.deepEqual(missing(...whole, ["dkim_private_key", pem], ["dkim_domain", "example.com"]), [
    "comms.email.dkim_selector",
  ]);
});

test("Twilio needs its account, and the number of each channel that it carries", () => {
  const missing = (given: Record<string, string>) =>
    missingFor(new Map(Object.entries(given).map(([key, value]) => [`comms.${key}`, value])));
  const account = { "twilio.account_sid": "AC", "twilio.auth_token": "x" };
  assert.deepEqual(missing({ "sms.from": "+1", "sms.provider": "capture" }), []);
  assert.deepEqual(missing({ "sms.provider": "twilio", "whatsapp.provider": "twilio" }), [
    "comms.twilio.account_sid",
    "comms.twilio.auth_token",
    "comms.sms.from",
    "comms.whatsapp.from",
  ]);
  assert.deepEqual(missing({ ...account, "sms.provider": "twilio", "whatsapp.from": "+1" }), [
    "comms.sms.from",
  ]);
  assert.deepEqual(missing({ ...account, "whatsapp.provider": "twilio", "whatsapp.from": "+1" }), []);
});
