import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";
import { type Component, type Property, timeZone } from "./time-zone.ts";

// The library does not count the space that begins a folded line; RFC 5545 does, and allows 75 octets.
ICAL.foldLength = 74;

/** Members of a booking that a calendar entry shows. */
export interface CalendarBooking {
  uid: string;
  ical_sequence: number;
  status: string;
  /** RFC 3339, UTC. */
  start: string;
  end: string;
  /** IANA name of the zone in which the entry shows its time. */
  timezone: string;
  event_type: { name: string };
  host: Person;
  attendee: Person;
  /** Organizer that the entry names; null for the host. */
  organizer: Person | null;
  guest_states: readonly { email: string; status: string }[];
  location: { detail: string | null; join_url: string | null };
  /** Page of whose calendar the entry goes into, where the booking is cancelled and moved; null where there is none. */
  manage_url: string | null;
  /** The page is a guest's, who declines there. */
  is_guest?: boolean;
  /** When the booking became as it is, RFC 3339: the same fact makes the same file, whenever it is made. */
  changed_at: string;
}

export interface Person {
  name: string;
  email: string;
}

/** A file of a message. */
export interface Attachment {
  filename: string;
  content_type: string;
  content: string;
}

/**
 * The calendar entry of a booking (scheduling.calendar-entry): a request, or a cancellation when the booking is
 * cancelled. A later sequence of the same uid takes the place of an earlier one in the calendars that have it.
 */
export function invite(booking: CalendarBooking): Attachment {
  const method = booking.status === "cancelled" ? "CANCEL" : "REQUEST";
  const [start, end] = [booking.start, booking.end].map((time) =>
    Temporal.Instant.from(time).toZonedDateTimeISO(booking.timezone),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  const calendar: Component = [
    "vcalendar",
    [
      ["version", {}, "text", "2.0"],
      ["prodid", {}, "text", "-//jst//scheduling//EN"],
      ["calscale", {}, "text", "GREGORIAN"],
      ["method", {}, "text", method],
    ],
    [timeZone(start, end), entry(booking, start, end)],
  ];
  return {
    filename: "invite.ics",
    content_type: `text/calendar; method=${method}; charset=utf-8`,
    content: ICAL.stringify(calendar),
  };
}

/** The entry itself. Names are one line; a person without a name is called by the address. */
function entry(
  booking: CalendarBooking,
  start: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime,
): Component {
  const { attendee, host, location, manage_url } = booking;
  const organizer = booking.organizer ?? host;
  const place = location.join_url ?? location.detail;
  const properties: Property[] = [
    ["uid", {}, "text", booking.uid],
    ["sequence", {}, "integer", booking.ical_sequence],
    ["dtstamp", {}, "date-time", inUtc(Temporal.Instant.from(booking.changed_at))],
    time("dtstart", start),
    time("dtend", end),
    ["summary", {}, "text", `${oneLine(booking.event_type.name)}: ${called(attendee)} and ${called(host)}`],
    ["status", {}, "text", booking.status === "cancelled" ? "CANCELLED" : "CONFIRMED"],
    ["organizer", { cn: parameter(called(organizer)) }, "cal-address", mailto(organizer.email)],
    ...attendees(booking),
  ];
  if (place !== null) properties.push(["location", {}, "text", manyLines(place)]);
  if (manage_url !== null)
    properties.push(
      [
        "description",
        {},
        "text",
        `${booking.is_guest === true ? "Decline" : "Cancel or move"}: ${manage_url}`,
      ],
      ["url", {}, "uri", new URL(manage_url).href],
    );
  return ["vevent", properties, []];
}

/** Everybody who comes, each address once: who booked and the host have said yes. */
function attendees({ attendee, host, guest_states: guests }: CalendarBooking): Property[] {
  const accepted = (person: Person) =>
    invited(person.email, { cn: parameter(called(person)), partstat: "ACCEPTED" });
  const answered = ({ email, status }: { email: string; status: string }) =>
    invited(
      email,
      status === "declined" ? { partstat: "DECLINED" } : { partstat: "NEEDS-ACTION", rsvp: "TRUE" },
    );
  const all = [
    { email: attendee.email, property: accepted(attendee) },
    { email: host.email, property: accepted(host) },
    ...guests.map((guest) => ({ email: guest.email, property: answered(guest) })),
  ];
  const known = new Set<string>();
  return all.flatMap(({ email, property }) => {
    const address = email.toLowerCase();
    if (known.has(address)) return [];
    known.add(address);
    return [property];
  });
}

const called = ({ name, email }: Person): string => oneLine(name) || oneLine(email);

/** Parameters know no backslash, yet readers take one before these for an escape, so there a slash stands for it. */
const parameter = (text: string): string => text.replace(/\\(?=[\\,;:nN]|$)/g, "/");

const invited = (email: string, parameters: Record<string, string>): Property => [
  "attendee",
  { ...parameters, role: "REQ-PARTICIPANT" },
  "cal-address",
  mailto(email),
];

/** The time on the clock of its zone; the second of two equal ones in UTC, as the first is meant. */
function time(name: string, at: Temporal.ZonedDateTime): Property {
  const clock = at.toPlainDateTime();
  const isFirst = clock.toZonedDateTime(at.timeZoneId, { disambiguation: "earlier" }).equals(at);
  if (!isFirst) return [name, {}, "date-time", inUtc(at.toInstant())];
  return [name, { tzid: at.timeZoneId }, "date-time", clock.toString({ smallestUnit: "second" })];
}

const inUtc = (at: Temporal.Instant): string => at.toString({ smallestUnit: "second" });

/** The address as RFC 6068 writes it. */
function mailto(email: string): string {
  const at = email.lastIndexOf("@");
  const encoded = (part: string) =>
    encodeURIComponent(part.toWellFormed()).replace(/%(2B|24)/g, decodeURIComponent);
  return `mailto:${encoded(email.slice(0, at))}@${encoded(email.slice(at + 1))}`;
}

// Text of strangers, made fit for one line or for several, as calendar entries and mails need it.

/** CR LF, a lone CR and the separators of Unicode end a line too. */
const LINE_ENDS = /\r\n|[\r\n\u2028\u2029\u0085]/g;
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** Controls of reading direction, with which a name could turn around the rest of its line. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/** The text with `\n` as its only line end, without controls and halves of a surrogate pair. */
export const manyLines = (text: string): string =>
  text.replace(LINE_ENDS, "\n").replace(CONTROLS, "").toWellFormed();

/** The text in one line: every run of line ends and white space is one space. */
export const oneLine = (text: string): string => manyLines(text).replace(/\s+/g, " ").trim();

/** One line for a mail, in which only letters decide which way they are read. */
export const mailLine = (text: string): string => oneLine(text.replace(DIRECTIONS, ""));

/** Lines for a mail, each indented, so that none can pass for one of ours. */
export const mailLines = (text: string): string[] =>
  manyLines(text.replace(DIRECTIONS, ""))
    .split("\n")
    .map((line) => `  ${line}`.trimEnd());
