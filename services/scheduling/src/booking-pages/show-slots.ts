import { formHtml, html, picksHtml, type Html, type Page, type PageRequest } from "@jst/pages";
import { isTimeZone, uncheckedMs } from "@jst/query";
import { isFree } from "../availability/free-slots.ts";
import type { Deps } from "../deps.ts";
import { slotTime } from "../slots/hours.ts";
import { aboutHtml, zoneOf, bookable, type Bookable } from "./bookable.ts";
import { bookingForm } from "./booking-form.ts";
import { readChoice, type SlotChoice, dayHtml, daysHtml, timesOf } from "./choice.ts";

/** Shows free days and times, or the form of a time that was picked and is free. */
export async function showSlots(request: PageRequest, deps: Deps): Promise<Page> {
  const found = await bookable(request, deps);
  const { query } = request;
  const timezone = query.get("timezone") ?? "";
  const asked = { month: query.get("month"), date: query.get("date") };
  if (timezone !== "" && !isTimeZone(timezone)) return chooserPage(found, { timezone, asked });
  const start = uncheckedMs(query.get("start"));
  if (Number.isNaN(start)) return chooserPage(found, { timezone, asked });
  const facts = await found.read({ from: start, to: start + 1 });
  const zone = zoneOf(found, timezone);
  if (isFree(facts, start)) {
    const values = new Map([
      ["start", [slotTime(start, zone)]],
      ["timezone", [zone]],
      ...[...query]
        .filter(([name]) => name.startsWith("answers."))
        .map(([name, value]) => [name, [value]] as const),
    ]);
    return bookingForm(found, { values, start });
  }
  return chooserPage(found, { timezone, asked, fault: "This time is not free. Choose another one." });
}

/** Query of the page, with its faults. */
interface SlotPageQuery {
  timezone: string;
  asked: SlotChoice;
  fault?: string;
}

/** Days and times to choose from, and the zone in which they are shown. */
async function chooserPage(found: Bookable, { timezone, asked, fault }: SlotPageQuery): Promise<Page> {
  const { facts, path, read, team } = found;
  const zone = zoneOf(found, timezone);
  const choice = await readChoice(read, facts, { zone, teamId: team.team_id }, asked);
  const hrefOf = (more: Record<string, string>): string =>
    `${path}?${new URLSearchParams({ ...(timezone === zone ? { timezone } : {}), ...more }).toString()}`;
  const times = timesOf(choice).map(({ start, label }) => ({ href: hrefOf({ start }), label }));
  const isWrong = timezone !== "" && timezone !== zone;
  const free = times.length === 0 ? html`<p>Nothing is free on this day.</p>\n` : picksHtml(times);
  return {
    status: isWrong ? 422 : fault === undefined ? 200 : 409,
    title: facts.type.name,
    content: html`${fault !== undefined && html`<p class="error" role="alert">${fault}</p>\n`}${aboutHtml(found)}${daysHtml(
      choice,
      hrefOf,
    )}${choice.day !== undefined && html`${dayHtml(choice)}${free}`}${zoneForm(path, { timezone, zone, isWrong, asked })}`,
    brand: team.brand,
    isRefused: isWrong || fault !== undefined,
  };
}

function zoneForm(
  path: string,
  { timezone, zone, isWrong, asked }: { timezone: string; zone: string; isWrong: boolean; asked: SlotChoice },
): Html {
  const kept = Object.entries(asked).filter((one): one is [string, string] => typeof one[1] === "string");
  return formHtml({
    method: "get",
    action: path,
    hidden: Object.fromEntries(kept),
    fields: [
      {
        name: "timezone",
        label: "Time zone",
        help: "Your city's, such as Europe/Paris.",
        control: { kind: "line", type: "text", suggestions: Intl.supportedValuesOf("timeZone") },
        values: [isWrong ? timezone : zone],
        error: isWrong ? "Must be an IANA time zone such as Europe/Paris." : undefined,
      },
    ],
    button: "Show times of this zone",
  });
}
