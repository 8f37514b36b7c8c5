import { Lifecycle, type Command } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import type { StoredDocument, Zone } from "../documents/document.ts";
import { sendDocument } from "../documents/send-document.ts";
import { changeState, finalizeDraft, lockQuote, type LockedQuote } from "./quote.ts";

/** Command that brings a quote from a state to another. */
export type QuoteCommand = Command<LockedQuote, StoredDocument, Zone>;

/** Quotes by their states (commerce.quote-states). */
export const quotes = new Lifecycle<LockedQuote, StoredDocument, Zone>({
  noun: "A quote",
  audited: "quotes",
  states: {
    draft: ["open", "canceled"],
    open: ["accepted", "declined", "canceled"],
    accepted: [],
    declined: [],
    expired: [],
    canceled: [],
  },
  lock: lockQuote,
  itemOf: ({ quote }) => quote,
  events: { finalize: "quote.finalized", decline: "quote.declined", cancel: "quote.canceled" },
});

const finalize = (isSent: boolean): QuoteCommand => ({
  action: "finalize",
  to: "open",
  refuse: ({ quote, isPast }) =>
    isPast ? `The quote expired at ${quote.expires_at}. Change expires_at to a later time first.` : undefined,
  store: async (tx, { quote }) => {
    const stored = await finalizeDraft(tx, quote.id);
    if (isSent) sendDocument(tx, "quotes", stored);
    return stored;
  },
});

/** Gives a draft the next number of the team; from then on it can be accepted until it expires (commerce.quote). */
export const finalizeQuote: Handler<"FinalizeQuote"> = ({ path, body }, call) =>
  quotes.run(path.draft_quote_id, finalize(body.send === true), call, call.caller.team);

/** Declines a quote, on a page as by the API. */
export const decline: QuoteCommand = {
  action: "decline",
  to: "declined",
  store: (tx, { quote }) => changeState(tx, quote.id, "declined"),
};

/** Records that the contact has declined. */
export const declineQuote: Handler<"DeclineQuote"> = ({ path }, call) =>
  quotes.run(path.declinable_quote_id, decline, call, call.caller.team);

/** Cancels a quote. */
export const cancel: QuoteCommand = {
  action: "cancel",
  to: "canceled",
  store: (tx, { quote }) => changeState(tx, quote.id, "canceled"),
};

/** Cancels a draft or an open quote, which can no longer be accepted. */
export const cancelQuote: Handler<"CancelQuote"> = ({ path }, call) =>
  quotes.run(path.cancelable_quote_id, cancel, call, call.caller.team);
