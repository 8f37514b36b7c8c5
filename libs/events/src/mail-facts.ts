import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { SecretBox } from "@jst/config";
import type { TeamTx } from "@jst/db";
import type { FactData, FactPublisher, MailFactType } from "./fact-catalogue.ts";
import { publishFact, type Fact, type FactPayload } from "./facts.ts";

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

/** A fact that carries mails, with the other members of its data. */
export type MailFact = {
  [T in MailFactType]: FactMails & {
    from: FactPublisher<T>;
    type: T;
    /** Id of the object that the mails are about. */
    id: string;
  } & DataBeside<Omit<FactData<T>, "sealed">>;
}[MailFactType];

/** Member `data`, if a fact has data besides its mails. */
type DataBeside<D> = [keyof D] extends [never] ? { data?: never } : { data: Readonly<D> };

/** A sealed text opens for its own team alone. */
const ownerOf = (teamId: string): string => `${teamId} mails`;

/**
 * Publishes the mails with the write. They may have addresses of pages that end in secrets, so the fact carries them
 * sealed: outbox and topic have no secret (pages.secrets). The key is the fleet's, which consumers have too.
 */
export function publishMails(tx: TeamTx, fact: MailFact, secrets: SecretBox, now?: Date): void {
  const { from, type, id, mails, attachment, data } = fact;
  // The mails of a fact say the same to each recipient.
  const text = deflateRawSync(JSON.stringify({ mails, attachment }));
  const sealed = secrets.seal(text, ownerOf(tx.context.teamId)).toString("base64");
  publishFact(tx, { from, type, id, data: { ...data, sealed } } as Fact, now);
}

/** Opens the mails of a fact; a fact of a release that did not seal them has them in clear. */
export function mailsIn({ team_id: teamId, data }: FactPayload<MailFactType>, secrets: SecretBox): FactMails {
  const { sealed } = data as Partial<typeof data>;
  if (sealed === undefined) return data as unknown as FactMails;
  const text = inflateRawSync(secrets.openBytes(Buffer.from(sealed, "base64"), ownerOf(teamId)));
  return JSON.parse(text.toString()) as FactMails;
}
