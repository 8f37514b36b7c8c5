import type { TeamTx } from "@jst/db";
import type { Invoice } from "../../gen/rpc.ts";
import { sendDocument } from "../documents/send-document.ts";
import type { StoredInvoice } from "./invoice.ts";

/** Has a finalized invoice mailed to who pays it, with this transaction (commerce.send). */
export function sendInvoice(tx: TeamTx, stored: StoredInvoice): void {
  sendDocument(tx, "invoices", stored, terms);
}

const terms = ({ status, due_date: due }: Invoice): string[] =>
  status === "open"
    ? [`It is due on ${due}. See it and how to pay here:`]
    : ["Nothing is to be paid. See it here:"];
