import assert from "node:assert/strict";
import { test } from "node:test";
import { invite, type CalendarBooking, manyLines, oneLine } from "./invite.ts";
import { sampleBooking } from "./testing/bookings.ts";

/** Lines as a reader has them, unfolded. */
const linesOf = (special: Partial<CalendarBooking>) =>
  invite(sampleBooking(special)).content.replaceAll("\r\n ", "").split("\r\n");
const line = (name: string, special: Partial<CalendarBooking>) =>
  linesOf(special).find((one) => one.startsWith(name));

test("a booking is a request, a cancelled one a cancellation that says so in the method and in the status", () => {
  const methodOf = (status: string) => {
    const { filename, content_type } = invite(sampleBooking({ status }));
    return [filename, content_type, line("METHOD", { status }), line("STATUS", { status })];
  };
  const request = "text/calendar; method=REQUEST; charset=utf-8";
  const cancel = "text/calendar; method=CANCEL; charset=utf-8";
  assert.deepEqual(methodOf("booked"), ["invite.ics", request, "METHOD:REQUEST", "STATUS:CONFIRMED"]);
  assert.deepEqual(methodOf("cancelled"), ["invite.ics", cancel, "METHOD:CANCEL", "STATUS:CANCELLED"]);
});

test("a change of a booking keeps its uid, organizer and attendees, and raises the sequence", () => {
  const guest_states = [{ email: "bo@example.org", status: "invited" }];
  const states = [
    sampleBooking({ guest_states }),
    sampleBooking({
      guest_states,
      ical_sequence: 1,
      start: "2026-12-01T09:00:00Z",
      end: "2026-12-01T09:30:00Z",
    }),
    sampleBooking({ guest_states, ical_sequence: 2, status: "cancelled" }),
  ];
  const identity = /^(UID|ORGANIZER|ATTENDEE)/;
  const [first, ...later] = states.map((one) => linesOf(one).filter((text) => identity.test(text)));
  assert.equal(first?.length, 5);
  for (const one of later) assert.deepEqual(one, first);
  const sequences = states.map((one) => line("SEQUENCE", one));
  assert.deepEqual(sequences, ["SEQUENCE:0", "SEQUENCE:1", "SEQUENCE:2"]);
});

test("the host has accepted beside the organizer, guests are asked to answer, and each address stands once", () => {
  const special = {
    organizer: { name: "Acme Ltd", email: "bookings@acme.example" },
    guest_states: [
      { email: "Grace@example.org", status: "invited" },
      { email: "bo@example.org", status: "invited" },
      { email: "cy@example.org", status: "declined" },
    ],
  };
  assert.deepEqual(
    linesOf(special).filter((text) => /^(ORGANIZER|ATTENDEE)/.test(text)),
    [
      "ORGANIZER;CN=Acme Ltd:mailto:bookings@acme.example",
      "ATTENDEE;CN=Ada Lovelace;PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:ada@example.org",
      "ATTENDEE;CN=Grace Hopper;PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:grace@example.org",
      "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;ROLE=REQ-PARTICIPANT:mailto:bo@example.org",
      "ATTENDEE;PARTSTAT=DECLINED;ROLE=REQ-PARTICIPANT:mailto:cy@example.org",
    ],
  );
  assert.equal(line("ORGANIZER", {}), "ORGANIZER;CN=Grace Hopper:mailto:grace@example.org");
});

test("the same fact makes the same bytes, whenever the file is made", () => {
  assert.equal(invite(sampleBooking()).content, invite(sampleBooking()).content);
  assert.equal(line("DTSTAMP", {}), "DTSTAMP:20261120T120000Z");
});

test("lines end with CR LF, take at most 75 octets, and no character is cut", () => {
  const name = "漢😀é".repeat(60);
  const { content } = invite(
    sampleBooking({ event_type: { name }, attendee: { name, email: "ada@example.org" } }),
  );
  assert.ok(content.endsWith("END:VCALENDAR\r\n"));
  for (const text of content.split("\r\n")) {
    assert.doesNotMatch(text, /[\r\n]/);
    assert.ok(Buffer.byteLength(text) <= 75, text);
    assert.ok(text.isWellFormed(), text);
  }
  assert.ok(content.replaceAll("\r\n ", "").includes(`SUMMARY:${name}: ${name} and Grace Hopper`));
});

