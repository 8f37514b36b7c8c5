import type { Handler } from "../../gen/rpc.ts";
import { requireAhead } from "./due.ts";
import { moveInvoice, type Move } from "./move-invoice.ts";
import { finalizeDraft } from "./numbering.ts";
import { sendInvoice } from "./send-invoice.ts";

const finalize = (isSent: boolean): Move => ({
  to: "open",
  act: "finalize",
  store: async (tx, { invoice, today }, timezone) => {
    requireAhead(invoice.due_date, today);
    const stored = await finalizeDraft(tx, invoice.id, timezone);
    if (isSent) sendInvoice(tx, stored);
    return stored;
  },
});

/** Gives a draft the next number of the team; from then on nothing of it changes but its state (commerce.numbers). */
export const finalizeInvoice: Handler<"FinalizeInvoice"> = ({ path, body }, call) =>
  moveInvoice(path.draft_invoice_id, finalize(body.send === true), call);
