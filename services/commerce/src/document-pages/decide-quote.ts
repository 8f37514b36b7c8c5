import { AppError } from "@jst/errors";
import type { Page, PageRequest, SentOn } from "@jst/pages";
import type { Deps } from "../deps.ts";
import { accept } from "../quotes/accept-quote.ts";
import { decline } from "../quotes/decline-quote.ts";
import { quotes } from "../quotes/lifecycle.ts";
import { closedPage, pageOf } from "./page-of.ts";
import { quotePage, readQuote } from "./quote-page.ts";

const moves = new Map([
  ["accept", accept],
  ["decline", decline],
]);

/** Accepts or declines, and sends back to the page; what has come about already is not refused (commerce.pages). */
export async function decideQuote(request: PageRequest, deps: Deps): Promise<Page | SentOn> {
  const form = await request.form();
  const place = await pageOf("quotes", request, deps);
  const closed = closedPage(place);
  if (closed !== undefined) return closed;
  const quote = await readQuote(place, deps);
  const [action = "", ...more] = form.get("action") ?? [];
  const move = more.length === 0 ? moves.get(action) : undefined;
  if (move === undefined)
    return quotePage(place, quote, { status: 422, fault: "Press one of the buttons of this page." });
  if (quote.status === move.to) return { location: place.path };
  try {
    await deps.database.write(place.context, (tx) => quotes.apply(tx, place.id, move, { scope: place.team }));
    return { location: place.path };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== "invalid_state_transition") throw thrown;
    // Somebody else was first, maybe with the same.
    const now = await readQuote(place, deps);
    if (now.status === move.to) return { location: place.path };
    return quotePage(place, now, { status: 409, fault: thrown.message });
  }
}
