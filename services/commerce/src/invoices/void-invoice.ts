import type { Handler } from "../../gen/rpc.ts";
import { changeInvoice } from "./invoice.ts";
import { invoices, type InvoiceCommand } from "./lifecycle.ts";

/** Declares an invoice void. */
export const declareVoid: InvoiceCommand = {
  action: "void",
  to: "void",
  store: (tx, { invoice, nowMs }, { timezone }) => {
    const change = { status: "void", voided_at: new Date(nowMs).toISOString() };
    return changeInvoice(tx, invoice.id, change, timezone);
  },
};

/** Declares the invoice void: nobody owes it, and it keeps its number. */
export const voidInvoice: Handler<"VoidInvoice"> = ({ path }, call) =>
  invoices.run(path.voidable_invoice_id, declareVoid, call, call.caller.team);
