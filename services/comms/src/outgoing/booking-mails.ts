import { factOf, type DeliveredEvent, type FactPayload } from "@jst/events";
import type { StoredText } from "../messages/queries.ts";
import { queueOutgoing, type Outgoing, type OutgoingMail } from "./queue-outgoing.ts";

/** What the fact booking.changed tells, as far as mails are made of it. */
interface BookingChanged {
  mails: readonly { to: string; subject: string; text: string }[];
  attachment: StoredText;
}

/** Queues the mails of bookings that have changed; other events are passed over. */
export async function takeBookings(
  outgoing: Outgoing,
  teamId: string,
  events: readonly DeliveredEvent[],
): Promise<void> {
  for (const event of events) {
    const fact = factOf(event, "booking.changed");
    if (fact !== undefined) await queueOutgoing(outgoing, teamId, mailsOf(fact), event.traceparent);
  }
}

function mailsOf({ fact_id: factId, id, data }: FactPayload): OutgoingMail[] {
  const { mails, attachment } = data as unknown as BookingChanged;
  const { filename, content_type, content } = attachment;
  const files = [{ filename, content_type, content }];
  return mails.map(({ to, subject, text }, n) => ({
    token: `${factId}:${n}`,
    to,
    subject,
    text,
    source: { type: "booking", id },
    files,
  }));
}
