import type { Handler } from "../../gen/rpc.ts";
import { quotes, type QuoteCommand } from "./lifecycle.ts";
import { setState } from "./quote.ts";

/** Cancels a quote. */
export const cancel: QuoteCommand = {
  action: "cancel",
  to: "canceled",
  store: (tx, { quote }) => setState(tx, quote.id, "canceled"),
};

/** Cancels a draft or an open quote, which can no longer be accepted. */
export const cancelQuote: Handler<"CancelQuote"> = ({ path }, call) =>
  quotes.run(path.cancelable_quote_id, cancel, call, call.caller.team);
