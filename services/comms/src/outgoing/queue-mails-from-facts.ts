import { mailsIn, type FactPayload, type MailFactType, type ReceivedFact } from "@jst/events";
import { queueOutgoing, type Outgoing, type OutgoingMail } from "./queue-outgoing.ts";

/** Queues the mails that facts of other services carry. */
export async function queueMailsFromFacts(
  outgoing: Outgoing,
  teamId: string,
  facts: readonly ReceivedFact<MailFactType>[],
): Promise<void> {
  for (const fact of facts) await queueOutgoing(outgoing, teamId, mailsOf(fact, outgoing), fact.traceparent);
}

function mailsOf(fact: FactPayload<MailFactType>, { secrets }: Outgoing): OutgoingMail[] {
  const { mails, attachment } = mailsIn(fact, secrets);
  // The object of invoice.sent is an invoice.
  const [type = ""] = fact.type.split(".", 1);
  return mails.map(({ to, subject, text, reply_to: replyTo = null, attachment: own = attachment }, n) => ({
    token: `${fact.fact_id}:${n}`,
    to,
    subject,
    text,
    replyTo,
    source: { type, id: fact.id },
    files: own === undefined ? [] : [own],
  }));
}
