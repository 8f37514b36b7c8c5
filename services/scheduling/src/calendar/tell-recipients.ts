import type { TeamTx } from "@jst/db";
import { publishFact } from "@jst/events";
import { invite, type Attachment } from "./invite.ts";
import { mails, type Change, type Mail, type MailedBooking } from "./mails.ts";

/** What the fact booking.changed tells: whoever sends the mails needs nothing else. */
export interface BookingChanged {
  change: Change;
  mails: readonly Mail[];
  /** The same with each mail. */
  attachment: Attachment;
}

/**
 * Has everybody told of the booking, when and only when this transaction is committed, in the order of a booking's
 * transactions (scheduling.mails). Nobody is told when `notify` is false, nor of a booking that is over.
 */
export function tellRecipients(
  tx: TeamTx,
  booking: MailedBooking & { id: string },
  { change, notify, now = new Date() }: { change: Change; notify: boolean; now?: Date },
): void {
  if (!notify || Date.parse(booking.end) <= now.getTime()) return;
  const data: BookingChanged = { change, mails: mails(booking, change), attachment: invite(booking) };
  publishFact(tx, { type: "booking.changed", id: booking.id, data: { ...data } }, now);
}
