import type { Handler } from "../../gen/rpc.ts";
import { requireAhead } from "./due.ts";
import { moveInvoice, type Move } from "./move-invoice.ts";
import { finalizeDraft } from "./numbering.ts";

const finalize: Move = {
  to: "open",
  act: "finalize",
  store: (tx, { invoice, today }, timezone) => {
    requireAhead(invoice.due_date, today);
    return finalizeDraft(tx, invoice.id, timezone);
  },
};

/** Gives a draft the next number of the team; from then on nothing of it changes but its state (commerce.numbers). */
export const finalizeInvoice: Handler<"FinalizeInvoice"> = ({ path }, call) =>
  moveInvoice(path.draft_invoice_id, finalize, call);
