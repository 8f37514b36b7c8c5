import type { Handler } from "../../gen/rpc.ts";
import { changeInvoice } from "./invoice.ts";
import { invoices, type InvoiceCommand } from "./lifecycle.ts";

/** Marks an invoice as uncollectible. */
export const giveUp: InvoiceCommand = {
  action: "mark-uncollectible",
  to: "uncollectible",
  store: (tx, { invoice, nowMs }, { timezone }) => {
    const change = { status: "uncollectible", marked_uncollectible_at: new Date(nowMs).toISOString() };
    return changeInvoice(tx, invoice.id, change, timezone);
  },
};

/** Records that the invoice will probably not be paid; it can still be paid or declared void. */
export const markUncollectible: Handler<"MarkUncollectible"> = ({ path }, call) =>
  invoices.run(path.open_invoice_id, giveUp, call, call.caller.team);
