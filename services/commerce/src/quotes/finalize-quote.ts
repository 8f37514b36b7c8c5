import type { Handler } from "../../gen/rpc.ts";
import { quotes, type QuoteCommand } from "./lifecycle.ts";
import { sendQuote } from "./send-quote.ts";
import { finalizeDraft } from "./store-quote.ts";

const finalize = (isSent: boolean): QuoteCommand => ({
  action: "finalize",
  to: "open",
  refuse: ({ quote, isPast }) =>
    isPast ? `The quote expired at ${quote.expires_at}. Give it a later time first.` : undefined,
  store: async (tx, { quote }) => {
    const stored = await finalizeDraft(tx, quote.id);
    if (isSent) sendQuote(tx, stored);
    return stored;
  },
});

/** Gives a draft the next number of the team; from then on it can be accepted until it expires (commerce.quote). */
export const finalizeQuote: Handler<"FinalizeQuote"> = ({ path, body }, call) =>
  quotes.run(path.draft_quote_id, finalize(body.send === true), call, call.caller.team);
