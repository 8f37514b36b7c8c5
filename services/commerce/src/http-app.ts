import { pagesApp, type PagesAppOptions } from "@jst/pages";
import { expressRoutes } from "../gen/express.ts";
import { stripeCallback } from "./callbacks/stripe-callback.ts";
import type { Deps } from "./deps.ts";
import { documentPages } from "./document-pages/document-pages.ts";

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
