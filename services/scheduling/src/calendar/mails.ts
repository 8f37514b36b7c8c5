import { answerLines, type Answered } from "./answers.ts";
import type { CalendarBooking, Person } from "./invite.ts";
import { mailLine, mailLines } from "./text.ts";
import { span, when } from "./when.ts";

/** What has become of a booking; `returned` is a cancellation that was taken back. */
export type Change = "created" | "rescheduled" | "cancelled" | "returned" | "reminder";

/** A booking with what its mails say besides the calendar entry. */
export interface MailedBooking extends CalendarBooking, Answered {
  /** With the zone of the host's schedule. */
  host: Person & { timezone: string };
  attendee: Person & { phone?: string | null };
  location: { type: string; detail: string | null; join_url: string | null };
  notes: string | null;
  rescheduled_from: string | null;
  cancel_reason: string | null;
}

/** A mail to one recipient; the calendar entry goes with it. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

type Role = "attendee" | "guest" | "host";

/** First words of the subject and of the text. */
const SAYS: Readonly<Record<Change, readonly [subject: string, sentence: string]>> = {
  created: ["Booked", "This is booked:"],
  rescheduled: ["Moved", "This is moved to another time:"],
  cancelled: ["Cancelled", "This is cancelled:"],
  reminder: ["Reminder", "This is soon:"],
  returned: ["Booked again", "This was cancelled and is booked again:"],
};

/** A mail for the attendee, each guest and the host, once per address; nobody reminds the host (scheduling.mails). */
export function mails(booking: MailedBooking, change: Change): Mail[] {
  const { attendee, guests, host } = booking;
  const recipients: [string, Role][] = [
    [attendee.email, "attendee"],
    ...guests.map((guest): [string, Role] => [guest, "guest"]),
    ...(change === "reminder" ? [] : [[host.email, "host"] as [string, Role]]),
  ];
  const known = new Set<string>();
  return recipients.flatMap(([to, role]) => {
    const address = to.toLowerCase();
    if (known.has(address)) return [];
    known.add(address);
    return [{ to, ...mail(booking, change, role) }];
  });
}

function mail(booking: MailedBooking, change: Change, role: Role): { subject: string; text: string } {
  const { event_type, host, manage_url, start, end } = booking;
  const timezone = role === "host" ? host.timezone : booking.timezone;
  const what = `${mailLine(event_type.name)} with ${others(booking, role)}`;
  const [word, sentence] = role === "guest" && change === "created" ? GUEST_SAYS : SAYS[change];
  const text = [
    sentence,
    "",
    `What: ${what}`,
    `When: ${span(start, end, timezone)}`,
    ...was(booking, change, timezone),
    ...place(booking, role),
    ...people(booking, role),
    ...words(booking, change, role),
    ...(change === "cancelled" || manage_url === null ? [] : ["", `Cancel or move: ${manage_url}`]),
  ];
  return { subject: `${word}: ${what}, ${when(start, timezone)}`, text: `${text.join("\n")}\n` };
}

const GUEST_SAYS = ["Invitation", "You are invited to this:"] as const;

const called = ({ name, email }: Person): string => mailLine(name) || mailLine(email);

/** Whom the recipient meets. */
function others({ attendee, host }: MailedBooking, role: Role): string {
  if (role === "guest") return `${called(attendee)} and ${called(host)}`;
  return called(role === "host" ? attendee : host);
}

function was({ rescheduled_from }: MailedBooking, change: Change, timezone: string): string[] {
  if (change !== "rescheduled" || rescheduled_from === null) return [];
  return [`Before: ${when(rescheduled_from, timezone)}`];
}

/** Where it is, and who calls whom. */
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

/** Who else comes; the host is told how the attendee is reached, and nobody else is. */
function people({ attendee, guests }: MailedBooking, role: Role): string[] {
  const contact = [attendee.email, attendee.phone ?? ""].map(mailLine).filter((one) => one !== "");
  return [
    ...(role === "host" ? [`Attendee: ${called(attendee)} (${contact.join(", ")})`] : []),
    ...(guests.length > 0 && role !== "guest" ? [`Guests: ${guests.map(mailLine).join(", ")}`] : []),
  ];
}

/**
 * What somebody has written, as theirs: the answers for the host, the attendee's notes for both, the reason of a
 * cancellation for all.
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
