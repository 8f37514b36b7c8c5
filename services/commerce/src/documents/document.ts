import type { TeamTx } from "@jst/db";
import { recordAudit } from "@jst/events";
import { replyOf } from "@jst/resource";
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

/** SQL of the tax of the document `t` as the API shows it, whose lines are in this column. */
export const taxJson = (
  lines: "line_items" | "items",
): string => `coalesce(t.tax_behavior, 'exclusive') as tax_behavior,
  coalesce(t.tax_rounding, 'per_line') as tax_rounding,
  t.total - t.tax_total as total_excluding_tax,
  commerce.tax_breakdown(t.${lines}, t.tax_behavior) as tax_breakdown`;
