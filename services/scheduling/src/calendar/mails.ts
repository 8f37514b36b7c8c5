import type { Answers, AskedField } from "@jst/answers";
import type { FactMail } from "@jst/events";
import { Temporal } from "temporal-polyfill";
import { type CalendarBooking, invite, mailLine, mailLines, oneLine, type Person } from "./invite.ts";

/** A change that people in a booking are notified of; `returned` is a cancellation that was taken back. */
export type Change = "created" | "rescheduled" | "cancelled" | "returned" | "reminder" | "guest_declined";

/** A booking with what its mails say besides the calendar entry. */
export interface MailedBooking extends Omit<CalendarBooking, "manage_url" | "is_guest">, BookingAnswers {
  /** With the zone of the host's schedule. */
  host: Person & { timezone: string };
  attendee: Person & { phone?: string | null };
  location: { type: string; detail: string | null; join_url: string | null };
  notes: string | null;
  rescheduled_from: string | null;
  cancel_reason: string | null;
  /** Name of who cancelled; null where nobody is known. */
  cancelled_name: string | null;
  /** Pages of the people in it; a guest without one is told of none. */
  pages: { attendee: string; host: string; guests: ReadonlyMap<string, string> };
}

type Role = "attendee" | "guest" | "host";
/** Somebody who gets a mail, with the page that is theirs. */
interface Recipient {
  to: string;
  role: Role;
  page: string | null;
}

/** First words of the subject and of the text. */
const SAYS: Readonly<Record<Change, readonly [subject: string, sentence: string]>> = {
  created: ["Booked", "This is booked:"],
  rescheduled: ["Moved", "This booking is moved to another time:"],
  cancelled: ["Cancelled", "This booking is cancelled:"],
  reminder: ["Reminder", "This booking starts soon:"],
  returned: ["Booked again", "This booking was cancelled and is booked again:"],
  guest_declined: ["Guest declined", "A guest cannot come:"],
};

/** Recipients that a change does not concern: nobody reminds the host, and guests decline for themselves alone. */
const PASSED_OVER: Readonly<Partial<Record<Change, Role>>> = { reminder: "host", guest_declined: "guest" };

/**
 * Makes a mail for the attendee, each guest who has not declined, and the host, once per address (scheduling.mails).
 * Each has a calendar entry with the recipient's own page. `guest` is who has declined now.
 */
export function mails(booking: MailedBooking, change: Change, guest?: string): FactMail[] {
  const known = new Set<string>();
  return recipients(booking).flatMap((one) => {
    const address = one.to.toLowerCase();
    if (one.role === PASSED_OVER[change] || known.has(address)) return [];
    known.add(address);
    const { page, role } = one;
    return [
      {
        to: one.to,
        ...mail(booking, { change, guest }, one),
        reply_to: role === "host" ? booking.attendee.email : booking.host.email,
        attachment: invite({ ...booking, manage_url: page, is_guest: role === "guest" }),
      },
    ];
  });
}

function recipients({ attendee, guest_states: guests, host, pages }: MailedBooking): Recipient[] {
  const invited = guests.filter(({ status }) => status !== "declined");
  return [
    { to: attendee.email, role: "attendee", page: pages.attendee },
    ...invited.map(({ email }): Recipient => ({
      to: email,
      role: "guest",
      page: pages.guests.get(email) ?? null,
    })),
    { to: host.email, role: "host", page: pages.host },
  ];
}

function mail(
  booking: MailedBooking,
  { change, guest }: { change: Change; guest: string | undefined },
  { role, page }: Recipient,
): { subject: string; text: string } {
  const { event_type, host, start, end } = booking;
  const timezone = role === "host" ? host.timezone : booking.timezone;
  const what = `${mailLine(event_type.name)} with ${others(booking, role)}`;
  const [word, sentence] = says(booking, change, role);
  const text = [
    guest === undefined ? sentence : `${mailLine(guest)} cannot come:`,
    "",
    `What: ${what}`,
    `When: ${span(start, end, timezone)}`,
    ...was(booking, change, timezone),
    ...place(booking, role),
    ...people(booking, role),
    ...words(booking, change, role),
    ...(change === "cancelled" || page === null ? [] : ["", wayOut(role, page)]),
  ];
  return { subject: `${word}: ${what}, ${when(start, timezone)}`, text: `${text.join("\n")}\n` };
}

const GUEST_SAYS = ["Invitation", "You are invited to this:"] as const;

function says(booking: MailedBooking, change: Change, role: Role): readonly [string, string] {
  if (role === "guest" && change === "created") return GUEST_SAYS;
  const [word, sentence] = SAYS[change];
  const who = mailLine(booking.cancelled_name ?? "");
  return [word, change === "cancelled" && who !== "" ? `${who} cancelled this:` : sentence];
}

const wayOut = (role: Role, page: string): string =>
  role === "guest" ? `If you cannot come: ${page}` : `Cancel or move: ${page}`;

const called = ({ name, email }: Person): string => mailLine(name) || mailLine(email);

/** Person that the recipient meets. */
function others({ attendee, host }: MailedBooking, role: Role): string {
  if (role === "guest") return `${called(attendee)} and ${called(host)}`;
  return called(role === "host" ? attendee : host);
}

function was({ rescheduled_from }: MailedBooking, change: Change, timezone: string): string[] {
  if (change !== "rescheduled" || rescheduled_from === null) return [];
  return [`Before: ${when(rescheduled_from, timezone)}`];
}

