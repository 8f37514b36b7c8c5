import type { Handler } from "../../gen/rpc.ts";
import { moveQuote, type QuoteMove } from "./move-quote.ts";
import { setState } from "./quote.ts";

/** What taking back does, whoever asks. */
export const cancel: QuoteMove = {
  to: "canceled",
  act: "cancel",
  store: (tx, { quote }) => setState(tx, quote.id, "canceled"),
};

/** Takes a draft or an open quote back: nobody accepts it any more. */
export const cancelQuote: Handler<"CancelQuote"> = ({ path }, call) =>
  moveQuote(path.cancelable_quote_id, cancel, call);
