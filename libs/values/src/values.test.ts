import assert from "node:assert/strict";
import { test } from "node:test";
import {
  keptBreaks,
  readChoice,
  readDate,
  readDuration,
  readInstant,
  readMoney,
  readTruth,
  readWebAddress,
  shown,
  shownInstant,
} from "./index.ts";
import { readPhone } from "./phone.ts";

const berlin = { locale: "en-GB", timeZone: "Europe/Berlin", nowMs: Date.UTC(2026, 10, 29, 23, 30) };
const money = (text: string, currency = "EUR", locale = "en-GB") => readMoney(text, { locale, currency });

test("an amount is written in whole units, with or without the sign of its currency", () => {
  for (const text of ["1299.5", "1,299.50", "1.299,50 €", "EUR 1299,50", "€1299.50", "1299,5 eur"])
    assert.deepEqual(money(text), { value: 129_950 }, text);
  for (const text of ["-5", "€-5", "-€5", "-5 €"]) assert.deepEqual(money(text), { value: -500 }, text);
  assert.deepEqual(money("19.99"), { value: 1999 });
  assert.deepEqual(money("20"), { value: 2000 });
  assert.deepEqual(money("1500", "JPY"), { value: 1500 });
  assert.deepEqual(money("1.5", "KWD"), { value: 1500 });
  assert.deepEqual(money("9007199254740.99", "EUR"), { value: 900_719_925_474_099 });
});

test("an amount of another currency, or with too many decimal places, is a fault", () => {
  assert.match(money("$5").fault?.message ?? "", /\$ is another currency\. Write the amount in EUR/);
  assert.equal(money("CHF 5").fault?.code, "invalid_format");
  assert.equal(money("1.234").fault?.message, "An amount in EUR has at most 2 decimal places.");
  assert.equal(money("1.5", "JPY").fault?.message, "An amount in JPY has no decimal places.");
  assert.equal(money("99999999999999.99").fault?.code, "out_of_range");
  for (const text of ["", "€", "12e", "5 apples", "1,2,3 €"])
    assert.equal(money(text).fault?.code, "type_mismatch", text);
});

test("a duration has a unit, or is hours and minutes", () => {
  const seconds = (text: string, locale = "en-GB") => readDuration(text, locale).value;
  const values: [string, number][] = [
    ["1:30", 5400],
    ["1:30:15", 5415],
    ["90 min", 5400],
    ["1.5 h", 5400],
    ["1,5 h", 5400],
  ];
  for (const [text, value] of [
    ...values,
    ["2 d", 172_800],
    ["25 h 1 min 1 s", 90_061],
    ["90min", 5400],
    ["0 min", 0],
  ] as const)
    assert.equal(seconds(text), value, text);
  assert.equal(seconds("1 Std. 30 Min."), 5400);
  for (const text of ["130", "", "1:75", "h", "30 min 1 h", "1 h 1 h", "-1 h", "0.0001 h", "1:30 x", "9e9 d"])
    assert.equal(seconds(text), undefined, text);
  assert.equal(shown(90_061, "duration", berlin), "25 h 1 min 1 s");
});

test("a date is read as its locale writes it, and in no other order", () => {
  const day = (text: string, locale = "en-GB") => readDate(text, { ...berlin, locale }).value;
  for (const text of [
    "30 Nov 2026",
    "30 november 2026",
    "30/11/2026",
    "30.11.26",
    "2026-11-30",
    "2026/11/30",
    "30-11-2026",
  ])
    assert.equal(day(text), "2026-11-30", text);
  assert.equal(day("11/30/2026", "en-US"), "2026-11-30");
  assert.equal(day("Nov 30, 2026", "en-US"), "2026-11-30");
  assert.equal(day("30. November 2026", "de-DE"), "2026-11-30");
  assert.equal(day("2026年11月30日", "ja-JP"), "2026-11-30");
  assert.equal(day("٣٠/١١/٢٠٢٦", "ar-EG"), "2026-11-30");
  assert.equal(day("1.1.68"), "2068-01-01");
  assert.equal(day("1.1.69"), "1969-01-01");
  // It is tomorrow in Berlin already.
  assert.deepEqual(
    ["today", "tomorrow", "yesterday"].map((word) => day(word)),
    ["2026-11-30", "2026-12-01", "2026-11-29"],
  );
  for (const text of [
    "",
    "30",
    "30 Nov",
    "11/30/2026",
    "31.2.2026",
    "0024-01-01",
    "1.1.024",
    "30 Foo 2026",
    "1 Nov Nov 2026",
    "2026-02-29",
  ])
    assert.equal(day(text), undefined, text);
});

test("a time is on the clock of the zone; what the clock skips is a fault, what it shows twice is the earlier", () => {
  const at = (text: string) => readInstant(text, berlin);
  for (const text of [
    "2026-11-30T09:30",
    "2026-11-30 09:30",
    "30 Nov 2026, 09:30",
    "30 Nov 2026, 9:30 am",
    "30/11/2026 at 9:30",
    "30 Nov 2026, 09:30 CET",
    "2026-11-30T08:30:00Z",
    "2026-11-30T09:30:00+01:00",
  ])
    assert.deepEqual(at(text), { value: "2026-11-30T08:30:00.000Z" }, text);
  assert.deepEqual(at("2026-11-30 10:00:45.123"), { value: "2026-11-30T09:00:45.123Z" });
  assert.match(at("2026-03-29 02:30").fault?.message ?? "", /This time does not exist in Europe\/Berlin/);
  assert.deepEqual(at("2026-10-25 02:30"), { value: "2026-10-25T00:30:00.000Z" });
  assert.deepEqual(at("2026-10-25 02:30 +01:00"), { value: "2026-10-25T01:30:00.000Z" });
  for (const text of [
    "",
    "30 Nov 2026",
    "09:30",
    "2026-11-30 24:00",
    "2026-11-30 9:30 pm am",
    "2026-11-30 13:00 pm",
    "2026-11-30 09:30 PST",
    "2026-11-30 09:30:15.1234",
  ])
    assert.notEqual(at(text).fault, undefined, text);
});

