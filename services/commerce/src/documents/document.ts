import type { Statement, TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { recordAudit } from "@jst/events";
import { replyOf } from "@jst/resource";
import type { Call, Reply } from "@jst/rpc";
import { namesContact } from "@jst/directory";
import type { Params } from "@jst/query";

/** Document as a write answers it. */
export interface StoredDocument {
  id: string;
  body: string;
  version: number;
  /** True while the team tests: its events say so. */
  isTest: boolean;
}

/** Records what was done in the audit log, with the write (commerce.audit). */
export function recordAct(tx: TeamTx, resource: string, action: string, id: string): void {
  recordAudit(tx, { action, resource, resourceId: id, outcome: "success" });
}

/** Parts of a document that a reply shows. */
type ReplyParts = Pick<StoredDocument, "id" | "body" | "version">;

/** Time zone of the team, in which invoices are due. */
export interface Zone {
  timezone: string;
}

/** A document as the database has it. */
export interface ReadDocument extends Record<string, unknown> {
  body: string;
  version: number;
  /** True while the clock alone can change what the document shows, without a new version. */
  followsClock?: boolean;
}

/**
 * Answers a document, with 304 if the caller has its version and the clock changes nothing of it (commerce.etag).
 * Throws not_found if the statement finds none.
 */
export async function readReply(
  statement: Statement,
  call: Pick<Call<never>, "read" | "isKnown">,
): Promise<Reply> {
  const [row] = await call.read<ReadDocument>(statement);
  if (row === undefined) throw notFound();
  const { body, version, followsClock = false } = row;
  const headers = { etag: `"${version}"` };
  return !followsClock && call.isKnown(version) ? { status: 304, headers, body: "" } : { headers, body };
}

/** Makes the reply of a new document, with its Location. */
export function madeReply(
  stored: ReplyParts,
  plural: "invoices" | "quotes" | "subscriptions" | "checkout",
  { baseUrl }: Pick<Call<unknown>, "baseUrl">,
): Reply {
  const { headers, ...reply } = replyOf(stored);
  const location = `${baseUrl}/api/v1/commerce/${plural}/${stored.id}`;
  return { ...reply, headers: { ...headers, location } };
}

/** A filter of what a column is. */
export const isEqual = (column: string, kind: string) => (value: string, params: Params) =>
  `t.${column} = ${params.add(value, kind)}`;

/** The filters that lists of all documents take. */
export const documentFilters = {
  contact_id: (id: string, params: Params) => namesContact("t.contact_id", params.add(id, "uuid")),
  currency: isEqual("currency", "text"),
  created_from: (text: string, params: Params) => `t.created_at >= ${params.addInstant(text)}`,
  created_to: (text: string, params: Params) => `t.created_at < ${params.addInstant(text)}`,
};