/** Writes the place, and who calls whom. */
function place({ location, attendee, host }: MailedBooking, role: Role): string[] {
  const { type, join_url } = location;
  if (join_url !== null) return [`Join: ${mailLine(join_url)}`];
  const detail = mailLine(location.detail ?? "");
  if (detail === "") return [];
  if (type === "phone_outbound") return [`Phone: ${outbound(called(attendee), called(host), detail)[role]}`];
  if (type === "phone_inbound")
    return [`Phone: ${role === "host" ? `${called(attendee)} calls` : "call"} ${detail}`];
  return [`Where: ${detail}`];
}

/** The host calls; a guest need not know the number. */
const outbound = (attendee: string, host: string, number: string): Readonly<Record<Role, string>> => ({
  attendee: `${host} calls you at ${number}`,
  guest: `${host} calls ${attendee}`,
  host: `call ${number}`,
});

/** Writes the other people; the host alone sees how to reach the attendee. */
function people({ attendee, guest_states }: MailedBooking, role: Role): string[] {
  const guests = guest_states.map(
    ({ email, status }) => `${mailLine(email)}${status === "declined" ? " (declined)" : ""}`,
  );
  const contact = [attendee.email, attendee.phone ?? ""].map(mailLine).filter((one) => one !== "");
  return [
    ...(role === "host" ? [`Attendee: ${called(attendee)} (${contact.join(", ")})`] : []),
    ...(guests.length > 0 && role !== "guest" ? [`Guests: ${guests.join(", ")}`] : []),
  ];
}

/**
 * Quotes the texts of people: the answers for the host, the attendee's notes for both, the reason of a cancellation for
 * all.
 */
function words(booking: MailedBooking, change: Change, role: Role): string[] {
  const titled = (title: string, lines: string[]) => (lines.length === 0 ? [] : ["", title, ...lines]);
  const quoted = (title: string, text: string | null) =>
    titled(title, text === null || text.trim() === "" ? [] : mailLines(text));
  if (change === "cancelled") return quoted("Reason:", booking.cancel_reason);
  return [
    ...(role === "host" ? titled("Answers:", answerLines(booking)) : []),
    ...(role === "guest" ? [] : quoted("Notes:", booking.notes)),
  ];
}

/** Questions of the event type and answers of the booking. */
export interface BookingAnswers {
  questions: readonly Pick<AskedField, "id" | "label">[];
  answers: Answers;
}

/** Characters of one answer in a mail, which travels with all others of the booking in one fact. */
const CHARS_MAX = 1_000;

/**
 * The answers for a mail, in the order of the questions and under what these are called now; an answer whose question
 * is gone is under its id. What goes on over several lines is indented further than what we write.
 */
export function answerLines({ questions, answers }: BookingAnswers): string[] {
  const labels = new Map(questions.map(({ id, label }) => [id, label]));
  const ids = [...labels.keys(), ...Object.keys(answers).filter((id) => !labels.has(id))];
  return ids
    .filter((id) => Object.hasOwn(answers, id))
    .flatMap((id) => {
      const [first = "", ...more] = mailLines(short(textOf(answers[id])));
      return [
        `  ${oneLine(labels.get(id) ?? id)}: ${first.trimStart()}`,
        ...more.map((line) => `  ${line}`.trimEnd()),
      ];
    });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** A text that is cut in the middle of a character has no half of it: nobody could store that. */
const short = (text: string): string =>
  text.length <= CHARS_MAX ? text : `${text.slice(0, CHARS_MAX).toWellFormed()}…`;

/** A time as a mail shows it: the day, the clock, the zone and how far its clock is from UTC then. */
export function when(start: string, timezone: string): string {
  const at = zoned(start, timezone);
  return `${day(at)}, ${clock(at)} (${zoneName(at)})`;
}

/** From when to when; the second day, and the second distance from UTC, only where they are others than the first. */
export function span(start: string, end: string, timezone: string): string {
  const [from, to] = [zoned(start, timezone), zoned(end, timezone)];
  const until = from.toPlainDate().equals(to.toPlainDate()) ? clock(to) : `${day(to)}, ${clock(to)}`;
  const begin = `${day(from)}, ${clock(from)}`;
  if (from.offset === to.offset) return `${begin} to ${until} (${zoneName(from)})`;
  return `${begin} (${fromUtc(from)}) to ${until} (${fromUtc(to)}), ${timezone}`;
}

const zoned = (time: string, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.from(time).toZonedDateTimeISO(timezone);

/** Making one takes longer than all the rest of a mail. */
const days = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: "UTC" });

/** A day, as its midnight in UTC: Tuesday, November 24, 2026. */
export const longDay = (midnight: number): string => days.format(midnight);

const day = (at: Temporal.ZonedDateTime): string =>
  longDay(at.toPlainDate().toZonedDateTime("UTC").epochMilliseconds);

const clock = (at: Temporal.ZonedDateTime): string => at.toPlainTime().toString({ smallestUnit: "minute" });

/** The zone with its distance from UTC; of UTC the name says both. */
const zoneName = (at: Temporal.ZonedDateTime): string =>
  at.timeZoneId === "UTC" ? "UTC" : `${at.timeZoneId}, ${fromUtc(at)}`;

const fromUtc = ({ offset }: Temporal.ZonedDateTime): string =>
  offset === "+00:00" ? "UTC" : `UTC${offset}`;
