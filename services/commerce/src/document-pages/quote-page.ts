import { AppError, notFound } from "@jst/errors";
import { html, type Html, type Page, type PageRequest, type SentOn } from "@jst/pages";
import type { Quote } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { accept } from "../quotes/accept-quote.ts";
import { decline, quotes } from "../quotes/lifecycle.ts";
import { findQuote } from "../quotes/quote.ts";
import { documentHtml } from "./document-html.ts";
import { closedPage, pageOf, unlisted, type PageOf } from "./page-of.ts";

/** Reads the quote of a page; not_found for one that is no longer there. */
export async function readQuote({ id, context, team }: PageOf, { database }: Deps): Promise<Quote> {
  const [row] = await database.read<{ body: string }>(context, findQuote(team.team_id, id));
  const quote = row && (JSON.parse(row.body) as Quote);
  if (quote?.status_transitions.finalized_at == null) throw notFound();
  return quote;
}

/** The page of a quote as it is now, with what was refused. */
export function quotePage(
  { team, path }: PageOf,
  quote: Quote,
  refused?: { status: number; fault: string },
): Page {
  const { number, recurring, status, expires_at: expires } = quote;
  const facts = {
    "Valid until": dayIn(team.timezone, expires),
    Repeats: recurring === null ? undefined : every(recurring),
  };
  const fault = refused !== undefined && html`<p class="error" role="alert">${refused.fault}</p>\n`;
  return {
    status: refused?.status ?? 200,
    title: `Quote ${number ?? ""}`,
    content: html`${fault}<p class="lead" role="status">${words[status]}</p>
${documentHtml(quote, facts)}${status === "open" && buttonsHtml(path)}`,
    brand: team.brand,
    isRefused: refused !== undefined,
    headers: unlisted,
  };
}

const words: Readonly<Record<Quote["status"], string>> = {
  draft: "",
  open: "You can accept or decline this quote.",
  accepted: "This quote is accepted.",
  declined: "This quote is declined.",
  expired: "This quote has expired.",
  canceled: "The seller canceled this quote.",
};

/** Both are one form: the button that is pressed says which. */
const buttonsHtml = (path: string): Html => html`<form method="post" action="${path}" class="ways">
<button type="submit" name="action" value="accept">Accept</button>
<button type="submit" name="action" value="decline" class="second">Decline</button>
</form>
`;

function dayIn(timeZone: string, time: string): string {
  const parts = { dateStyle: "long", timeStyle: "short", timeZone } as const;
  return `${new Intl.DateTimeFormat("en-GB", parts).format(new Date(time))} (${timeZone})`;
}

/** How often it repeats, in words. */
export const every = ({ interval, interval_count: count = 1 }: NonNullable<Quote["recurring"]>): string =>
  count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;

/** Shows the quote of a secret address, with buttons while it can be accepted; who looks changes nothing. */
export async function showQuote(request: PageRequest, deps: Deps): Promise<Page> {
  const place = await pageOf("quotes", request, deps);
  return closedPage(place) ?? quotePage(place, await readQuote(place, deps));
}

const commands = new Map([
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
  const command = more.length === 0 ? commands.get(action) : undefined;
  if (command === undefined)
    return quotePage(place, quote, { status: 422, fault: "Choose one of the buttons of this page." });
  if (quote.status === command.to) return { location: place.path };
  try {
    await deps.database.write(place.context, (tx) =>
      quotes.apply(tx, place.id, command, { scope: place.team }),
    );
    return { location: place.path };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== "invalid_state_transition") throw thrown;
    // Somebody else was first, maybe with the same.
    const now = await readQuote(place, deps);
    if (now.status === command.to) return { location: place.path };
    return quotePage(place, now, { status: 409, fault: thrown.message });
  }
}
