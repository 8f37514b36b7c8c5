import type { Handler } from "../../gen/rpc.ts";
import { moveInvoice, type Move } from "./move-invoice.ts";
import { storeVoid } from "./void-held.ts";

const declareVoid: Move = { to: "void", act: "void", store: storeVoid };

/** Declares the invoice void: nobody owes it, and it keeps its number. */
export const voidInvoice: Handler<"VoidInvoice"> = ({ path }, call) =>
  moveInvoice(path.voidable_invoice_id, declareVoid, call);
