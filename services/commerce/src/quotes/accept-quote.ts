import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { publish } from "@jst/events";
import type { Handler, Quote } from "../../gen/rpc.ts";
import type { StoredInvoice } from "../invoices/invoice.ts";
import { DAYS_UNTIL_DUE } from "../invoices/due.ts";
import { insertInvoice } from "../invoices/numbering.ts";
import { tellCreated } from "../invoices/tell.ts";
import { moveQuote, type QuoteMove } from "./move-quote.ts";
import { setState } from "./quote.ts";

/** What accepting does, on a page as by the API: the quote, its invoice and their events are stored together. */
export const accept: QuoteMove = {
  to: "accepted",
  act: "accept",
  store: async (tx, { quote }, timezone) => {
    if (quote.recurring !== null)
      throw new AppError("invalid_state_transition", "A quote that recurs cannot be accepted yet.", {
        extension: { from: quote.status, to: "accepted", allowed: ["declined", "canceled"] },
      });
    const invoice = await invoiceOf(tx, quote, timezone);
    const stored = await setState(tx, quote.id, "accepted", { type: "invoice", id: invoice.id });
    const { id, body, isTest } = stored;
    publish(tx, {
      type: "quote.accepted",
      id,
      object: body,
      previous: { status: quote.status },
      test: isTest,
    });
    tellCreated(tx, invoice);
    return stored;
  },
};

/** The invoice says what the quote said, whatever has become of the contact since. */
function invoiceOf(tx: TeamTx, quote: Quote, timezone: string): Promise<StoredInvoice> {
  const { id, contact_id, bill_to, currency, line_items, memo, footer, metadata } = quote;
  const { subtotal, discount_total, tax_total, total } = quote;
  const said = { contact_id, bill_to, currency, line_items, subtotal, discount_total, tax_total, total };
  const draft = { ...said, memo, footer, metadata, due_date: null, days_until_due: DAYS_UNTIL_DUE };
  return insertInvoice(tx, draft, { isFinal: true, timezone, source: { type: "quote", id } });
}

/** Accepts an open quote, once: in one transaction it makes the invoice (commerce.accept). */
export const acceptQuote: Handler<"AcceptQuote"> = ({ path }, call) =>
  moveQuote(path.open_quote_id, accept, call);
