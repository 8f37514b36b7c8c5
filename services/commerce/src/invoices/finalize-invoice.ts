import type { Handler } from "../../gen/rpc.ts";
import { requireAhead } from "./due.ts";
import { invoices, type InvoiceCommand } from "./lifecycle.ts";
import { finalizeDraft } from "./numbering.ts";
import { sendInvoice } from "./send-invoice.ts";

const finalize = (isSent: boolean): InvoiceCommand => ({
  action: "finalize",
  to: "open",
  store: async (tx, { invoice, today }, { timezone }) => {
    requireAhead(invoice.due_date, today);
    const stored = await finalizeDraft(tx, invoice.id, timezone);
    if (isSent) sendInvoice(tx, stored);
    return stored;
  },
});

/** Gives a draft the next number of the team; from then on only its state changes (commerce.numbers). */
export const finalizeInvoice: Handler<"FinalizeInvoice"> = ({ path, body }, call) =>
  invoices.run(path.draft_invoice_id, finalize(body.send === true), call, call.caller.team);
