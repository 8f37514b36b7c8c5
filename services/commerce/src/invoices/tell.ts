import type { TeamTx } from "@jst/db";
import { publish } from "@jst/events";
import * as documents from "../documents/tell.ts";
import type { StoredInvoice } from "./invoice.ts";

/** What was done to an invoice, as the audit log names it. */
export type Act = "create" | "update" | "delete" | "finalize" | "pay" | "void" | "mark-uncollectible";

/** Records the change in the audit log, with the write (commerce.audit). */
export function recordAct(tx: TeamTx, act: Act, id: string): void {
  documents.recordAct(tx, "invoices", act, id);
}

/** Tells of a new invoice: invoice.created in whatever state, and invoice.paid where it is paid, from `former`. */
export function tellCreated(tx: TeamTx, invoice: StoredInvoice, former = "draft"): void {
  const { id, body, isTest } = invoice;
  publish(tx, { type: "invoice.created", id, object: body, test: isTest });
  publishPaid(tx, invoice, former);
  recordAct(tx, "create", id);
}

/** Publishes invoice.paid where the invoice has become paid; `former` is the status that it had. */
export function publishPaid(tx: TeamTx, { id, body, status, isTest }: StoredInvoice, former: string): void {
  if (status === "paid")
    publish(tx, { type: "invoice.paid", id, object: body, previous: { status: former }, test: isTest });
}
