import type { PageHandler } from "@jst/pages";
import type { Deps } from "../deps.ts";
import { showUnsubscribe } from "./show-unsubscribe.ts";
import { unsubscribe } from "./unsubscribe.ts";

/** The pages on which recipients opt out (comms.unsubscribe). */
export function unsubscribePages(deps: Deps): Record<"showUnsubscribe" | "unsubscribe", PageHandler> {
  return {
    showUnsubscribe: (request) => showUnsubscribe(request, deps),
    unsubscribe: (request) => unsubscribe(request, deps),
  };
}
