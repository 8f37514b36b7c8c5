import type { TeamTx } from "@jst/db";
import { recordAudit } from "@jst/events";
import type { Call, Reply } from "@jst/rpc";

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

/** The document as a reply. */
export function replyOf({ body, version }: ReplyParts): Reply {
  return { body, headers: { etag: `"${version}"` } };
}

/** A document as the database has it. */
export interface ReadDocument extends Record<string, unknown> {
  body: string;
  version: number;
  /** True while the clock alone can change what the document shows, without a new version. */
  followsClock?: boolean;
}

/** Answers a document, with 304 if the caller has its version and the clock changes nothing of it (commerce.etag). */
export function readReply(
  { body, version, followsClock = false }: ReadDocument,
  call: Pick<Call<never>, "isKnown">,
): Reply {
  const headers = { etag: `"${version}"` };
  return !followsClock && call.isKnown(version) ? { status: 304, headers, body: "" } : { headers, body };
}

/** The same of one that was made, with its place. */
export function madeReply(
  stored: ReplyParts,
  plural: "invoices" | "quotes" | "subscriptions" | "checkout",
  { baseUrl }: Pick<Call<unknown>, "baseUrl">,
): Reply {
  const { headers, ...reply } = replyOf(stored);
  const location = `${baseUrl}/api/v1/commerce/${plural}/${stored.id}`;
  return { ...reply, headers: { ...headers, location } };
}
