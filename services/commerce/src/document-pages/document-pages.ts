import { pagesApp, type PageHandler, type PagesAppOptions } from "@jst/pages";
import { expressRoutes } from "../../gen/express.ts";
import type { Deps } from "../deps.ts";
import { payCheckout, showCheckout } from "./checkout-page.ts";
import { decideQuote } from "./decide-quote.ts";
import { payOnInvoice, showInvoice } from "./invoice-page.ts";
import { showQuote } from "./show-quote.ts";

type Parts = Omit<PagesAppOptions<(typeof expressRoutes)[number]>, "routes" | "handlers">;
type Handled = (typeof expressRoutes)[number]["handler"];

/** Requests of one source to one page in a minute (commerce.pages). */
const REQUESTS_A_MINUTE = 60;

/** The pages on which people read invoices and quotes, decide on these, and pay. */
export function documentPages({ deps, ...parts }: Parts & { deps: Deps }): ReturnType<typeof pagesApp> {
  const handlers: Record<Handled, PageHandler> = {
    showInvoice: (request) => showInvoice(request, deps),
    showQuote: (request) => showQuote(request, deps),
    decideQuote: (request) => decideQuote(request, deps),
    payOnInvoice: (request) => payOnInvoice(request, deps),
    showCheckout: (request) => showCheckout(request, deps),
    payCheckout: (request) => payCheckout(request, deps),
  };
  return pagesApp({ ...parts, routes: expressRoutes, handlers, requestsAMinute: REQUESTS_A_MINUTE });
}
