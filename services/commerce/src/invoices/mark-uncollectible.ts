import type { Handler } from "../../gen/rpc.ts";
import { changeInvoice } from "./invoice.ts";
import { moveInvoice, type Move } from "./move-invoice.ts";

/** What giving up does, whoever asks. */
export const giveUp: Move = {
  to: "uncollectible",
  act: "mark-uncollectible",
  store: (tx, { invoice, nowMs }, timezone) => {
    const change = { status: "uncollectible", marked_uncollectible_at: new Date(nowMs).toISOString() };
    return changeInvoice(tx, invoice.id, change, timezone);
  },
};

/** Notes that the invoice will hardly be paid; it can still be paid or declared void. */
export const markUncollectible: Handler<"MarkUncollectible"> = ({ path }, call) =>
  moveInvoice(path.open_invoice_id, giveUp, call);
