import { type Content, html, type Html, picksHtml } from "@jst/pages";
import { isDate } from "@jst/query";
import { Temporal } from "temporal-polyfill";
import type { BookingFacts } from "../availability/free-slots.ts";
import { longDay } from "../calendar/mails.ts";
import { around, dateOf, DAY_MS, dayAt, dayOf, type Range, slotTime } from "../slots/hours.ts";
import { slotStartsInTurns } from "../slots/slots.ts";

/** Month of free days, and the free times of one of them. */
export interface Choice {
  zone: string;
  /** Written YYYY-MM. */
  month: string;
  previous: string | undefined;
  next: string | undefined;
  /** Starts by day; a day without one is not here. */
  free: ReadonlyMap<number, readonly number[]>;
  /** Day that is looked at, in days since 1970-01-01. */
  day: number | undefined;
}

/** Month or day in the address, as it was written; an unreadable one is absent. */
export interface SlotChoice {
  month?: string | null;
  date?: string | null;
}

/**
 * The month that was asked for, or else the first one with a free day; of it the day that was asked for, or else the
 * first free one. A month in which nothing can be booked gives way to the nearest one in which something can.
 */
export async function readChoice(
  read: (range: Range) => Promise<BookingFacts>,
  { now, rules }: Pick<BookingFacts, "now" | "rules">,
  { zone, teamId }: { zone: string; teamId: string },
  asked: SlotChoice,
): Promise<Choice> {
  const today = dayAt(zone, now);
  const [first, last] = [monthOf(today), monthOf(today + rules.booking_window_days + 1)];
  const wished = isDate(asked.date ?? "") ? (asked.date ?? undefined) : undefined;
  const month = wished?.slice(0, 7) ?? (isMonth(asked.month) ? asked.month : undefined);
  const shown = month === undefined ? undefined : month < first ? first : month > last ? last : month;
  let at = shown ?? first;
  let free = await freeDays(read, at, { zone, teamId });
  while (shown === undefined && free.size === 0 && at < last) {
    at = shifted(at, 1);
    free = await freeDays(read, at, { zone, teamId });
  }
  const day = wished !== undefined && wished.slice(0, 7) === at ? dayOf(wished) : [...free.keys()][0];
  const previous = at > first ? shifted(at, -1) : undefined;
  return { zone, month: at, previous, next: at < last ? shifted(at, 1) : undefined, free, day };
}

const monthOf = (day: number): string => dateOf(day).slice(0, 7);

const isMonth = (text: string | null | undefined): text is string =>
  /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text ?? "");

const shifted = (month: string, months: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString();

async function freeDays(
  read: (range: Range) => Promise<BookingFacts>,
  month: string,
  { zone, teamId }: { zone: string; teamId: string },
): Promise<ReadonlyMap<number, readonly number[]>> {
  const first = dayOf(`${month}-01`);
  const last = first + Temporal.PlainYearMonth.from(month).daysInMonth - 1;
  const range = around(first, last);
  const free = new Map<number, number[]>();
  for (const start of await slotStartsInTurns(await read(range), range, teamId)) {
    const day = dayAt(zone, start);
    if (day < first || day > last) continue;
    const starts = free.get(day);
    if (starts === undefined) free.set(day, [start]);
    else starts.push(start);
  }
  // A clock that is set back over midnight shows a day again after the next one.
  return new Map([...free].sort(([a], [b]) => a - b));
}

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
