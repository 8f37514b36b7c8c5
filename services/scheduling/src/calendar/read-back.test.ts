import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Temporal } from "temporal-polyfill";
import { readSettings } from "../../../../dev/src/config.ts";
import { findPythonPackages } from "../../../../dev/src/fetch/python-packages.ts";
import { invite, type CalendarBooking, manyLines, oneLine } from "./invite.ts";
import { sampleBooking } from "./testing/bookings.ts";
import { numbers } from "./testing/numbers.ts";
import { readByNodeIcal, readByPython, readByThunderbird } from "./testing/readers.ts";

const icalendar = await findPythonPackages(readSettings().cacheDir, "icalendar");
const [folder, skip] = "folder" in icalendar ? [icalendar.folder, false] : ["", icalendar.reason];

const below = numbers(20_261_123);
const pieces = [
  ..."\r|\n|\r\n|,|;|\\|\\n|\\,|\"|'|^|^n|^'|:|=|\t| |  |\u0000|\u001b|\u007f|\u0085|\u2028|\u2029|\u202e|\ufeff".split(
    "|",
  ),
  ..."\ud800|😀|é|e\u0301|漢字|ß|BEGIN:VEVENT|END:VCALENDAR|\r\nATTENDEE:mailto:x@example.org|%0d%0a|<b>|{{x}}".split(
    "|",
  ),
  ..."\r\n |\n\t|${x}|mailto:|a|Ada".split("|"),
];
/** Up to a dozen pieces that have broken calendars, the same one up to forty times. */
const hostile = () =>
  Array.from({ length: 1 + below(12) }, () =>
    (pieces[below(pieces.length)] ?? "").repeat(below(6) === 0 ? 1 + below(40) : 1),
  ).join("");

/** A booking in the zone at any time from 2005 to 2035, mostly beside a change of its clock. */
function anyBooking(zone: string): CalendarBooking {
  const day = Temporal.Instant.from("2005-01-01T00:00Z").add({ hours: 24 * below(30 * 365) });
  const some = day.toZonedDateTimeISO(zone);
  const near = (below(4) === 0 ? null : some.getTimeZoneTransition("next")) ?? some;
  const start = near.add({ minutes: 15 * (below(25) - 12) }).toInstant();
  return sampleBooking({
    uid: `bk-${below(1_000_000)}@jst`,
    ical_sequence: below(9),
    status: below(3) === 0 ? "cancelled" : "booked",
    start: start.toString(),
    end: start.add({ minutes: 5 + 5 * below(288) }).toString(),
    timezone: zone,
    event_type: { name: hostile() },
    host: { name: hostile(), email: "grace+o'hara@example.org" },
    attendee: { name: hostile(), email: "ada%0d%0a&co@example.org" },
    organizer: below(2) === 0 ? null : { name: hostile(), email: "team+bookings@example.org" },
    guest_states: Array.from({ length: below(4) === 0 ? 10 : below(3) }, (_, at) => ({
      email: `guest${at}@example.org`,
      status: below(3) === 0 ? "declined" : "invited",
    })),
    location: { detail: below(2) === 0 ? null : hostile(), join_url: null },
  });
}

const times = ({ start, end }: CalendarBooking) => [Date.parse(start), Date.parse(end)];

/** Whether the zone's clock shows start or end once more later. */
const hasFirstOfTwo = (booking: CalendarBooking) =>
  times(booking).some((at) => {
    const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(booking.timezone);
    const later = clock.toPlainDateTime().toZonedDateTime(booking.timezone, { disambiguation: "later" });
    return later.epochMilliseconds !== at;
  });

const named = (timezone: string, start: string, minutes: number): CalendarBooking => {
  const end = Temporal.Instant.from(start).add({ minutes }).toString();
  return sampleBooking({ timezone, start, end });
};

const called = ({ name, email }: CalendarBooking["host"]) => oneLine(name) || email;
const summaryOf = ({ event_type, attendee, host }: CalendarBooking) =>
  `${oneLine(event_type.name)}: ${called(attendee)} and ${called(host)}`;

