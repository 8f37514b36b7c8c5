import type { Handler } from "../../gen/rpc.ts";
import { quotes, type QuoteCommand } from "./lifecycle.ts";
import { setState } from "./quote.ts";

/** Declines a quote, on a page as by the API. */
export const decline: QuoteCommand = {
  action: "decline",
  to: "declined",
  store: (tx, { quote }) => setState(tx, quote.id, "declined"),
};

/** Records that the contact has declined. */
export const declineQuote: Handler<"DeclineQuote"> = ({ path }, call) =>
  quotes.run(path.declinable_quote_id, decline, call, call.caller.team);
