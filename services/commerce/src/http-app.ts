import { pagesApp, type PageHandler, type PagesAppOptions } from "@jst/pages";
import { expressRoutes } from "../gen/express.ts";
import { stripeCallback } from "./callbacks/stripe-callback.ts";
import type { Deps } from "./deps.ts";
import { payCheckout, showCheckout } from "./document-pages/checkout-page.ts";
import { payOnInvoice, showInvoice } from "./document-pages/invoice-page.ts";
import { decideQuote, showQuote } from "./document-pages/quote-page.ts";

type Route = (typeof expressRoutes)[number];
type Parts = Omit<PagesAppOptions<Route>, "routes" | "handlers" | "others">;

/** Requests of one source to one page in a minute (commerce.pages). */
const REQUESTS_A_MINUTE = 60;

/** Makes the door of plain HTTP: pages for people, and the address to which Stripe posts events. */
export function commerceApp({ deps, ...parts }: Parts & { deps: Deps }): ReturnType<typeof pagesApp> {
  return pagesApp({
    ...parts,
    routes: expressRoutes,
    handlers: documentPages(deps),
    others: { receiveStripeEvent: stripeCallback(deps) },
    requestsAMinute: REQUESTS_A_MINUTE,
  });
}

type Handled = Exclude<(typeof expressRoutes)[number]["handler"], "receiveStripeEvent">;

/** The pages on which people read invoices and quotes, decide on these, and pay. */
export function documentPages(deps: Deps): Record<Handled, PageHandler> {
  return {
    showInvoice: (request) => showInvoice(request, deps),
    showQuote: (request) => showQuote(request, deps),
    decideQuote: (request) => decideQuote(request, deps),
    payOnInvoice: (request) => payOnInvoice(request, deps),
    showCheckout: (request) => showCheckout(request, deps),
    payCheckout: (request) => payCheckout(request, deps),
  };
}
