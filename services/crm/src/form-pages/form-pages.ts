import { pagesApp, type PageHandler, type PagesAppOptions } from "@jst/pages";
import { expressRoutes } from "../../gen/express.ts";
import type { Deps } from "../deps.ts";
import { sendForm } from "./send-form.ts";
import { showForm } from "./show-form.ts";

type Parts = Omit<PagesAppOptions<(typeof expressRoutes)[number]>, "routes" | "handlers">;

/** The public pages of forms (forms.page). */
export function formPages({ deps, ...parts }: Parts & { deps: Deps }): ReturnType<typeof pagesApp> {
  const handlers: Record<"showForm" | "sendForm", PageHandler> = {
    showForm: (request) => showForm(request, deps),
    sendForm: (request) => sendForm(request, deps),
  };
  return pagesApp({ ...parts, routes: expressRoutes, handlers });
}
