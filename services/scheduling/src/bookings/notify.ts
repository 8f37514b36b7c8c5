import type { Change as StoredChange, Resource } from "@jst/changes";
import type { SecretBox } from "@jst/config";
import type { TeamTx } from "@jst/db";
import { publish, publishFact, publishMails } from "@jst/events";
import type { Booking } from "../../gen/rpc.ts";
import type { Hosts } from "../calendar/hosts.ts";
import type { Person } from "../calendar/invite.ts";
import { type BookingAnswers, type Change, type MailedBooking, mails } from "../calendar/mails.ts";
import { BOOKING } from "./booking.ts";
import type { ManagePages } from "./manage-pages.ts";

/** Parts that notify without a call to another service: hosts and addresses of manage pages. */
export interface Notifier {
  hosts: Pick<Hosts, "recall">;
  managePages: ManagePages;
  /** Seals mails on their way to comms. */
  secrets: SecretBox;
}

/** Change of a booking, and whether it is notified. */
export interface Notification {
  change: Change;
  notify: boolean;
  /** Guest who declined, for that change. */
  guest?: string;
  /** Time zone of the team, for a host whose schedule has none; that of the booking if absent. */
  teamZone?: string;
}

/** Facts that mails of a booking contain. */
interface MailFacts extends Record<string, unknown> {
  booking: Booking;
  zone: string | null;
  questions: BookingAnswers["questions"];
  organizer: Person | null;
}

/** Booking without the parts of its mails that follow from the host. */
export interface NotifiedBooking extends Omit<MailedBooking, "host" | "pages" | "cancelled_name"> {
  id: string;
  host_id: string;
  guests: readonly string[];
  cancelled_by: Booking["cancelled_by"];
  cancelled_by_role: Booking["cancelled_by_role"];
}

/**
 * Publishes the mails to host, attendee and guests of a changed booking, which comms sends after the commit
 * (scheduling.mails). Call it after the write. A preview publishes nothing. Throws ReadFirst for a host who is not in
 * the cache.
 */
export async function notifyBooking(
  tx: TeamTx,
  id: string,
  { change, notify, teamZone, guest }: Notification,
  notifier: Notifier,
): Promise<void> {
  if (!notify || tx.isPreview) return;
  const [row] = await tx.query<MailFacts>({
    name: "scheduling.bookings.mail_facts",
    text: `select ${BOOKING} as booking,
  (select s.timezone from scheduling.schedules s where s.team_id = t.team_id and s.id = t.host_id) as zone,
  (select e.questions from scheduling.event_types e where e.team_id = t.team_id and e.id = t.event_type_id) as questions,
  t.organizer
from scheduling.bookings t where t.team_id = $1 and t.id = $2`,
    values: [tx.context.teamId, id],
  });
  if (row === undefined) throw new Error("A booking that was written is gone.");
  const { booking, zone, questions, organizer } = row;
  const timezone = zone ?? teamZone ?? booking.timezone;
  const notified = { ...booking, questions, organizer, changed_at: booking.updated_at };
  await notifyAttendees(tx, notified, { change, timezone, guest }, notifier);
}

/** Publishes the mails of a booking that the caller has read; `timezone` is the time zone of the host. */
export async function notifyAttendees(
  tx: TeamTx,
  booking: NotifiedBooking,
  { change, timezone, guest }: { change: Change; timezone: string; guest?: string | undefined },
  { hosts, managePages, secrets }: Notifier,
): Promise<void> {
  if (tx.isPreview) return;
  const { host_id, cancelled_by: by } = booking;
  const memberId = change === "cancelled" && by?.type === "human" ? by.id : null;
  const known = hosts.recall(tx.context, memberId === null ? [host_id] : [host_id, memberId]);
  const host = known.get(host_id);
  // A host who is no longer a member has no address; mails and entries need it.
  if (host === undefined) return;
  const cancelled_name =
    change === "cancelled" ? cancellerOf(booking, host, known.get(memberId ?? "")) : null;
  const pages = await managePages.urlsOf(tx, booking, change === "created");
  const mailed = { ...booking, host: { ...host, timezone }, cancelled_name, pages };
  publishBookingMails(tx, mailed, { change, guest, notify: true, secrets });
}

/** Names who cancelled (scheduling.cancelled-by): a token of the team is the team; the clock has no name. */
function cancellerOf(
  { cancelled_by_role: role, attendee, organizer }: NotifiedBooking,
  host: Person,
  member: Person | undefined,
): string | null {
  const named = ({ name, email }: Person) => (name.trim() === "" ? email : name);
  if (role === "attendee") return named(attendee);
  if (role === "host") return named(host);
  if (role === "team") return named(member ?? organizer ?? { name: "The team", email: "" });
  return null;
}

