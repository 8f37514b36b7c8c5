import type { PageHandler } from "@jst/pages";
import type { expressRoutes } from "../../gen/express.ts";
import type { Deps } from "../deps.ts";
import { payCheckout, showCheckout } from "./checkout-page.ts";
import { decideQuote } from "./decide-quote.ts";
import { payOnInvoice, showInvoice } from "./invoice-page.ts";
import { showQuote } from "./show-quote.ts";

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
