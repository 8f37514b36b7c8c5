import { one, systemContext, type Database, type TeamTx } from "@jst/db";
import type { SecretBox } from "@jst/config";
import { recordAudit } from "@jst/events";
import type { Logger } from "@jst/telemetry";
import { nothingRecorded, findKnown, refusalOf, type KnownRow } from "../gate/gate.ts";
import { queueOnce } from "../messages/queries.ts";
import type { StoredFile } from "../messages/sealed-content.ts";
import { addressOf } from "../people/address.ts";
import type { ProviderRouting } from "../providers/provider.ts";

/** An e-mail that another service has sent: transactional, to an address. */
export interface OutgoingMail {
  /** Message when absent. */
  kind?: "message" | "notice";
  /** The same whenever it comes again, so that it is sent once. */
  token: string;
  to: string;
  subject: string;
  text: string;
  /** Address at which its answer is read; null where that is the sender's. */
  replyTo?: string | null;
  /** Resource that the mail is about. */
  source: { type: string; id: string };
  files: readonly StoredFile[];
}

/** Parts that queue mails of other services. */
export interface Outgoing {
  database: Database;
  routing: ProviderRouting;
  /** Opens mails that come sealed, and seals what a message has to hide. */
  secrets: SecretBox;
  logger: Logger;
}

/**
 * Queues these mails of a team past the same gate as every message, all of them in one transaction, each once however
 * often it comes. What the gate refuses is put on record and not sent (comms.outgoing).
 */
export async function queueOutgoing(
  { database, routing, secrets, logger }: Outgoing,
  teamId: string,
  mails: readonly OutgoingMail[],
  traceparent?: string,
): Promise<void> {
  const { provider, from } = await routing.routeOf(teamId, "email");
  await database.write(systemContext(teamId, { traceparent: traceparent }), async (tx) => {
    tx.keepOpen();
    for (const mail of mails) {
      const address = addressOf(mail.to);
      if (address?.kind === "email")
        await queueOne(tx, mail, address.folded, { provider: provider.name, from }, secrets);
      else logger.warn({ team: teamId, source: mail.source }, "a mail of another service has no address");
    }
  });
}

async function queueOne(
  tx: TeamTx,
  { kind = "message", token, to, subject, text, replyTo = null, source, files }: OutgoingMail,
  address: string,
  route: { provider: string; from: string | null },
  secrets: SecretBox,
): Promise<void> {
  const asked = { address, channel: "email", purpose: "transactional" } as const;
  const known = one(
    await tx.query<KnownRow>(findKnown(tx.context.teamId, { ...asked, templateId: undefined })),
  );
  const code = refusalOf(asked, known);
  if (code !== undefined) {
    const entry = { action: "send", resource: "messages", resourceId: null, changesetId: null };
    recordAudit(tx, { ...entry, outcome: "denied", code });
    return;
  }
  const consent = known.standing ?? nothingRecorded;
  const none = {
    contact_id: null,
    html: null,
    template_id: null,
    variables: {},
    reply_to: replyTo,
    metadata: {},
  };
  const draft = {
    ...asked,
    ...none,
    ...route,
    kind,
    to,
    subject,
    text,
    consent,
    test: false,
    token,
    source,
    files,
  };
  await queueOnce(tx, draft, secrets);
}
