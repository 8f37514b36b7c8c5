import assert from "node:assert/strict";
import { test } from "node:test";
import { readDecimal, readNumber, readPercent, shownNumber } from "./index.ts";
import { LOCALES, random } from "./testing/random.ts";

const valueOf = (text: string, locale = "en-GB") => readNumber(text, locale).value;

test("a decimal comma is read as a point is", () => {
  const values = [
    ["12,5", 12.5],
    ["3,75", 3.75],
    ["1.234,50", 1234.5],
    ["1,234.50", 1234.5],
    [",5", 0.5],
  ] as const;
  for (const [text, value] of values)
    for (const locale of LOCALES) assert.equal(valueOf(text, locale), value, `${text} in ${locale}`);
});

test("one sign before three digits is what the locale means by it, and a fault if it means nothing", () => {
  assert.equal(valueOf("1,234", "en-US"), 1234);
  assert.equal(valueOf("1.234", "en-US"), 1.234);
  assert.equal(valueOf("1,234", "de-DE"), 1.234);
  assert.equal(valueOf("1.234", "de-DE"), 1234);
  assert.equal(valueOf("0,125", "en-US"), 0.125);
  assert.equal(valueOf("1234,567", "en-US"), 1234.567);
  const { fault } = readNumber("1.234", "fr-FR");
  assert.deepEqual(fault, {
    code: "invalid_format",
    message: "1.234 can be read in two ways. Write 1234 or 1,234.",
  });
});

test("blanks of any width, apostrophes and digits of any script make numbers", () => {
  const values: [string, number][] = [
    ["1 234,5", 1234.5],
    ["1\u00a0234\u00a0567", 1_234_567],
    ["1\u202f234", 1234],
    ["1'234.5", 1234.5],
    ["1’234’567", 1_234_567],
    ["\u2212 5", -5],
    ["+5", 5],
    ["١٢٫٥", 12.5],
    ["१२.५", 12.5],
    ["１２", 12],
    ["\u{1d7d8}\u{1d7e2}\u{1d7ec}\u{1d7f6}\u{1d7cf}", 1],
    [" 12 ", 12],
  ];
  for (const [text, value] of values) assert.equal(valueOf(text), value, text);
  assert.equal(valueOf("12,34,567.5", "en-IN"), 1_234_567.5);
  assert.equal(valueOf("12,34,567.5", "en-GB"), undefined);
});

test("a text that is not one number is a fault that says what to write", () => {
  const faulty = [
    "",
    " ",
    "12e",
    "1-2",
    "abc",
    "--",
    "1,2,3",
    "1e3",
    "12 5",
    "1.2.3",
    "1,23,4.5",
    "5-",
    "0x10",
  ];
  for (const text of [...faulty, "Infinity", "NaN", "1 2,5", "12 %", ".", ",", "-", "٫", "9".repeat(500)])
    for (const locale of LOCALES)
      assert.equal(readDecimal(text, locale).value, undefined, `${text} in ${locale}`);
  assert.equal(readNumber("12e", "de").fault?.message, "Write a number such as 12,5.");
});

test("a number that a double would round is a fault", () => {
  const codes = (text: string) => readNumber(text, "en").fault?.code;
  for (const text of ["9007199254740993", "9007199254740992", "4111111111111111111", "-12345678901234567890"])
    assert.equal(codes(text), "out_of_range", text);
  for (const text of ["0.1234567890123456789", "123456789012345.678"])
    assert.equal(codes(text), "too_precise", text);
  assert.equal(valueOf("9007199254740991"), Number.MAX_SAFE_INTEGER);
  assert.equal(valueOf("0.10000000"), 0.1);
  assert.ok(Object.is(valueOf("-0"), 0));
});

test("a percentage is read with its sign or without, and shown with the places of its column", () => {
  for (const text of ["12.5", "12,5 %", "12.5%", "% 12.5", "12.5 ٪"])
    assert.equal(readPercent(text, "en").value, 12.5, text);
  assert.equal(readPercent("12.5 % 3", "en").value, undefined);
  assert.equal(shownNumber(12.5, { locale: "de", precision: 2 }), "12,50");
  assert.equal(shownNumber(8130.24, { locale: "de" }), "8.130,24");
  assert.equal(shownNumber(8130, { locale: "en", precision: 2 }), "8,130.00");
  assert.equal(shownNumber(2026, { locale: "en" }), "2026");
  assert.equal(shownNumber(0.000_000_012_5, { locale: "en" }), "0.0000000125");
});

/** Reads a number by the rules of values.numbers, one after the other, in a locale of a point and commas. */
function naive(text: string): number | undefined {
  const sign = text.startsWith("-") ? -1 : 1;
  const body = text.replace(/^[+-] */, "");
  for (const decimal of [".", ","])
    for (const group of ["", ",", ".", " ", "'"]) {
      if (group === decimal) continue;
      const places = body.split(decimal);
      if (places.length > 2) continue;
      const [whole = "", fraction] = places;
      if (fraction !== undefined && !/^\d*$/.test(fraction)) continue;
      const groups = group === "" ? [whole] : whole.split(group);
      if (group !== "" && groups.length < 2) continue;
      const [first = "", ...rest] = groups;
      if (!/^\d*$/.test(first) || (rest.length > 0 && !/^\d{1,3}$/.test(first))) continue;
      if (rest.some((one) => !/^\d{3}$/.test(one)) || !/\d/.test(whole + (fraction ?? ""))) continue;
      // A lone comma before three digits groups; a comma is decimal wherever else it may be.
      if (decimal === "," && group === "" && fraction?.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) continue;
      if (group === "," && rest.length === 1 && fraction === undefined && first.startsWith("0")) continue;
      if (group === "." && rest.length === 1 && fraction === undefined) continue;
      return sign * Number(`${groups.join("")}.${fraction ?? ""}`) || 0;
    }
  return undefined;
}

test("random texts are read as a naive reader reads them", () => {
  const { pick, whole } = random(7);
  const signs = ["0", "1", "2", "3", "00", "123", "456", "789", ".", ",", " ", "'", "-"];
  let read = 0;
  for (let round = 0; round < 200_000; round += 1) {
    const text = Array.from({ length: whole(1, 7) }, () => pick(signs))
      .join("")
      .trim();
    const decimal = readDecimal(text, "en-GB").value;
    const value = decimal === undefined ? undefined : Number(decimal);
    if (value !== naive(text)) assert.equal(value, naive(text), JSON.stringify(text));
    if (value !== undefined) read += 1;
  }
  assert.ok(read > 10_000);
});
