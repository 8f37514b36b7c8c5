import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { SecretBox } from "@jst/config";
import type { TeamTx } from "@jst/db";
import { publishFact, type FactPayload, type FactType } from "./facts.ts";

/** A mail to one recipient. */
export interface FactMail {
  to: string;
  subject: string;
  text: string;
  /** Address at which the recipient's answer is read; the sender's where there is none. */
  reply_to?: string;
  /** Goes with this mail in place of the fact's. */
  attachment?: FactFile;
}

/** A text that goes with each mail of a fact. */
export interface FactFile {
  filename: string;
  content_type: string;
  content: string;
}

/** Mails that one fact has sent. */
export interface FactMails {
  mails: readonly FactMail[];
  attachment?: FactFile;
}

/** Types of facts that mails are made of. */
export type MailFactType = Extract<
  FactType,
  "booking.changed" | "invoice.sent" | "member.added" | "quote.sent"
>;

/** A fact that has mails sent. */
export interface MailFact extends FactMails {
  type: MailFactType;
  /** Id of what the mails are about. */
  id: string;
  /** Further members that consumers read. */
  data?: Readonly<Record<string, unknown>>;
}

/** A sealed text opens for its own team alone. */
const ownerOf = (teamId: string): string => `${teamId} mails`;

/**
 * Has the mails sent with the write. They may have addresses of pages that end in secrets, so the fact carries them
 * sealed: outbox and topic have no secret (pages.secrets). The key is the fleet's, which consumers have too.
 */
export function publishMails(
  tx: TeamTx,
  { type, id, mails, attachment, data = {} }: MailFact,
  secrets: SecretBox,
  now?: Date,
): void {
  // The mails of a fact say the same to each recipient.
  const text = deflateRawSync(JSON.stringify({ mails, attachment }));
  const sealed = secrets.seal(text, ownerOf(tx.context.teamId)).toString("base64");
  publishFact(tx, { type, id, data: { ...data, sealed } }, now);
}

/** Opens the mails of a fact; a fact of a release that did not seal them has them in clear. */
export function mailsIn({ team_id: teamId, data }: FactPayload, secrets: SecretBox): FactMails {
  const { sealed } = data;
  if (typeof sealed !== "string") return data as unknown as FactMails;
  const text = inflateRawSync(secrets.openBytes(Buffer.from(sealed, "base64"), ownerOf(teamId)));
  return JSON.parse(text.toString()) as FactMails;
}
