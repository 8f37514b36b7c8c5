import type { Resources } from "@jst/changes";
import { recordedCheckouts } from "./checkouts/recorded-checkouts.ts";
import { recordedInvoices } from "./invoices/recorded-invoices.ts";
import { recordedQuotes } from "./quotes/recorded-quotes.ts";
import { recordedSubscriptions } from "./subscriptions/recorded-subscriptions.ts";

/** Resources whose changes commerce records. */
export const resources: Resources = {
  invoices: recordedInvoices,
  quotes: recordedQuotes,
  subscriptions: recordedSubscriptions,
  checkouts: recordedCheckouts,
};
