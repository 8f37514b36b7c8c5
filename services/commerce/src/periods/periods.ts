import { Temporal } from "temporal-polyfill";

/** How often a subscription repeats, and on whose calendar. */
export interface Rhythm {
  interval: "day" | "week" | "month" | "year";
  intervalCount: number;
  /** IANA time zone. */
  timezone: string;
}

/** A stretch of time; its end is the start of the next one and no part of it. */
export interface Period {
  /** Number of the period, from 0 on. */
  index: number;
  start: Temporal.Instant;
  end: Temporal.Instant;
}

/** Returns when periods begin to be counted: after the trial, in days of the calendar of the time zone. */
export function anchorOf(start: Temporal.Instant, trialDays: number, timezone: string): Temporal.Instant {
  return start.toZonedDateTimeISO(timezone).add({ days: trialDays }).toInstant();
}

/**
 * Returns the period of this number (commerce.subscription). Each is counted from the anchor and not from the one
 * before, on the calendar and clock of the time zone. A day that a month lacks is its last one, and comes back in the
 * next month that has it. A clock time that a date skips moves forward by the gap; of one that comes twice the first
 * counts.
 */
export function periodOf(anchor: Temporal.Instant, rhythm: Rhythm, index: number): Period {
  return { index, start: startOf(anchor, rhythm, index), end: startOf(anchor, rhythm, index + 1) };
}

/** Returns the number of the period that contains this time; below 0 for a time before the anchor. */
export function indexAt(anchor: Temporal.Instant, rhythm: Rhythm, time: Temporal.Instant): number {
  const { interval, intervalCount, timezone } = rhythm;
  const local = time.toZonedDateTimeISO(timezone);
  const units = anchor.toZonedDateTimeISO(timezone).until(local, { largestUnit: interval })[`${interval}s`];
  // An anchor at the end of a month may have begun its period before the units are whole, or not yet.
  let index = Math.floor(units / intervalCount);
  while (Temporal.Instant.compare(startOf(anchor, rhythm, index + 1), time) <= 0) index++;
  while (Temporal.Instant.compare(startOf(anchor, rhythm, index), time) > 0) index--;
  return index;
}

function startOf(
  anchor: Temporal.Instant,
  { interval, intervalCount, timezone }: Rhythm,
  index: number,
): Temporal.Instant {
  const distance = { [`${interval}s`]: index * intervalCount };
  return anchor.toZonedDateTimeISO(timezone).add(distance, { overflow: "constrain" }).toInstant();
}