test("no text adds a line or a parameter, and quotes, commas, semicolons and backslashes are escaped", () => {
  const injected = "\r\nATTENDEE:mailto:eve@example.org\nMETHOD:PUBLISH\rX: ;,\\";
  const hostile = {
    event_type: { name: injected },
    host: { name: `Grace "the\\;ROLE=CHAIR" ${injected}`, email: "grace@example.org" },
    attendee: { name: `Ada";PARTSTAT=DECLINED:${injected}`, email: 'a"b\r\n;:,c@example.org' },
    location: { detail: injected, join_url: null },
  };
  const lines = linesOf(hostile);
  assert.equal(lines.length, linesOf({ location: { detail: "x", join_url: null } }).length);
  assert.deepEqual(
    lines.filter((one) => /^(SUMMARY|ORGANIZER|ATTENDEE|LOCATION)/.test(one)),
    [
      "SUMMARY:ATTENDEE:mailto:eve@example.org METHOD:PUBLISH X: \\;\\,\\\\: " +
        `Ada"\\;PARTSTAT=DECLINED: ATTENDEE:mailto:eve@example.org METHOD:PUBLISH X: \\;\\,\\\\ and ` +
        `Grace "the\\\\\\;ROLE=CHAIR" ATTENDEE:mailto:eve@example.org METHOD:PUBLISH X: \\;\\,\\\\`,
      `ORGANIZER;CN="Grace ^'the/;ROLE=CHAIR^' ATTENDEE:mailto:eve@example.org METHOD:PUBLISH X: ;,/":mailto:grace@example.org`,
      `ATTENDEE;CN="Ada^';PARTSTAT=DECLINED: ATTENDEE:mailto:eve@example.org METHOD:PUBLISH X: ;,/";PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:a%22b%0D%0A%3B%3A%2Cc@example.org`,
      `ATTENDEE;CN="Grace ^'the/;ROLE=CHAIR^' ATTENDEE:mailto:eve@example.org METHOD:PUBLISH X: ;,/";PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:grace@example.org`,
      "LOCATION:\\nATTENDEE:mailto:eve@example.org\\nMETHOD:PUBLISH\\nX: \\;\\,\\\\",
    ],
  );
});

test("names are one line without controls, and direction marks and halves of characters break nothing", () => {
  assert.equal(
    oneLine(" a\u0000b\u0085c\u2028d\te\r\nf\u202eg\ud800 "),
    "ab c d e fg".replace("fg", "f\u202eg\ufffd"),
  );
  assert.equal(manyLines("a\r\nb\rc\u2029d\te\u001b"), "a\nb\nc\nd\te");
  const nameless = { name: "\u0000 \n", email: "ada@example.org" };
  assert.match(line("SUMMARY", { attendee: nameless }) ?? "", /: ada@example\.org and /);
});

test("the place is where the meeting is joined, else its detail, else none", () => {
  const join_url = "https://meet.example/x;y,z?a=1";
  assert.equal(
    line("LOCATION", { location: { detail: "Room 1", join_url } }),
    "LOCATION:https://meet.example/x\\;y\\,z?a=1",
  );
  assert.equal(line("LOCATION", { location: { detail: "Room 1", join_url: null } }), "LOCATION:Room 1");
  assert.equal(line("LOCATION", {}), undefined);
  assert.equal(line("URL", { manage_url: null }), undefined);
  assert.equal(line("URL", {}), `URL:https://jst.example/p/bookings/${"s".repeat(43)}`);
});

const newYork = (start: string, end: string) => ({ timezone: "America/New_York", start, end });

