import assert from "node:assert/strict";
import { test } from "node:test";
import { mails, type Change, type MailedBooking, span, when } from "./mails.ts";
import { sampleBooking } from "./testing/bookings.ts";

const page = `https://jst.example/p/bookings/${"s".repeat(43)}`;

const hostPage = `https://jst.example/p/bookings/${"h".repeat(43)}`;
const guestPage = `https://jst.example/p/bookings/${"g".repeat(43)}`;
const invited = (...emails: string[]) => emails.map((email) => ({ email, status: "invited" }));

function booking(special: Partial<MailedBooking> = {}): MailedBooking {
  return {
    ...sampleBooking(),
    host: { name: "Grace Hopper", email: "grace@example.org", timezone: "America/New_York" },
    attendee: { name: "Ada Lovelace", email: "ada@example.org", phone: "+4930123456" },
    guest_states: [{ email: "bo@example.org", status: "invited" }],
    location: { type: "in_person", detail: "Room 1", join_url: null },
    notes: "I come with a friend.\nShe is late.",
    rescheduled_from: null,
    cancel_reason: null,
    cancelled_name: null,
    pages: { attendee: page, host: hostPage, guests: new Map([["bo@example.org", guestPage]]) },
    questions: [],
    answers: {},
    ...special,
  };
}

const mailTo = (to: string, change: Change, special: Partial<MailedBooking> = {}) => {
  const found = mails(booking(special), change).find((one) => one.to === to);
  assert.ok(found, `no mail to ${to}`);
  const { subject, text } = found;
  return { to, subject, text };
};

test("the attendee is told in the booking's zone what is booked, and where it is cancelled or moved", () => {
  assert.deepEqual(mailTo("ada@example.org", "created"), {
    to: "ada@example.org",
    subject:
      "Booked: Intro call with Grace Hopper, Tuesday, November 24, 2026, 10:00 (Europe/Berlin, UTC+01:00)",
    text: `This is booked:

What: Intro call with Grace Hopper
When: Tuesday, November 24, 2026, 10:00 to 10:30 (Europe/Berlin, UTC+01:00)
Where: Room 1
Guests: bo@example.org

Notes:
  I come with a friend.
  She is late.

Cancel or move: ${page}
`,
  });
});

test("a guest is invited in the booking's zone, and reads neither notes nor how the attendee is reached", () => {
  assert.deepEqual(mailTo("bo@example.org", "created"), {
    to: "bo@example.org",
    subject:
      "Invitation: Intro call with Ada Lovelace and Grace Hopper, Tuesday, November 24, 2026, 10:00 (Europe/Berlin, UTC+01:00)",
    text: `You are invited to this:

What: Intro call with Ada Lovelace and Grace Hopper
When: Tuesday, November 24, 2026, 10:00 to 10:30 (Europe/Berlin, UTC+01:00)
Where: Room 1

If you cannot come: ${guestPage}
`,
  });
});

test("the host is told in the zone of the schedule, with how the attendee is reached", () => {
  const { subject, text } = mailTo("grace@example.org", "created");
  assert.equal(
    subject,
    "Booked: Intro call with Ada Lovelace, Tuesday, November 24, 2026, 04:00 (America/New_York, UTC-05:00)",
  );
  assert.match(text, /^When: .* 04:00 to 04:30 \(America\/New_York, UTC-05:00\)$/m);
  assert.match(text, /^Attendee: Ada Lovelace \(ada@example\.org, \+4930123456\)$/m);
  assert.match(text, /^Notes:\n {2}I come/m);
});

test("who moves a booking tells every recipient the time before, in the recipient's zone", () => {
  const rescheduled_from = "2026-11-23T09:00:00.000Z";
  const lines = mails(booking({ rescheduled_from }), "rescheduled").map(({ subject, text }) => [
    subject.split(":")[0],
    /^Before: (.*)$/m.exec(text)?.[1],
  ]);
  const berlin = "Monday, November 23, 2026, 10:00 (Europe/Berlin, UTC+01:00)";
  const newYork = "Monday, November 23, 2026, 04:00 (America/New_York, UTC-05:00)";
  assert.deepEqual(lines, [
    ["Moved", berlin],
    ["Moved", berlin],
    ["Moved", newYork],
  ]);
  // A booking that was moved once and is now cancelled was not moved by that.
  assert.doesNotMatch(mailTo("ada@example.org", "cancelled", { rescheduled_from }).text, /Before/);
});