test("seconds are shown if they are not zero, and an editor has the milliseconds too", () => {
  const text = "2026-11-30T09:00:45.123Z";
  assert.equal(shownInstant(text, berlin), "30 Nov 2026, 10:00:45 CET");
  assert.equal(shownInstant(text, { ...berlin, exact: true }), "30 Nov 2026, 10:00:45.123");
  assert.equal(shownInstant("2026-11-30T09:00:00.000Z", berlin), "30 Nov 2026, 10:00 CET");
});

test("a choice is its label, then its value, then either in any case if that is one alone", () => {
  const choices = [
    { value: "gone " },
    { value: "gone" },
    { value: "a", label: "b" },
    { value: "b", label: "C" },
  ];
  const chosen = (text: string) => readChoice(text, choices).value;
  assert.deepEqual(["gone ", "gone", "b", "a", "c"].map(chosen), ["gone ", "gone", "a", "a", "b"]);
  for (const text of ["GONE", "B", "", "d"]) assert.equal(chosen(text), undefined, text);
  assert.deepEqual(
    ["Yes", "false", "abc", ""].map((text) => readTruth(text).value),
    [true, false, undefined, undefined],
  );
});

test("a telephone number is read however its digits are set apart", () => {
  const london = [
    "+44 (0)20 7946 0958",
    "+44 20 7946 0958",
    "0044 20 7946 0958",
    "+44\u201120\u20117946\u20110958",
    "+442079460958\u00a0",
    "tel:+44-20-7946-0958",
  ];
  for (const text of london) assert.deepEqual(readPhone(text), { value: "+442079460958" }, text);
  for (const text of [
    "+49 (0)30 901820",
    "+49(0)30/901820",
    "+49030901820",
    "+49 30 901820",
    " +4930901820 ",
  ])
    assert.deepEqual(readPhone(text), { value: "+4930901820" }, text);
  // In Italy the zero is part of the number; Russia has a trunk prefix that is not a zero.
  assert.deepEqual(readPhone("+39 (0)6 1234567"), { value: "+39061234567" });
  assert.deepEqual(readPhone("+7 (0)495 1234567"), { value: "+74951234567" });
  assert.deepEqual(readPhone("030 901820", "DE"), { value: "+4930901820" });
  assert.deepEqual(readPhone("(415) 555-0100", "US"), { value: "+14155550100" });
  for (const text of [
    "",
    "+10",
    "030 901820",
    "(415) 555-0100",
    "+1 415 555 0100 x12",
    "+1-800-FLOWERS",
    "call +4930901820",
    "+49 30 90++1820",
    "1".repeat(70),
  ])
    assert.match(readPhone(text).fault?.message ?? "", /its country code, such as/, text);
});

test("a number without a country code is read as one of the country, and never as a part of one", () => {
  const national: [country: string, text: string, stored: string][] = [
    ["DE", "030/901820", "+4930901820"],
    ["DE", "0049 30 901820", "+4930901820"],
    ["GB", "020 7946 0958", "+442079460958"],
    ["US", "415.555.0100", "+14155550100"],
    ["US", "011 49 30 901820", "+4930901820"],
    ["US", "0049 30 901820", "+4930901820"],
    ["AU", "0011 49 30 901820", "+4930901820"],
    ["IT", "06 1234 5678", "+390612345678"],
    ["IN", "98765 43210", "+919876543210"],
    ["RU", "8 912 345-67-89", "+79123456789"],
    ["US", "+49 (0)30 901820", "+4930901820"],
  ];
  for (const [country, text, stored] of national)
    assert.deepEqual(readPhone(text, country), { value: stored }, `${country} ${text}`);
  // Without its area code a number is another number.
  for (const [country, text] of [
    ["DE", "901820"],
    ["US", "555-0100"],
    ["DE", "110"],
    ["XX", "030 901820"],
  ] as const)
    assert.match(readPhone(text, country).fault?.message ?? "", /set the team's country/, text);
});

test("an address of the web that begins with its domain gets https", () => {
  const address = (text: string) => readWebAddress(text).value;
  assert.equal(address("www.example.com"), "https://www.example.com");
  assert.equal(address("example.com/a?b#c"), "https://example.com/a?b#c");
  assert.equal(address("http://example.com"), "http://example.com");
  for (const text of [
    "",
    "example",
    "javascript:alert(1)",
    "a b.com",
    "ftp://example.com",
    "12.5",
    "ada@example.com",
  ])
    assert.equal(address(text), undefined, text);
});

test("line breaks that a field cannot show stay where the text around them stays", () => {
  assert.equal(keptBreaks("a\r\nb\r\n", "a\nb\nc"), "a\r\nb\r\nc");
  assert.equal(keptBreaks("m1\r\nm2\n", "m1\nm2\n!"), "m1\r\nm2\n!");
  assert.equal(keptBreaks("a\rb\r\nc", "x\nb\nc"), "x\rb\r\nc");
  assert.equal(keptBreaks("a\r\nb", "a\nb"), "a\r\nb");
  assert.equal(keptBreaks("", "a\nb"), "a\nb");
  assert.equal(keptBreaks("a\r\n\r\nb", "a\nb"), "a\r\nb");
});
