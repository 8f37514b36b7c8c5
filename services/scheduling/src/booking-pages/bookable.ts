import { notFound } from "@jst/errors";
import type { PageRequest } from "@jst/pages";
import type { Person } from "../calendar/invite.ts";
import { factsOf, findFacts, type BookingFacts, type StoredFacts } from "../availability/booking-facts.ts";
import type { Deps } from "../deps.ts";
import type { Range } from "../slots/hours.ts";
import { pagesOf, type PagesOf } from "./page-team.ts";

/** An event type that anybody may book, and whose it is. */
export interface Bookable extends PagesOf {
  path: string;
  /** Reads the facts that decide its slots in the range. */
  read: (range: Range) => Promise<BookingFacts>;
  /** As it is now. */
  facts: BookingFacts;
  host: Person | undefined;
}

/** The event type at an address. All that nobody may book answers alike: not_found. */
export async function bookable(request: PageRequest, deps: Deps): Promise<Bookable> {
  const { path } = request;
  const pages = await pagesOf({ slug: path["team"] ?? "" }, request, deps);
  const { team, context } = pages;
  const named = { event_type: path["slug"] ?? "" };
  const read = async (range: Range): Promise<BookingFacts> => {
    const statement = findFacts(context.teamId, named, range);
    const [stored] = await deps.database.read<StoredFacts & Record<string, unknown>>(context, statement);
    if (stored?.type.active !== true || !stored.type.public) throw notFound();
    return factsOf(stored, team.timezone);
  };
  const now = Date.now();
  const facts = await read({ from: now, to: now + 1 });
  const host = await deps.hosts.find(context, facts.type.host_id);
  return { ...pages, path: `/p/book/${team.slug}/${facts.type.slug}`, read, facts, host };
}
