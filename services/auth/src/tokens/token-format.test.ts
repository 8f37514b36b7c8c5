import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isAccessTokenValue,
  newTokenValue,
  tokenHash,
  visibleParts,
  type TokenKind,
} from "./token-format.ts";

const accessKinds: TokenKind[] = ["service", "human", "break_glass"];

test("a new token has the prefix, its kind letter, 43 characters of secret and 6 of checksum", () => {
  assert.match(newTokenValue("service"), /^jst_s[0-9A-Za-z]{49}$/);
  assert.match(newTokenValue("human"), /^jst_h[0-9A-Za-z]{49}$/);
  assert.match(newTokenValue("break_glass"), /^jst_b[0-9A-Za-z]{49}$/);
  assert.match(newTokenValue("refresh"), /^jst_r[0-9A-Za-z]{49}$/);
});

test("two tokens are never alike", () => {
  const values = Array.from({ length: 1000 }, () => newTokenValue("service"));
  assert.equal(new Set(values).size, values.length);
});

test("a token of every access kind passes its own checksum", () => {
  for (const kind of accessKinds) assert.ok(isAccessTokenValue(newTokenValue(kind)));
});

test("one changed character anywhere fails the checksum", () => {
  const value = newTokenValue("service");
  for (let at = 0; at < value.length; at += 1) {
    const other = value.charAt(at) === "a" ? "b" : "a";
    assert.ok(!isAccessTokenValue(value.slice(0, at) + other + value.slice(at + 1)), `position ${at}`);
  }
});

test("text that is not an access token is refused", () => {
  const value = newTokenValue("human");
  const swapped =
    value.slice(0, 5) +
    value.slice(5).replace(/[a-zA-Z]/, (c) => (c < "a" ? c.toLowerCase() : c.toUpperCase()));
  const others = [
    "",
    "jst_",
    value.slice(0, -1),
    `${value}x`,
    ` ${value}`,
    `${value}\n`,
    value.toUpperCase(),
    swapped,
  ];
  for (const text of [
    ...others,
    newTokenValue("refresh"),
    "x".repeat(8192),
    `${value}\0`,
    "jst_s" + "é".repeat(49),
  ]) {
    assert.ok(!isAccessTokenValue(text));
  }
});

test("the hash is 32 bytes and differs for every value", () => {
  const value = newTokenValue("service");
  assert.equal(Buffer.from(tokenHash(value), "latin1").length, 32);
  assert.notEqual(tokenHash(value), tokenHash(newTokenValue("service")));
});

test("a list shows too little of a value to use it", () => {
  const value = newTokenValue("service");
  const { prefix, last4 } = visibleParts(value);
  assert.ok(value.startsWith(prefix) && value.endsWith(last4));
  assert.ok(prefix.length + last4.length <= 13);
});
