import { uuidv7, type TeamTx } from "@jst/db";
import { publish } from "@jst/events";
import type { Handler, Quote, Recurring } from "../../gen/rpc.ts";
import { copiedMembers } from "../documents/draft.ts";
import { DAYS_UNTIL_DUE } from "../invoices/invoice.ts";
import { publishCreated } from "../invoices/lifecycle.ts";
import { insertInvoice } from "../invoices/numbering.ts";
import { insertSubscription } from "../subscriptions/insert-subscription.ts";
import { startingNow } from "../subscriptions/opening.ts";
import { quotes, type QuoteCommand } from "./lifecycle.ts";
import { changeState } from "./quote.ts";

/**
 * Accepts a quote, on a page as by the API: the quote, its successor and their events are stored together, and the
 * quote's event comes first.
 */
export const accept: QuoteCommand = {
  action: "accept",
  to: "accepted",
  store: async (tx, { quote }, { timezone }) => {
    const result = { type: quote.recurring === null ? "invoice" : "subscription", id: uuidv7() } as const;
    const stored = await changeState(tx, quote.id, "accepted", result);
    const { id, body, isTest } = stored;
    const previous = { status: quote.status };
    publish(tx, { type: "quote.accepted", id, object: body, previous, test: isTest });
    if (quote.recurring === null) await makeInvoice(tx, quote, result.id, timezone);
    else await makeSubscription(tx, quote, quote.recurring, { id: result.id, timezone });
    return stored;
  },
};

const payerOf = ({ contact_id, bill_to }: Quote) => ({ contact_id, bill_to, days_until_due: DAYS_UNTIL_DUE });

async function makeInvoice(tx: TeamTx, quote: Quote, id: string, timezone: string): Promise<void> {
  const draft = { ...copiedMembers(quote, payerOf(quote)), footer: quote.footer, due_date: null };
  const source = { type: "quote", id: quote.id } as const;
  publishCreated(tx, await insertInvoice(tx, draft, { isFinal: true, timezone, id, source }));
}

async function makeSubscription(
  tx: TeamTx,
  quote: Quote,
  recurring: Recurring,
  { id, timezone }: { id: string; timezone: string },
): Promise<void> {
  const dates = startingNow(recurring, timezone);
  const members = copiedMembers(quote, payerOf(quote));
  await insertSubscription(tx, { ...members, dates, collection_method: "send_invoice", id }, timezone);
}

/** Accepts an open quote, once: in one transaction it makes the invoice or the subscription (commerce.accept). */
export const acceptQuote: Handler<"AcceptQuote"> = ({ path }, call) =>
  quotes.run(path.open_quote_id, accept, call, call.caller.team);
