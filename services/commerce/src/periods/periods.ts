import { Temporal } from "temporal-polyfill";

/** How often a subscription repeats. */
export interface Rhythm {
  interval: "day" | "week" | "month" | "year";
  intervalCount: number;
}

/** A stretch of time; its end is the start of the next one and no part of it. */
export interface Period {
  /** Number of the period, from 0 on. */
  index: number;
  start: Temporal.Instant;
  end: Temporal.Instant;
}

/** When periods begin to be counted: after the trial, days of 24 hours. */
export function anchorOf(start: Temporal.Instant, trialDays: number): Temporal.Instant {
  return start.add({ hours: 24 * trialDays });
}

/**
 * The period of this number. Each is counted from the anchor and not from the one before, in UTC: a day that a month
 * lacks is its last one, and comes back in the next month that has it.
 */
export function periodOf(anchor: Temporal.Instant, rhythm: Rhythm, index: number): Period {
  return { index, start: startOf(anchor, rhythm, index), end: startOf(anchor, rhythm, index + 1) };
}

/** The number of the period that this time is in; below 0 where it is before the anchor. */
export function indexAt(anchor: Temporal.Instant, rhythm: Rhythm, time: Temporal.Instant): number {
  const { interval, intervalCount } = rhythm;
  const units = inUtc(anchor).until(inUtc(time), { largestUnit: interval })[`${interval}s`];
  // An anchor at the end of a month may have begun its period before the units are whole, or not yet.
  let index = Math.floor(units / intervalCount);
  while (Temporal.Instant.compare(startOf(anchor, rhythm, index + 1), time) <= 0) index++;
  while (Temporal.Instant.compare(startOf(anchor, rhythm, index), time) > 0) index--;
  return index;
}

function startOf(
  anchor: Temporal.Instant,
  { interval, intervalCount }: Rhythm,
  index: number,
): Temporal.Instant {
  const distance = { [`${interval}s`]: index * intervalCount };
  return inUtc(anchor).add(distance, { overflow: "constrain" }).toInstant();
}

const inUtc = (time: Temporal.Instant): Temporal.ZonedDateTime => time.toZonedDateTimeISO("UTC");
