import { html, picksHtml, type Content, type Html } from "@jst/pages";
import { slotTime } from "../availability/slot-time.ts";
import { longDay } from "../calendar/when.ts";
import { dateOf, DAY_MS, dayOf } from "../slots/zone.ts";
import type { Choice } from "./choice.ts";

const months = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
const days = new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric", timeZone: "UTC" });

/** Days of the month on which something is free, with ways to other months; `hrefOf` adds a month or a date. */
export function daysHtml(
  { month, previous, next, free, day }: Choice,
  hrefOf: (asked: Record<string, string>) => string,
): Html {
  const name = (one: string): string => months.format(dayOf(`${one}-01`) * DAY_MS);
  const turn = (one: string | undefined): Content =>
    one !== undefined && html`<a class="button" href="${hrefOf({ month: one })}">${name(one)}</a>\n`;
  const picks = [...free.keys()].map((one) => ({
    href: hrefOf({ date: dateOf(one) }),
    label: days.format(one * DAY_MS),
    isChosen: one === day,
  }));
  return html`<h2>${name(month)}</h2>
${picks.length === 0 ? html`<p>Nothing is free in this month.</p>\n` : picksHtml(picks)}<nav class="turn" aria-label="Other months">
${turn(previous)}${turn(next)}</nav>
`;
}

/** A time that can be picked: its start as slots are written, and the clock. */
export interface FreeTime {
  start: string;
  label: string;
}

/** The free times of the day that is looked at; of two that the clock shows alike the distance from UTC tells. */
export function timesOf({ free, day, zone }: Choice): FreeTime[] {
  const starts = (day === undefined ? undefined : free.get(day)) ?? [];
  return labelled(starts.map((start) => slotTime(start, zone)));
}

/** The same of slots that are written already; other dates are told. */
export function labelled(starts: readonly string[], isDated = false): FreeTime[] {
  const clock = (start: string): string =>
    isDated ? `${longDay(dayOf(start.slice(0, 10)) * DAY_MS)}, ${start.slice(11, 16)}` : start.slice(11, 16);
  const clocks = starts.map(clock);
  return starts.map((start, at) => {
    const isTwice = clocks.indexOf(clock(start)) !== clocks.lastIndexOf(clock(start));
    return { start, label: isTwice ? `${clocks[at]} (UTC${start.slice(19)})` : clock(start) };
  });
}

/** Renders the name of the day above its times. */
export const dayHtml = ({ day, zone }: Choice): Content =>
  day !== undefined &&
  html`<h2>${longDay(day * DAY_MS)}</h2>\n<p class="help">Times are those of ${zone}.</p>\n`;
