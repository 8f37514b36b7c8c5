import { factOf, type DeliveredEvent, type FactPayload, type FactType } from "@jst/events";
import type { StoredText } from "../messages/queries.ts";
import { queueOutgoing, type Outgoing, type OutgoingMail } from "./queue-outgoing.ts";

/** Facts that mails are made of, and what a message says that it is about. */
const sources: readonly (readonly [type: FactType, source: string])[] = [
  ["booking.changed", "booking"],
  ["invoice.sent", "invoice"],
  ["member.added", "member"],
  ["quote.sent", "quote"],
];

/** What such a fact tells, as far as mails are made of it. */
interface Told {
  mails: readonly { to: string; subject: string; text: string }[];
  /** The same with each mail. */
  attachment?: StoredText;
}

/** Queues the mails that other services have told of; other events are passed over. */
export async function takeMails(
  outgoing: Outgoing,
  teamId: string,
  events: readonly DeliveredEvent[],
): Promise<void> {
  for (const event of events)
    for (const [type, source] of sources) {
      const fact = factOf(event, type);
      if (fact !== undefined) await queueOutgoing(outgoing, teamId, mailsOf(fact, source), event.traceparent);
    }
}

function mailsOf({ fact_id: factId, id, data }: FactPayload, source: string): OutgoingMail[] {
  const { mails, attachment } = data as unknown as Told;
  return mails.map(({ to, subject, text }, n) => ({
    token: `${factId}:${n}`,
    to,
    subject,
    text,
    source: { type: source, id },
    files: attachment === undefined ? [] : [fileOf(attachment)],
  }));
}

const fileOf = ({ filename, content_type, content }: StoredText): StoredText => ({
  filename,
  content_type,
  content,
});
