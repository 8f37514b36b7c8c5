import type { Handler } from "../../gen/rpc.ts";
import { changeInvoice } from "./invoice.ts";
import { moveInvoice, type Move } from "./move-invoice.ts";

const declareVoid: Move = {
  to: "void",
  act: "void",
  store: (tx, { invoice, nowMs }, timezone) => {
    const change = { status: "void", voided_at: new Date(nowMs).toISOString() };
    return changeInvoice(tx, invoice.id, change, timezone);
  },
};

/** Declares the invoice void: nobody owes it, and it keeps its number. */
export const voidInvoice: Handler<"VoidInvoice"> = ({ path }, call) =>
  moveInvoice(path.voidable_invoice_id, declareVoid, call);