/** Clocks that calendars get wrong, each beside a change. */
const special = [
  named("Australia/Lord_Howe", "2027-04-03T14:15:00Z", 30),
  named("Australia/Lord_Howe", "2027-04-03T14:45:00Z", 30),
  named("Australia/Lord_Howe", "2027-10-02T15:15:00Z", 30),
  named("Asia/Kathmandu", "2027-01-01T03:15:00Z", 45),
  named("Africa/Casablanca", "2025-02-23T01:30:00Z", 30),
  named("Africa/Casablanca", "2025-02-23T02:30:00Z", 60),
  named("Africa/Casablanca", "2025-04-06T01:30:00Z", 60),
  named("Pacific/Apia", "2011-12-30T09:30:00Z", 60),
  named("Pacific/Apia", "2011-12-29T22:00:00Z", 1_440),
  named("Europe/Dublin", "2026-10-25T00:15:00Z", 30),
  named("Europe/Dublin", "2026-10-25T01:15:00Z", 30),
  named("Europe/Dublin", "2027-03-28T00:45:00Z", 30),
  named("America/New_York", "2027-11-07T05:30:00Z", 30),
  named("America/New_York", "2027-11-07T05:30:00Z", 60),
  named("America/New_York", "2027-11-07T06:00:00Z", 30),
  named("America/New_York", "2027-03-14T06:45:00Z", 30),
  named("Antarctica/Troll", "2026-10-25T00:30:00Z", 120),
  named("Antarctica/Troll", "2027-03-28T00:30:00Z", 60),
  named("America/Sao_Paulo", "2026-11-24T12:00:00Z", 60),
  named("Asia/Calcutta", "2026-11-24T12:00:00Z", 60),
  named("UTC", "2026-11-24T12:00:00Z", 60),
];

const zones = Intl.supportedValuesOf("timeZone");
const bookings = [
  ...special,
  ...zones.map(anyBooking),
  ...Array.from({ length: 40 }, () => anyBooking("Europe/Paris")),
];
const files = bookings.map((booking) => invite(booking).content);
const byPython = skip === false ? readByPython(folder, files) : [];

suite(
  `calendar entries of ${bookings.length} bookings with hostile text, in every zone and beside changes of its clock`,
  () => {
    test(
      "are read by Python's icalendar with their instants, by their own VTIMEZONE and by name",
      { skip },
      () => {
        for (const [place, read] of byPython.entries()) {
          const booking = bookings[place] ?? sampleBooking();
          const { own, known, zones, errors } = read;
          const expected = { own: times(booking), zones: [booking.timezone], errors: [] };
          assert.deepEqual({ own, zones, errors }, expected, files[place]);
          // Releases of the tzdb differ about the future, which is why the file contains the zone itself.
          if (booking.end < "2026") assert.deepEqual(known, times(booking), files[place]);
        }
      },
    );

    test("are read by Python's icalendar with the text that was written", { skip }, () => {
      // Readers take a backslash for an escape where RFC 5545 knows none.
      const parameter = (text: string) => text.replace(/\\(?=[\\,;:nN]|$)/g, "/");
      // This reader drops spaces beside an equals sign.
      const lenient = (text = "") => text.replace(/ *= */g, "=");
      const cn = ({ parameters }: { parameters: Record<string, string> }) => lenient(parameters["cn"]);
      for (const [place, read] of byPython.entries()) {
        const booking = bookings[place] ?? sampleBooking();
        const { attendee, host, location, status } = booking;
        const organizer = booking.organizer ?? host;
        assert.deepEqual(
          [read.uid, read.sequence, read.method, read.status, read.url],
          [
            booking.uid,
            booking.ical_sequence,
            ...(status === "cancelled" ? ["CANCEL", "CANCELLED"] : ["REQUEST", "CONFIRMED"]),
            booking.manage_url,
          ],
        );
        assert.equal(read.summary, summaryOf(booking), files[place]);
        assert.equal(
          read.location,
          location.detail === null ? null : manyLines(location.detail),
          files[place],
        );
        assert.equal(cn(read.organizer), lenient(parameter(called(organizer))), files[place]);
        assert.equal(decodeURIComponent(read.organizer.address), `mailto:${organizer.email}`);
        assert.deepEqual(
          read.attendees.map((one) => [decodeURIComponent(one.address), cn(one), one.parameters["partstat"]]),
          [
            ...[attendee, host].map((one) => [
              `mailto:${one.email}`,
              lenient(parameter(called(one))),
              "ACCEPTED",
            ]),
            ...booking.guest_states.map(({ email, status: answer }) => [
              `mailto:${email}`,
              "",
              answer === "declined" ? "DECLINED" : "NEEDS-ACTION",
            ]),
          ],
        );
      }
    });

    test("are read by ical.js, by their own VTIMEZONE, with their instants", () => {
      for (const [place, booking] of bookings.entries())
        assert.deepEqual(readByThunderbird(files[place] ?? ""), times(booking), files[place]);
    });

    test("are read by node-ical with their text and instants, but that it takes the second of two equal times", () => {
      for (const [place, booking] of bookings.entries()) {
        const read = readByNodeIcal(files[place] ?? "");
        assert.equal(read.uid, booking.uid);
        // It takes the n after an escaped backslash for a line end, and drops quotes around a whole text.
        const summary = summaryOf(booking);
        if (!summary.includes("\\") && !/^".*"$/.test(summary))
          assert.equal(read.summary, summary, files[place]);
        if (hasFirstOfTwo(booking)) continue;
        assert.deepEqual([read.start.getTime(), read.end?.getTime()], times(booking), files[place]);
      }
    });
  },
);
