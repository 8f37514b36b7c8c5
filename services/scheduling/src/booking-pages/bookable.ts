import { notFound } from "@jst/errors";
import { type Content, factsHtml, html, type Html, type Page, type PageRequest } from "@jst/pages";
import { isTimeZone } from "@jst/query";
import type { BookedLocation } from "../../gen/rpc.ts";
import {
  type BookedType,
  type BookingFacts,
  factsOf,
  findFacts,
  type StoredFacts,
} from "../availability/free-slots.ts";
import type { Person } from "../calendar/invite.ts";
import type { Deps } from "../deps.ts";
import type { Range } from "../slots/hours.ts";
import { pagesOf, type PagesOf } from "./managed.ts";

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

const SHOWN_MAX = 500;

interface BookableRow extends Record<string, unknown> {
  name: string;
  slug: string;
  description: string | null;
  duration_minutes: number;
}

/** Lists what of the team anybody may book. */
export async function showBookable(request: PageRequest, deps: Deps): Promise<Page> {
  const { team, context } = await pagesOf({ slug: request.path["team"] ?? "" }, request, deps);
  const shown = await deps.database.read<BookableRow>(context, {
    name: "scheduling.event_types.public",
    text: `select e.name, e.slug, e.description, e.duration_minutes from scheduling.event_types e
where e.team_id = $1 and e.active and e.public order by e.name collate platform.und, e.id limit $2`,
    values: [context.teamId, SHOWN_MAX],
  });
  const one = ({ name, slug, description, duration_minutes: minutes }: BookableRow) => html`<section>
<h2><a href="/p/book/${team.slug}/${slug}">${name}</a></h2>
${factsHtml({ Length: `${minutes} minutes` })}${description !== null && html`<p>${description}</p>\n`}</section>
`;
  const content =
    shown.length === 0
      ? html`<p class="lead">Nothing can be booked here now.</p>\n`
      : html`${shown.map(one)}`;
  return { title: "What would you like to book?", content, brand: team.brand };
}

/** The zone in which times are shown where nobody has asked for another. */
export function zoneOf({ facts: { type, hours } }: Bookable, timezone: string): string {
  return isTimeZone(timezone) ? timezone : (type.timezone ?? hours.timezone);
}

/** Renders the event type and its host. */
export function aboutHtml({ facts: { type }, host }: Bookable): Html {
  const lead = type.description !== null && html`<p class="lead">${type.description}</p>\n`;
  return html`${lead}${factsHtml({
    Length: `${type.duration_minutes} minutes`,
    With: host?.name,
    Where: offeredPlace(type),
  })}`;
}

/** Writes the place of an event type that is not booked yet. */
export function offeredPlace({ location_type: type, location_detail: detail }: BookedType): string {
  return type === "in_person" ? (detail ?? "") : (ways[type] ?? "");
}

/** Writes the place of a booking, never the attendee's telephone number. */
export function bookedPlace({ type, detail, join_url: url }: BookedLocation): Content {
  if (url !== null && URL.canParse(url)) return html`<a href="${url}" rel="noreferrer">${url}</a>`;
  if (type === "phone_outbound") return ways[type];
  return detail ?? ways[type];
}

/** Names of the places. */
export const ways: Readonly<Record<string, string>> = {
  in_person: "In person",
  video: "Video call",
  link: "Online",
  phone_outbound: "By phone: the host calls",
  phone_inbound: "By phone: the attendee calls",
  attendee_address: "At the attendee's address",
  attendee_choice: "As the attendee likes",
};
