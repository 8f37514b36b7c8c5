import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf } from "./address.ts";

test("e-mail addresses compare in lower case, their domains in ASCII; nothing else of them is folded", () => {
  const folded: [text: string, folded: string][] = [
    ["Ada@Example.COM", "ada@example.com"],
    ["ada+shop@example.com", "ada+shop@example.com"],
    ["a.d.a@example.com", "a.d.a@example.com"],
    ["info@bücher.example", "info@xn--bcher-kva.example"],
    ["info@XN--BCHER-KVA.example", "info@xn--bcher-kva.example"],
    ["Jürgen@example.com", "jürgen@example.com"],
    ["o'brien@example.com", "o'brien@example.com"],
    ["_@example.co.uk", "_@example.co.uk"],
  ];
  for (const [text, expected] of folded)
    assert.deepEqual(addressOf(text), { kind: "email", folded: expected }, text);
});

test("a text that is not a single bare address is refused", () => {
  for (const text of [
    "",
    "ada",
    "ada@",
    "@example.com",
    "ada@example",
    "Ada <ada@example.com>",
    "<ada@example.com>",
    "ada@example.com, bo@example.com",
    "ada@example.com;bo@example.com",
    "ada @example.com",
    "ada@example.com ",
    "ada@example.com\r\nBcc: bo@example.com",
    "ada\0@example.com",
    '"a b"@example.com',
    "ada@[127.0.0.1]",
    "ada@exam_ple.com",
    "ada@-example.com",
    "ada@example..com",
    ".ada@example.com",
    "ada.@example.com",
    "a..da@example.com",
    "ada@@example.com",
    "ada@example.com@example.com",
    `${"a".repeat(65)}@example.com`,
    `ada@${"a".repeat(64)}.com`,
    `${"a".repeat(64)}@${"b.".repeat(95)}com`,
  ])
    assert.equal(addressOf(text), undefined, JSON.stringify(text));
});

test("phone numbers are of a numbering plan, and compare in E.164 however they are spelled", () => {
  for (const number of ["+14155550100", "+15005550006", "+15005550001", "+4915123456789", "+436641234567"])
    assert.deepEqual(addressOf(number), { kind: "phone", folded: number }, number);
  for (const spelled of [
    "+1 415 555 0100",
    "+1-415-555-0100",
    "+1 (415) 555-0100",
    "001 415 555 0100",
    "tel:+14155550100",
  ])
    assert.deepEqual(addressOf(spelled), { kind: "phone", folded: "+14155550100" }, spelled);
  for (const number of [
    "+1",
    "+1415555010",
    "+141555501000",
    "+0123456789",
    "+999123456789",
    "+49",
    "4155550100",
    "(415) 555-0100",
    "0151 23456789",
    "+1415555010a",
    "+14155550100;ext=1",
    "+14155550100\n",
    `+${"1".repeat(16)}`,
  ])
    assert.equal(addressOf(number), undefined, JSON.stringify(number));
});
