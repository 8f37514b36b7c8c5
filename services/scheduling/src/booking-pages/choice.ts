import { isDate } from "@jst/query";
import { Temporal } from "temporal-polyfill";
import type { BookingFacts } from "../availability/booking-facts.ts";
import type { Range } from "../slots/hours.ts";
import { slotStartsInTurns } from "../slots/slots.ts";
import { around, dateOf, dayAt, dayOf } from "../slots/zone.ts";

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
