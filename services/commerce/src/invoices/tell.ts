import type { TeamTx } from "@jst/db";
import { publish, recordAudit } from "@jst/events";
import type { Reply } from "@jst/rpc";
import type { StoredInvoice } from "./invoice.ts";

/** What was done to an invoice, as the audit log names it. */
export type Act = "create" | "update" | "delete" | "finalize" | "pay" | "void" | "mark-uncollectible";

/** Records the change in the audit log, with the write (commerce.audit). */
export function recordAct(tx: TeamTx, act: Act, id: string): void {
  recordAudit(tx, { action: act, resource: "invoices", resourceId: id, outcome: "success" });
}

/** Publishes invoice.created, in whatever state the invoice is. */
export function publishCreated(tx: TeamTx, { id, body }: StoredInvoice): void {
  publish(tx, { type: "invoice.created", id, object: body });
}

/** Publishes invoice.paid where the invoice has become paid; `former` is the status that it had. */
export function publishPaid(tx: TeamTx, { id, body, status }: StoredInvoice, former: string): void {
  if (status === "paid")
    publish(tx, { type: "invoice.paid", id, object: body, previous: { status: former } });
}

/** The invoice as a reply. */
export function replyOf({ body, version }: StoredInvoice): Reply {
  return { body, headers: { etag: `"${version}"` } };
}
