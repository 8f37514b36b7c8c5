import { factOf, mailsIn, type DeliveredEvent, type FactPayload, type MailFactType } from "@jst/events";
import { queueOutgoing, type Outgoing, type OutgoingMail } from "./queue-outgoing.ts";

/** Kind of the source of a message, by its fact. */
const SOURCES: Readonly<Record<MailFactType, string>> = {
  "booking.changed": "booking",
  "invoice.sent": "invoice",
  "member.added": "member",
  "quote.sent": "quote",
};

/** Queues the mails that other services have told of; other events are passed over. */
export async function queueMailsFromFacts(
  outgoing: Outgoing,
  teamId: string,
  events: readonly DeliveredEvent[],
): Promise<void> {
  for (const event of events)
    for (const type of Object.keys(SOURCES) as MailFactType[]) {
      const fact = factOf(event, type);
      if (fact === undefined) continue;
      await queueOutgoing(outgoing, teamId, mailsOf(fact, SOURCES[type], outgoing), event.traceparent);
    }
}

function mailsOf(fact: FactPayload, source: string, { secrets }: Outgoing): OutgoingMail[] {
  const { mails, attachment } = mailsIn(fact, secrets);
  return mails.map(({ to, subject, text, reply_to: replyTo = null, attachment: own = attachment }, n) => ({
    token: `${fact.fact_id}:${n}`,
    to,
    subject,
    text,
    replyTo,
    source: { type: source, id: fact.id },
    files: own === undefined ? [] : [own],
  }));
}
