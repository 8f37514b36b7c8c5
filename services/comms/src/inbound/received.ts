import { createHash } from "node:crypto";
import { storableText, type Row, type Statement, type TeamTx } from "@jst/db";
import { withoutPageSecrets } from "@jst/pages";
import type { Attention } from "../words/refusal.ts";
import type { CarriedChannel } from "../providers/provider.ts";

/** Facts of a file that came with a message; its bytes are not stored. */
export interface IncomingFile {
  filename: string;
  content_type: string;
  size_bytes: number;
}

/** A message that somebody has sent to a team. */
export interface IncomingMessage {
  channel: CarriedChannel;
  /** Provider that delivered it. */
  provider: "twilio" | "mime";
  /** Id at the provider, MessageSid or Message-ID: the same message has the same id. */
  providerId: string;
  /** Sender: an address as addressOf folds it. */
  from: string;
  /** Name of the sender. */
  name?: string | undefined;
  /** The team's own address to which it came, folded. */
  to: string;
  subject?: string | null;
  text: string | null;
  html?: string | null;
  attachments?: readonly IncomingFile[];
  /** The reason why people look at it. */
  attention?: Attention | undefined;
}

/** Inbound message that is stored. */
export interface StoredIncoming extends Row {
  id: string;
  contact_id: string | null;
}

/** Longest name of a message that is kept as it is. */
const NAME_CHARS_MAX = 500;
const SUBJECT_CHARS_MAX = 998;
const TEXT_CHARS_MAX = 500_000;

/** The message of this name; none where it has not come yet. */
export function findReceived(teamId: string, { provider, providerId }: IncomingMessage): Statement {
  return {
    name: "comms.messages.received",
    text: `select t.id, t.contact_id from comms.messages t
      where t.team_id = $1 and t.direction = 'inbound' and t.provider = $2 and t.provider_id = $3`,
    values: [teamId, provider, nameOf(providerId)],
  };
}

/** Stores the message; undefined where another transaction has stored it meanwhile. */
export async function insertReceived(
  tx: TeamTx,
  message: IncomingMessage,
  contactId: string | null,
): Promise<StoredIncoming | undefined> {
  const { channel, provider, providerId, from, to, attachments = [] } = message;
  const values = {
    ...{ direction: "inbound", status: "received", kind: "message", purpose: "transactional" },
    ...{ channel, provider, provider_id: nameOf(providerId), from, to, address: from, contact_id: contactId },
    subject: cut(message.subject, SUBJECT_CHARS_MAX),
    text: cut(message.text, TEXT_CHARS_MAX),
    html: cut(message.html, TEXT_CHARS_MAX),
    attention: message.attention ?? null,
    ...{ attachments, changeset: tx.changesetId, traceparent: tx.context.traceparent ?? null },
  };
  const names = Object.keys(values).map((name) => `"${name}"`);
  const { teamId, actorType, actorId } = tx.context;
  const [row] = await tx.query<StoredIncoming>({
    name: "comms.messages.receive",
    text: `insert into comms.messages (team_id, ${names.join(", ")}, created_by_type, created_by_id)
      select $1, ${names.map((name) => `v.${name}`).join(", ")}, $3, $4
      from jsonb_populate_record(null::comms.messages, $2::jsonb) v
      on conflict (team_id, provider, provider_id) where direction = 'inbound' do nothing
      returning id, contact_id`,
    values: [teamId, values, actorType, actorId],
  });
  return row;
}

/** A name as it is kept: one that is too long for an index by its hash. */
function nameOf(providerId: string): string {
  const name = storableText(providerId);
  return name.length <= NAME_CHARS_MAX ? name : createHash("sha256").update(name).digest("hex");
}

/** Cuts a text to the length of messages and to characters that PostgreSQL stores. */
function cut(text: string | null | undefined, most: number): string | null {
  return text === null || text === undefined ? null : withoutPageSecrets(storableText(text.slice(0, most)));
}