test("who cancels tells every recipient the reason, and a cancellation that is taken back says so", () => {
  for (const { subject, text } of mails(booking({ cancel_reason: "I am ill.\r\nSorry" }), "cancelled")) {
    assert.match(subject, /^Cancelled: /);
    assert.match(text, /\n\nReason:\n {2}I am ill\.\n {2}Sorry\n$/);
    assert.doesNotMatch(text, /Cancel or move|Notes/);
  }
  assert.match(mailTo("ada@example.org", "returned").subject, /^Booked again: /);
});

test("an address is told once, whatever its letters, and a booking without guests has two mails", () => {
  const to = (special: Partial<MailedBooking>) => mails(booking(special), "created").map((one) => one.to);
  assert.deepEqual(to({ guest_states: [] }), ["ada@example.org", "grace@example.org"]);
  assert.deepEqual(to({ guest_states: invited("Grace@Example.org", "ADA@example.org") }), [
    "ada@example.org",
    "Grace@Example.org",
  ]);
});

test("each mail and its calendar entry have the page of its recipient alone, and answers go to the other side", () => {
  const found = mails(booking(), "created").map(({ to, text, reply_to, attachment }) => {
    const entry = attachment?.content.replaceAll("\r\n ", "") ?? "";
    const pages = [page, guestPage, hostPage].filter((one) => `${text}${entry}`.includes(one));
    return [to, reply_to, pages, /^DESCRIPTION:(.*?):/m.exec(entry)?.[1]];
  });
  assert.deepEqual(found, [
    ["ada@example.org", "grace@example.org", [page], "Cancel or move"],
    ["bo@example.org", "grace@example.org", [guestPage], "Decline"],
    ["grace@example.org", "ada@example.org", [hostPage], "Cancel or move"],
  ]);
});

test("a guest who has declined gets no further mail, and attendee and host read who that was", () => {
  const guest_states = [{ email: "bo@example.org", status: "declined" }, ...invited("cy@example.org")];
  for (const change of ["created", "rescheduled", "cancelled", "returned"] as const)
    assert.deepEqual(
      mails(booking({ guest_states }), change).map(({ to }) => to),
      ["ada@example.org", "cy@example.org", "grace@example.org"],
    );
  const told = mails(booking({ guest_states }), "guest_declined", "bo@example.org");
  assert.deepEqual(
    told.map(({ to, subject, text }) => [to, subject.split(":")[0], text.split("\n")[0]]),
    [
      ["ada@example.org", "Guest declined", "bo@example.org cannot come:"],
      ["grace@example.org", "Guest declined", "bo@example.org cannot come:"],
    ],
  );
  for (const { text, attachment } of told) {
    assert.match(text, /^Guests: bo@example\.org \(declined\), cy@example\.org$/m);
    const lines = attachment?.content.replaceAll("\r\n ", "") ?? "";
    assert.match(lines, /^ATTENDEE;PARTSTAT=DECLINED;ROLE=REQ-PARTICIPANT:mailto:bo@example\.org\r$/m);
  }
});

test("the first sentence of a cancellation names who cancelled", () => {
  for (const { text } of mails(booking({ cancelled_name: "Ada\r\nLovelace" }), "cancelled"))
    assert.equal(text.split("\n")[0], "Ada Lovelace cancelled this:");
  assert.equal(mailTo("bo@example.org", "cancelled").text.split("\n")[0], "This booking is cancelled:");
});