/** Returns the resource with an undo that sends mails too, if the booking was made with mails (scheduling.undo). */
export function withNotifications(resource: Resource, notifier: Notifier): Resource {
  const settle: NonNullable<Resource["undo"]>["settle"] = async (tx, changes, options) => {
    const misfits = (await resource.undo?.settle?.(tx, changes, options)) ?? [];
    if (misfits.length > 0) return misfits;
    await publishUndone(tx, changes);
    const notified = changes.filter((one) => changeOf(one) !== undefined && one.after?.["told"] === true);
    // Recalls all hosts together, so that one call to auth suffices.
    notifier.hosts.recall(
      tx.context,
      notified.map(({ after }) => String(after?.["host_id"])),
    );
    for (const one of notified) {
      const change = changeOf(one);
      if (change !== undefined) await notifyBooking(tx, one.id, { change, notify: true }, notifier);
    }
    return misfits;
  };
  return { ...resource, undo: { ...resource.undo, settle } };
}

/** Publishes the events of bookings that an undo cancelled, moved or brought back. */
async function publishUndone(tx: TeamTx, changes: readonly StoredChange[]): Promise<void> {
  const rows = await tx.query<{ id: string; body: string }>({
    name: "scheduling.bookings.undone",
    text: `select t.id, ${BOOKING}::text as body from scheduling.bookings t where t.team_id = $1 and t.id = any($2::uuid[])`,
    values: [tx.context.teamId, changes.map(({ id }) => id)],
  });
  const bodies = new Map(rows.map(({ id, body }) => [id, body]));
  for (const one of changes) {
    const [change, object] = [changeOf(one), bodies.get(one.id)];
    if (change === undefined || object === undefined) continue;
    const { status, start } = (one.before ?? {}) as { status?: string; start?: string };
    const previous = change === "rescheduled" ? { start: new Date(start ?? "").toISOString() } : { status };
    publish(tx, { type: undoneTypes[change], id: one.id, object, previous });
  }
}

/** Event types of what an undo did to a booking. */
const undoneTypes = {
  cancelled: "booking.cancelled",
  returned: "booking.restored",
  rescheduled: "booking.rescheduled",
} as const;

/** Returns the change that an undo made to a booking; undefined if nobody needs a notification. */
function changeOf({ before, after }: StoredChange): keyof typeof undoneTypes | undefined {
  if (after?.["status"] === "cancelled") return before?.["status"] === "cancelled" ? undefined : "cancelled";
  if (before?.["status"] === "cancelled") return "returned";
  return before?.["start"] === after?.["start"] ? undefined : "rescheduled";
}

/** Options of the mails of a booking. */
export interface Publication {
  change: Change;
  /** Guest who declined, for that change. */
  guest?: string | undefined;
  notify: boolean;
  /** Seals the mails, which have the address of the booking's page. */
  secrets: SecretBox;
  now?: Date;
}

/**
 * Publishes the mails of a booking as a fact in this transaction, in the order of the transactions of the booking
 * (scheduling.mails). Publishes nothing if `notify` is false or the booking has ended.
 */
export function publishBookingMails(
  tx: TeamTx,
  booking: MailedBooking & { id: string },
  { change, guest, notify, secrets, now = new Date() }: Publication,
): void {
  if (!notify || Date.parse(booking.end) <= now.getTime()) return;
  const sent = { mails: mails(booking, change, guest) };
  const fact = { from: "scheduling", type: "booking.changed", id: booking.id, data: { change } } as const;
  publishMails(tx, { ...fact, ...sent }, secrets, now);
}

/** Publishes the addresses of the attendee: the basis for messages about the booking (comms.given-address). */
export function publishGivenAddresses(
  tx: TeamTx,
  id: string,
  { email, phone }: { email: string; phone?: string | null | undefined },
): void {
  const phones = typeof phone === "string" ? [phone] : [];
  const addresses = [
    { address: email, channel: "email" as const },
    ...phones.map((address) => ({ address, channel: "sms" as const })),
    ...phones.map((address) => ({ address, channel: "whatsapp" as const })),
  ];
  publishFact(tx, {
    from: "scheduling",
    type: "address.given",
    id,
    data: { addresses, basis: "booking", source: "booking", evidence: { booking_id: id } },
  });
}
