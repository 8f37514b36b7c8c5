import type { SecretBox } from "@jst/config";
import type { TeamTx } from "@jst/db";
import { publishMails } from "@jst/events";
import { mails, type Change, type MailedBooking } from "./mails.ts";

/** How recipients are notified. */
export interface Notifying {
  change: Change;
  /** Guest who declined, for that change. */
  guest?: string | undefined;
  notify: boolean;
  /** Seals the mails, which have the address of the booking's page. */
  secrets: SecretBox;
  now?: Date;
}

/**
 * Has everybody told of the booking, when and only when this transaction is committed, in the order of a booking's
 * transactions (scheduling.mails). Nobody is told when `notify` is false, nor of a booking that is over.
 */
export function tellRecipients(
  tx: TeamTx,
  booking: MailedBooking & { id: string },
  { change, guest, notify, secrets, now = new Date() }: Notifying,
): void {
  if (!notify || Date.parse(booking.end) <= now.getTime()) return;
  const sent = { mails: mails(booking, change, guest) };
  publishMails(tx, { type: "booking.changed", id: booking.id, data: { change }, ...sent }, secrets, now);
}
