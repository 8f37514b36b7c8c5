import type { Handler } from "../../gen/rpc.ts";
import { moveQuote, type QuoteMove } from "./move-quote.ts";
import { setState } from "./quote.ts";

/** What declining does, on a page as by the API. */
export const decline: QuoteMove = {
  to: "declined",
  act: "decline",
  store: (tx, { quote }) => setState(tx, quote.id, "declined"),
};

/** Notes that the contact has declined. */
export const declineQuote: Handler<"DeclineQuote"> = ({ path }, call) =>
  moveQuote(path.declinable_quote_id, decline, call);
