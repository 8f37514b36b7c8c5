import type { Resources } from "@jst/changes";
import { recordedCheckouts } from "./checkouts/recorded-checkouts.ts";
import { recordedInvoices } from "./invoices/recorded-invoices.ts";
import { recordedQuotes } from "./quotes/recorded-quotes.ts";
import { recordedSubscriptions } from "./subscriptions/recorded-subscriptions.ts";

/** What commerce records changes of. */
export const resources: Resources = {
  invoices: recordedInvoices,
  quotes: recordedQuotes,
  subscriptions: recordedSubscriptions,
  checkouts: recordedCheckouts,
};