test("no text of strangers makes a second line of a subject, or a line of the text that could be ours", () => {
  const injected = "x\r\nBcc: eve@example.org\rWhen: never\u2028Cancel or move: https://evil.example\u202e";
  const special = {
    event_type: { name: injected },
    host: { name: injected, email: "grace@example.org", timezone: "UTC" },
    attendee: { name: injected, email: "ada@example.org", phone: null },
    location: { type: "attendee_address", detail: injected, join_url: null },
    notes: injected,
    cancel_reason: injected,
  };
  const own = /^(Bcc|When: never|Cancel or move: https:\/\/evil)/m;
  for (const change of ["created", "rescheduled", "cancelled", "returned"] as const)
    for (const { subject, text } of mails(booking(special), change)) {
      assert.doesNotMatch(subject, /[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
      assert.doesNotMatch(text, own);
      assert.doesNotMatch(text, /[\r\u2028\u2029\u202a-\u202e]/);
    }
});

for (const [type, detail, join_url, expected] of [
  ["video", null, null, [undefined, undefined]],
  [
    "video",
    "https://meet.example/x",
    "https://meet.example/x",
    ["Join: https://meet.example/x", "Join: https://meet.example/x"],
  ],
  [
    "phone_outbound",
    "+4930123456",
    null,
    ["Phone: Grace Hopper calls you at +4930123456", "Phone: call +4930123456"],
  ],
  ["phone_inbound", "+4930999", null, ["Phone: call +4930999", "Phone: Ada Lovelace calls +4930999"]],
  [
    "attendee_address",
    "Main St 1\n2nd floor",
    null,
    ["Where: Main St 1 2nd floor", "Where: Main St 1 2nd floor"],
  ],
] as const)
  test(`a place of type ${type}${detail === null ? " without a detail" : ""} is told to both sides`, () => {
    const found = ["ada@example.org", "grace@example.org"].map(
      (to) =>
        /^(?:Join|Phone|Where): .*$/m.exec(
          mailTo(to, "created", { location: { type, detail, join_url } }).text,
        )?.[0],
    );
    assert.deepEqual(found, expected);
  });

test("a guest is not told the number at which the host calls the attendee", () => {
  const location = { type: "phone_outbound", detail: "+4930123456", join_url: null };
  const { text } = mailTo("bo@example.org", "created", { location });
  assert.match(text, /^Phone: Grace Hopper calls Ada Lovelace$/m);
  assert.doesNotMatch(text, /4930123456/);
});

test("times name the zone, a second day, and both distances from UTC when the clock changes between", () => {
  assert.equal(when("2027-07-01T00:00:00Z", "UTC"), "Thursday, July 1, 2027, 00:00 (UTC)");
  assert.equal(
    span("2027-07-01T21:30:00Z", "2027-07-01T22:30:00Z", "Europe/Berlin"),
    "Thursday, July 1, 2027, 23:30 to Friday, July 2, 2027, 00:30 (Europe/Berlin, UTC+02:00)",
  );
  assert.equal(
    span("2027-11-07T05:30:00Z", "2027-11-07T06:30:00Z", "America/New_York"),
    "Sunday, November 7, 2027, 01:30 (UTC-04:00) to 01:30 (UTC-05:00), America/New_York",
  );
  assert.equal(
    span("2027-01-01T03:15:00Z", "2027-01-01T04:00:00Z", "Asia/Kathmandu"),
    "Friday, January 1, 2027, 09:00 to 09:45 (Asia/Kathmandu, UTC+05:45)",
  );
});

test("the host alone reads the answers, under what is asked now, each as one of its own", () => {
  const questions = [
    { id: "topic", label: "Topic" },
    { id: "extras", label: "Extras\nNotes:" },
    { id: "agree", label: "I agree" },
    { id: "blank", label: "Blank" },
  ];
  const answers = { agree: true, old: 36.5, topic: "Plans\nWhat: free\u202e", extras: ["a", "b"] };
  const asked = { questions, answers };
  const block = `
Answers:
  Topic: Plans
    What: free
  Extras Notes:: a, b
  I agree: yes
  old: 36.5
`;
  for (const change of ["created", "rescheduled", "returned"] as const) {
    assert.ok(mailTo("grace@example.org", change, asked).text.includes(block), change);
    for (const to of ["ada@example.org", "bo@example.org"])
      assert.doesNotMatch(mailTo(to, change, asked).text, /Answers|36\.5/);
  }
  assert.doesNotMatch(mailTo("grace@example.org", "cancelled", asked).text, /Answers/);
  const long = { questions, answers: { topic: "x".repeat(10_000) } };
  assert.ok(mailTo("grace@example.org", "created", long).text.includes(`: ${"x".repeat(1_000)}…\n`));
  const halved = { questions, answers: { topic: `x${"\u{1f600}".repeat(1_000)}` } };
  assert.ok(mailTo("grace@example.org", "created", halved).text.isWellFormed());
});