test("times are those of the booking's zone, the second of two equal times is in UTC", () => {
  const timesOf = (special: Partial<CalendarBooking>) => [
    line("DTSTART;", special) ?? line("DTSTART:2027", special),
    line("DTEND", special),
  ];
  assert.deepEqual(timesOf({}).slice(1), ["DTEND;TZID=Europe/Berlin:20261124T103000"]);
  const acrossRepeat = newYork("2027-11-07T05:30:00Z", "2027-11-07T06:30:00Z");
  assert.deepEqual(timesOf(acrossRepeat), [
    "DTSTART;TZID=America/New_York:20271107T013000",
    "DTEND:20271107T063000Z",
  ]);
  const inRepeat = newYork("2027-11-07T06:00:00Z", "2027-11-07T07:00:00Z");
  assert.deepEqual(timesOf(inRepeat), [
    "DTSTART:20271107T060000Z",
    "DTEND;TZID=America/New_York:20271107T020000",
  ]);
});

/** Observances of the entry's zone: name, offsets and rule. */
function zoneOf(special: Partial<CalendarBooking>): string[] {
  const text = linesOf(special).join("\n");
  const zone = /BEGIN:VTIMEZONE\n(.*)\nEND:VTIMEZONE/s.exec(text)?.[1] ?? "";
  return zone
    .split("BEGIN:")
    .slice(1)
    .map((one) => one.replace(/\nEND:.*/s, "").replaceAll("\n", " "));
}

test("a zone that changes by rule is one yearly pair, as Outlook knows it, in the north, the south and Dublin", () => {
  assert.deepEqual(zoneOf({}), [
    "DAYLIGHT DTSTART:20250330T020000 TZOFFSETFROM:+0100 TZOFFSETTO:+0200 RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
    "STANDARD DTSTART:20251026T030000 TZOFFSETFROM:+0200 TZOFFSETTO:+0100 RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  ]);
  assert.deepEqual(zoneOf({ timezone: "Australia/Lord_Howe" }), [
    "STANDARD DTSTART:20250406T020000 TZOFFSETFROM:+1100 TZOFFSETTO:+1030 RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU",
    "DAYLIGHT DTSTART:20251005T020000 TZOFFSETFROM:+1030 TZOFFSETTO:+1100 RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU",
  ]);
  assert.deepEqual(
    zoneOf({ timezone: "Europe/Dublin" }).map((one) => one.split(" ")[0]),
    ["DAYLIGHT", "STANDARD"],
  );
});

test("any other zone has the offset at the start, and the changes before the end, if there are some", () => {
  const standing = (offset: string) =>
    `STANDARD DTSTART:19700101T000000 TZOFFSETFROM:${offset} TZOFFSETTO:${offset}`;
  assert.deepEqual(zoneOf({ timezone: "Asia/Kathmandu" }), [standing("+0545")]);
  assert.deepEqual(zoneOf({ timezone: "UTC" }), [standing("+0000")]);
  // Clocks stood still in 2019; a leftover change of 2018 would move the entry in Outlook.
  assert.deepEqual(zoneOf({ timezone: "America/Sao_Paulo" }), [standing("-0300")]);
  const ramadan = {
    timezone: "Africa/Casablanca",
    start: "2025-02-23T00:30:00Z",
    end: "2025-02-23T04:00:00Z",
  };
  assert.deepEqual(zoneOf(ramadan), [
    standing("+0100"),
    "STANDARD DTSTART:20250223T030000 TZOFFSETFROM:+0100 TZOFFSETTO:+0000",
  ]);
  // Some readers take a time that exists twice as that of STANDARD: here the first is meant.
  assert.deepEqual(zoneOf({ ...ramadan, start: "2025-02-23T01:00:00Z" })[1]?.slice(0, 8), "DAYLIGHT");
  const skippedDay = { timezone: "Pacific/Apia", start: "2011-12-30T09:30:00Z", end: "2011-12-30T10:30:00Z" };
  assert.deepEqual(zoneOf(skippedDay), [
    standing("-1000"),
    "DAYLIGHT DTSTART:20111230T000000 TZOFFSETFROM:-1000 TZOFFSETTO:+1400",
  ]);
});
