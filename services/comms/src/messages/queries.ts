import { Signal, type Row, type Statement, type TeamTx } from "@jst/db";
import type { SecretBox } from "@jst/config";
import { SHORT_FORM } from "./message.ts";
import { hiddenValues, storedContent, type StoredFile } from "./sealed-content.ts";

/** Rings when something of this process may have made a message due: one was stored, or let go. */
export const dueSignal = new Signal();

/** A message as it is stored, by its columns; those that are absent have their defaults. */
export interface MessageDraft {
  kind?: string;
  channel: string;
  from: string | null;
  to: string;
  address: string;
  contact_id: string | null;
  purpose: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  template_id: string | null;
  variables: object;
  reply_to: string | null;
  metadata: object;
  /** Null for a mail that asks no consent. */
  consent: object | null;
  provider: string;
  test: boolean;
  /** RFC 3339; at once when absent. */
  send_at?: string | null;
  /** Names the message: a second one under the same token is not stored. */
  token?: string;
  source?: { type: string; id: string };
  /** Request that account mints the link of a mail to a member for; id of a digest. */
  reference?: string;
  files?: readonly StoredFile[];
  /** Address of unsubscribing; marketing e-mail only. */
  unsubscribe?: { hash: Buffer; sealed: Buffer };
}

/** A message that was queued, as the API shows it. */
export interface QueuedMessage extends Row {
  id: string;
  body: string;
}

const columns = [
  "kind",
  "channel",
  "from",
  "to",
  "address",
  "contact_id",
  "purpose",
  "subject",
  "text",
  "html",
  "template_id",
  "variables",
  "reply_to",
  "metadata",
  "consent",
  "provider",
  "test",
  "status",
  "send_at",
  "token",
  "source",
  "reference",
  "files",
  "attachments",
  "changeset",
  "traceparent",
  "unsubscribe_hash",
  "sealed",
];
const named = (alias: string) => columns.map((name) => `${alias}"${name}"`).join(", ");

/**
 * Stores a message and the work of sending it: both, or neither. The last statement of its transaction. Undefined where
 * the team has a message under this token already.
 */
export async function queueOnce(
  tx: TeamTx,
  draft: MessageDraft,
  secrets: SecretBox,
): Promise<QueuedMessage | undefined> {
  const { teamId, actorType, actorId } = tx.context;
  const values = valuesOf(tx, draft, secrets);
  const url = draft.unsubscribe?.sealed.toString("base64") ?? null;
  const [row] = await tx.last<QueuedMessage>(insertStatement([teamId, values, actorType, actorId, url]));
  return row;
}

/** Makes the columns of a message: no secret of a page is among them but sealed (comms.secrets). */
function valuesOf(tx: TeamTx, draft: MessageDraft, secrets: SecretBox): object {
  const { files = [], unsubscribe, variables, metadata, ...stored } = draft;
  const { shown, sealed } = storedContent({ ...draft, files }, tx.context.teamId, secrets);
  return {
    kind: "message",
    ...stored,
    ...shown,
    variables: hiddenValues(variables),
    metadata: hiddenValues(metadata),
    status: typeof draft.send_at === "string" ? "scheduled" : "queued",
    attachments: files.map(attachmentOf),
    changeset: tx.changesetId,
    traceparent: tx.context.traceparent ?? null,
    unsubscribe_hash: bytes(unsubscribe?.hash ?? null),
    sealed: bytes(sealed),
  };
}

/** Bytes as JSON gives them to a column. */
const bytes = (value: Buffer | null): string | null => value && `\\x${value.toString("hex")}`;

/** Stores a message without a token, as queueOnce does. */
export async function queueMessage(
  tx: TeamTx,
  draft: MessageDraft,
  secrets: SecretBox,
): Promise<QueuedMessage> {
  const row = await queueOnce(tx, draft, secrets);
  if (row === undefined) throw new Error("A statement that answers one row answered none.");
  return row;
}

function attachmentOf(file: StoredFile): object {
  if ("file_id" in file) return file;
  const { filename, content_type, content } = file;
  return { filename, content_type, size_bytes: Buffer.byteLength(content) };
}

function insertStatement(values: unknown[]): Statement {
  return {
    name: "comms.messages.queue",
    text: `with made as (
      insert into comms.messages (team_id, ${named("")}, created_by_type, created_by_id)
      select $1, ${named("v.")}, $3, $4
      from jsonb_populate_record(null::comms.messages, $2::jsonb) v
      on conflict (team_id, token) where token is not null do nothing
      returning *
    ), queued as (
      insert into comms.queue (team_id, message_id, state, due_at, unsubscribe_url)
      select m.team_id, m.id, case when m.send_at is null then 'ready' else 'waiting' end,
        coalesce(m.send_at, clock_timestamp()), decode($5, 'base64')
      from made m
    )
    select t.id, ${SHORT_FORM}::text as body from made t`,
    values,
    signal: dueSignal,
  };
}

/** Takes a message out of the queue; undefined where it is under way, has ended, or is not there. */
export async function cancelQueued(tx: TeamTx, id: string): Promise<QueuedMessage | undefined> {
  const [row] = await tx.query<QueuedMessage>({
    name: "comms.messages.cancel",
    text: `with freed as (
      delete from comms.queue q where q.team_id = $1 and q.message_id = $2 and q.state <> 'under_way'
      returning q.team_id, q.message_id
    )
    update comms.messages t
    set status = 'canceled', sealed = null, version = t.version + 1, updated_at = clock_timestamp(), next_attempt_at = null,
      error = jsonb_build_object('code', 'canceled', 'message', 'It was canceled before it was sent.')
    from freed f
    where t.team_id = f.team_id and t.id = f.message_id
    returning t.id, ${SHORT_FORM}::text as body`,
    values: [tx.context.teamId, id],
  });
  return row;
}

/** A message in its short form; undefined when the team has none with this id. */
export async function findShort(tx: TeamTx, id: string): Promise<QueuedMessage | undefined> {
  const [row] = await tx.query<QueuedMessage>({
    name: "comms.messages.short",
    text: `select t.id, ${SHORT_FORM}::text as body from comms.messages t where t.team_id = $1 and t.id = $2`,
    values: [tx.context.teamId, id],
  });
  return row;
}

/** Texts that go with a captured message. */
export function findFiles(teamId: string, id: string): Statement {
  return {
    name: "comms.messages.files",
    text: `select t.files from comms.messages t
      where t.team_id = $1 and t.id = $2 and t.status = 'captured' and t.files <> '[]'`,
    values: [teamId, id],
  };
}
