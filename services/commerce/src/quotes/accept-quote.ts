import { uuidv7, type TeamTx } from "@jst/db";
import { publish } from "@jst/events";
import type { Handler, Quote, Recurring } from "../../gen/rpc.ts";
import { DAYS_UNTIL_DUE } from "../invoices/due.ts";
import { insertInvoice } from "../invoices/numbering.ts";
import { publishCreated } from "../invoices/lifecycle.ts";
import { shownTotals } from "../money/line-items.ts";
import { insertSubscription } from "../subscriptions/insert-subscription.ts";
import { quotes, type QuoteCommand } from "./lifecycle.ts";
import { changeState } from "./quote.ts";

/**
 * What accepting does, on a page as by the API: the quote, what it becomes and their events are stored together, and
 * the quote's comes first.
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
    if (quote.recurring === null) await invoice(tx, quote, result.id, timezone);
    else await subscribe(tx, quote, quote.recurring, { id: result.id, timezone });
    return stored;
  },
};

/** Copies the members of a quote to its invoice or subscription; later changes of the contact do not count. */
function saidBy({ contact_id, bill_to, currency, line_items, memo, metadata, ...quote }: Quote) {
  return {
    contact_id,
    bill_to,
    currency,
    line_items,
    memo,
    metadata,
    ...shownTotals(quote),
    days_until_due: DAYS_UNTIL_DUE,
  };
}

async function invoice(tx: TeamTx, quote: Quote, id: string, timezone: string): Promise<void> {
  const draft = { ...saidBy(quote), footer: quote.footer, due_date: null };
  const making = { isFinal: true, timezone, id, source: { type: "quote", id: quote.id } } as const;
  publishCreated(tx, await insertInvoice(tx, draft, making));
}

async function subscribe(
  tx: TeamTx,
  quote: Quote,
  { interval, interval_count: intervalCount = 1 }: Recurring,
  { id, timezone }: { id: string; timezone: string },
): Promise<void> {
  const asked = {
    startAt: undefined,
    trialDays: 0,
    cancelAt: undefined,
    rhythm: { interval, intervalCount, timezone },
  };
  await insertSubscription(tx, { ...saidBy(quote), asked, collection_method: "send_invoice", id }, timezone);
}

/** Accepts an open quote, once: in one transaction it makes the invoice or the subscription (commerce.accept). */
export const acceptQuote: Handler<"AcceptQuote"> = ({ path }, call) =>
  quotes.run(path.open_quote_id, accept, call, call.caller.team);
