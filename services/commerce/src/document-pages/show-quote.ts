import type { Page, PageRequest } from "@jst/pages";
import type { Deps } from "../deps.ts";
import { closedPage, pageOf } from "./page-of.ts";
import { quotePage, readQuote } from "./quote-page.ts";

/** Shows the quote of a secret address, with buttons while it can be accepted; who looks changes nothing. */
export async function showQuote(request: PageRequest, deps: Deps): Promise<Page> {
  const place = await pageOf("quotes", request, deps);
  return closedPage(place) ?? quotePage(place, await readQuote(place, deps));
}
