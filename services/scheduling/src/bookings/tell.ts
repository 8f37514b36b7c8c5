import type { Change as StoredChange, Resource } from "@jst/changes";
import type { SecretBox } from "@jst/config";
import type { TeamTx } from "@jst/db";
import type { Booking } from "../../gen/rpc.ts";
import type { BookingAnswers } from "../calendar/answers.ts";
import type { Hosts } from "../calendar/hosts.ts";
import type { Person } from "../calendar/invite.ts";
import type { Change, MailedBooking } from "../calendar/mails.ts";
import { tellRecipients } from "../calendar/tell-recipients.ts";
import { BOOKING } from "./booking.ts";
import type { ManagePages } from "./manage-pages.ts";

/** Parts that notify without a call to another service: hosts and addresses of manage pages. */
export interface Teller {
  hosts: Pick<Hosts, "recall">;
  managePages: ManagePages;
  /** Seals mails on their way to comms. */
  secrets: SecretBox;
}

/** Change of a booking, and whether it is notified. */
export interface Telling {
  change: Change;
  notify: boolean;
  /** Guest who declined, for that change. */
  guest?: string;
  /** The team's zone, for a host whose schedule names none; that of the booking where it is not known. */
  teamZone?: string;
}

/** Facts that mails of a booking contain. */
interface MailFacts extends Record<string, unknown> {
  booking: Booking;
  zone: string | null;
  questions: BookingAnswers["questions"];
  organizer: Person | null;
}

/** A booking without what its mails say of the host. */
export interface ToldBooking extends Omit<MailedBooking, "host" | "pages" | "cancelled_name"> {
  id: string;
  host_id: string;
  guests: readonly string[];
  cancelled_by: Booking["cancelled_by"];
  cancelled_by_role: Booking["cancelled_by_role"];
}

/**
 * Has everybody in the booking told what has become of it, once the transaction is committed (scheduling.mails). To be
 * called after the write. A preview tells nobody. Throws ReadFirst for a host who is not known yet.
 */
export async function tell(
  tx: TeamTx,
  id: string,
  { change, notify, teamZone, guest }: Telling,
  teller: Teller,
): Promise<void> {
  if (!notify || tx.isPreview) return;
  const [row] = await tx.query<MailFacts>({
    name: "scheduling.bookings.told",
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
  const told = { ...booking, questions, organizer, changed_at: booking.updated_at };
  await notifyAll(tx, told, { change, timezone, guest }, teller);
}

/** The same of a booking that is at hand; `timezone` is that of the host. */
export async function notifyAll(
  tx: TeamTx,
  booking: ToldBooking,
  { change, timezone, guest }: { change: Change; timezone: string; guest?: string | undefined },
  { hosts, managePages, secrets }: Teller,
): Promise<void> {
  if (tx.isPreview) return;
  const { host_id, cancelled_by: by } = booking;
  const memberId = change === "cancelled" && by?.type === "human" ? by.id : null;
  const known = hosts.recall(tx.context, memberId === null ? [host_id] : [host_id, memberId]);
  const host = known.get(host_id);
  // Without its host a mail and an entry say too little.
  if (host === undefined) return;
  const cancelled_name =
    change === "cancelled" ? cancellerOf(booking, host, known.get(memberId ?? "")) : null;
  const pages = await managePages.urlsOf(tx, booking, change === "created");
  const told = { ...booking, host: { ...host, timezone }, cancelled_name, pages };
  tellRecipients(tx, told, { change, guest, notify: true, secrets });
}

/** Names who cancelled (scheduling.cancelled-by): a token of the team is the team; the clock has no name. */
function cancellerOf(
  { cancelled_by_role: role, attendee, organizer }: ToldBooking,
  host: Person,
  member: Person | undefined,
): string | null {
  const named = ({ name, email }: Person) => (name.trim() === "" ? email : name);
  if (role === "attendee") return named(attendee);
  if (role === "host") return named(host);
  if (role === "team") return named(member ?? organizer ?? { name: "The team", email: "" });
  return null;
}

/** The resource whose undo tells everybody, too, but not of a booking of which nobody was told (scheduling.undo). */
export function telling(resource: Resource, teller: Teller): Resource {
  const settle: NonNullable<Resource["undo"]>["settle"] = async (tx, changes, options) => {
    const misfits = (await resource.undo?.settle?.(tx, changes, options)) ?? [];
    if (misfits.length > 0) return misfits;
    const told = changes.filter((one) => changeOf(one) !== undefined && one.after?.["told"] === true);
    // All hosts at once, so that one reading is enough.
    teller.hosts.recall(
      tx.context,
      told.map(({ after }) => String(after?.["host_id"])),
    );
    for (const one of told) {
      const change = changeOf(one);
      if (change !== undefined) await tell(tx, one.id, { change, notify: true }, teller);
    }
    return misfits;
  };
  return { ...resource, undo: { ...resource.undo, settle } };
}

/** Returns the change that an undo made to a booking; undefined if nobody needs a notification. */
function changeOf({ before, after }: StoredChange): Change | undefined {
  if (after?.["status"] === "cancelled") return before?.["status"] === "cancelled" ? undefined : "cancelled";
  if (before?.["status"] === "cancelled") return "returned";
  return before?.["start"] === after?.["start"] ? undefined : "rescheduled";
}
