import { pagesApp, type PagesAppOptions } from "@jst/pages";
import { expressRoutes } from "../gen/express.ts";
import type { Deps } from "./deps.ts";
import { mimeHandler } from "./inbound/mime/receive-mime.ts";
import { twilioHandlers } from "./inbound/twilio/handlers.ts";
import { unsubscribePages } from "./unsubscribe/pages.ts";

type Route = (typeof expressRoutes)[number];
type Parts = Omit<PagesAppOptions<Route>, "routes" | "handlers" | "others" | "countsAbsentOf">;

/** Makes the door of plain HTTP: pages for people, and addresses to which providers post messages. */
export function commsApp({ deps, ...parts }: Parts & { deps: Deps }): ReturnType<typeof pagesApp> {
  return pagesApp({
    ...parts,
    routes: expressRoutes,
    handlers: unsubscribePages(deps),
    others: { ...twilioHandlers({ ...deps, baseUrl: parts.baseUrl }), receiveMime: mimeHandler(deps) },
    // Programs of mail providers post from few addresses, for many people.
    countsAbsentOf: ["unsubscribe"],
    readsNoBodyOf: ["unsubscribe"],
  });
}
