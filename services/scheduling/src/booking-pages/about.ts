import { factsHtml, html, type Html } from "@jst/pages";
import { isTimeZone } from "@jst/query";
import type { Bookable } from "./bookable.ts";
import { offeredPlace } from "./place.ts";

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
