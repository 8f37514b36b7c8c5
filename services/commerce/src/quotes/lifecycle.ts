import { Lifecycle, type Command } from "@jst/resource";
import type { Zone } from "../invoices/lifecycle.ts";
import type { StoredDocument } from "../documents/document.ts";
import { lockQuote, type LockedQuote } from "./quote.ts";

/** One way of a quote from a state to another. */
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
});
