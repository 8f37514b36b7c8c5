import type { Handler } from "../../gen/rpc.ts";
import { stateRefusal } from "../documents/states.ts";
import { moveQuote, quoteWays, type QuoteMove } from "./move-quote.ts";
import { sendQuote } from "./send-quote.ts";
import { finalizeDraft } from "./store-quote.ts";

const finalize = (isSent: boolean): QuoteMove => ({
  to: "open",
  act: "finalize",
  store: async (tx, { quote, isPast }) => {
    if (isPast)
      throw stateRefusal(
        quoteWays,
        "draft",
        "open",
        `The quote could be accepted until ${quote.expires_at}.`,
      );
    const stored = await finalizeDraft(tx, quote.id);
    if (isSent) sendQuote(tx, stored);
    return stored;
  },
});

/** Gives a draft the next number of the team; it can be accepted then, until its time is past (commerce.quote). */
export const finalizeQuote: Handler<"FinalizeQuote"> = ({ path, body }, call) =>
  moveQuote(path.draft_quote_id, finalize(body.send === true), call);
