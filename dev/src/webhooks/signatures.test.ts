import assert from "node:assert/strict";
import { test } from "node:test";
import { verify } from "./signatures.ts";

// Made with openssl: `openssl dgst -sha256 -hmac "$secret"`, and `-mac hmac -macopt hexkey:…` over id.time.body.
const secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
const body = Buffer.from('{"id":"e1"}');
const now = new Date(1_700_000_000_000);
const headers = {
  "x-webhook-signature": "sha256=b157dd2a11e832eacf0f98f61128992109ce17a3317cb17307034733434ca204",
  "webhook-id": "e1",
  "webhook-timestamp": "1700000000",
  "webhook-signature": "v1,AAAA v1,PlZGepFDuyvWMEL/6d1SQ4LuJyJ2128pm+sWOsWPNYM=",
};

test("both signatures of a genuine delivery are valid, also while a rotated secret signs beside", () => {
  assert.deepEqual(verify(headers, body, secret, now), { specification: true, standard: true });
});

test("another body, secret or time is not", () => {
  assert.deepEqual(verify(headers, Buffer.from('{"id":"e2"}'), secret, now), {
    specification: false,
    standard: false,
  });
  assert.deepEqual(verify(headers, body, "whsec_AAAA", now), { specification: false, standard: false });
  const late = new Date(now.getTime() + 301_000);
  assert.deepEqual(verify(headers, body, secret, late), { specification: true, standard: false });
  assert.deepEqual(verify({}, body, secret, now), { specification: false, standard: false });
});
