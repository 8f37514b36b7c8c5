import { DAY_MS, MINUTE_MS, stretches, weekdayOf, dateOf, dayAt, around } from "./zone.ts";

/** Times of a wall clock, HH:mm; end is exclusive and may be 24:00. */
export interface Interval {
  start: string;
  end: string;
}

/** When a host can be booked (scheduling.hours). */
export interface Hours {
  timezone: string;
  /** Weekdays that are not named are closed. */
  weekly: readonly { weekday: number; intervals: readonly Interval[] }[];
  /** Dates that have other hours than their weekday. */
  overrides: readonly { date: string; intervals: readonly Interval[] }[];
}

/** A stretch of real time in ms, from inclusive to exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** The intervals of one date, in days since 1970-01-01: an override takes the place of the weekday's. */
export function intervalsOn({ weekly, overrides }: Hours, day: number): readonly Interval[] {
  const date = dateOf(day);
  const override = overrides.find((one) => one.date === date);
  if (override !== undefined) return override.intervals;
  return weekly.find(({ weekday }) => weekday === weekdayOf(day))?.intervals ?? [];
}

/** The instants at which the zone's clock shows one of the wall times, given in ms of that clock and in order. */
export interface Shown {
  /** Real time in which the clock shows a time of the interval, touching parts made one. */
  open: Range[];
  /** Every instant that shows one of the steps: none for one in a gap, two for one that is repeated. */
  steps: number[];
}

/**
 * What is open of one interval of one date, in real time, and the instants that show its start plus any whole number of
 * steps (scheduling.open-time).
 */
export function shown(zone: string, day: number, { start, end }: Interval, stepMinutes: number): Shown {
  const [first, last] = [
    day * DAY_MS + minutesOf(start) * MINUTE_MS,
    day * DAY_MS + minutesOf(end) * MINUTE_MS,
  ];
  const { from, to } = around(day, day);
  const open: Range[] = [];
  const steps: number[] = [];
  for (const stretch of stretches(zone, from, to)) {
    const part = {
      from: Math.max(stretch.from, first - stretch.offset),
      to: Math.min(stretch.to, last - stretch.offset),
    };
    if (part.from >= part.to) continue;
    const before = open.at(-1);
    if (before?.to === part.from) before.to = part.to;
    else open.push(part);
    const stepMs = stepMinutes * MINUTE_MS;
    const skipped = Math.ceil((part.from + stretch.offset - first) / stepMs);
    for (let at = first + skipped * stepMs - stretch.offset; at < part.to; at += stepMs) steps.push(at);
  }
  return { open, steps };
}

/** Tells whether the whole range is open within one interval, whatever the grid of an event type. */
export function isOpen(hours: Hours, { from, to }: Range): boolean {
  const { timezone } = hours;
  const day = dayAt(timezone, from);
  // An interval of the date before may end at 24:00, where a clock that is set back shows this date already.
  return [day - 1, day, day + 1].some((date) =>
    intervalsOn(hours, date).some((interval) =>
      shown(timezone, date, interval, 24 * 60).open.some((part) => part.from <= from && to <= part.to),
    ),
  );
}

/** Minutes since midnight of HH:mm. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
