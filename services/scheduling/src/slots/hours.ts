import { Temporal } from "temporal-polyfill";

/** A stretch of real time, from inclusive to exclusive, in which the clock of a zone is `offset` ms ahead of UTC. */
export interface Stretch {
  from: number;
  to: number;
  offset: number;
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** No clock is further from UTC. */
const OFFSET_MAX_MS = DAY_MS;
/** Years of zones that are kept; a zone's year takes about a millisecond to look up. */
const KEPT_MAX = 5_000;

const kept = new Map<string, readonly Stretch[]>();

/** The stretches of the zone that together make up the time from `from` to `to`, in order, cut at both ends. */
export function stretches(zone: string, from: number, to: number): Stretch[] {
  const found: Stretch[] = [];
  for (let year = yearOf(from); year <= yearOf(to); year += 1)
    for (const stretch of ofYear(zone, year)) {
      const cut = {
        from: Math.max(from, stretch.from),
        to: Math.min(to, stretch.to),
        offset: stretch.offset,
      };
      if (cut.from < cut.to) found.push(cut);
    }
  return found;
}

/** Returns the local time of the zone at the instant, as ms since 1970 of that clock. */
export function wallOf(zone: string, instant: number): number {
  const stretch = ofYear(zone, yearOf(instant)).find(({ to }) => instant < to);
  return instant + (stretch?.offset ?? 0);
}

/** The date that the zone's clock shows at the instant, in days since 1970-01-01. */
export const dayAt = (zone: string, instant: number): number => Math.floor(wallOf(zone, instant) / DAY_MS);

/** Real time that holds every instant of those dates, whatever the zone. */
export const around = (firstDay: number, lastDay: number): { from: number; to: number } => ({
  from: firstDay * DAY_MS - OFFSET_MAX_MS,
  to: (lastDay + 1) * DAY_MS + OFFSET_MAX_MS,
});

/** Days since 1970-01-01 of a date that is written YYYY-MM-DD. */
export const dayOf = (date: string): number =>
  Temporal.PlainDate.from("1970-01-01").until(Temporal.PlainDate.from(date), { largestUnit: "day" }).days;

/** The first instant of a date, written YYYY-MM-DD, in ms since 1970. */
export const midnight = (date: string, zone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;

/** The date, written YYYY-MM-DD. */
export const dateOf = (day: number): string =>
  Temporal.PlainDate.from("1970-01-01").add({ days: day }).toString();

/** Weekday of a date, 0 is Sunday (scheduling.hours). */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The year of UTC; read, not reckoned, so Date will do, which is much faster here. */
const yearOf = (instant: number): number => new Date(instant).getUTCFullYear();

const newYear = (year: number): number =>
  Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime("UTC").epochMilliseconds;

/** The stretches of one year of UTC; looked up once. */
function ofYear(zone: string, year: number): readonly Stretch[] {
  const key = `${zone} ${year}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const end = newYear(year + 1);
  const found: Stretch[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    newYear(year),
  ).toZonedDateTimeISO(zone);
  while (at !== null && at.epochMilliseconds < end) {
    const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition("next");
    const offset = at.offsetNanoseconds / 1e6;
    found.push({ from: at.epochMilliseconds, to: Math.min(end, next?.epochMilliseconds ?? end), offset });
    at = next;
  }
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(key, found);
  return found;
}

/** Times of a wall clock, HH:mm; end is exclusive, and lasts into the next date where it is not after start. */
export interface Interval {
  start: string;
  end: string;
}

/** When a host can be booked (scheduling.hours). */
export interface Hours {
  timezone: string;
  /** Weekdays that are not named are closed. */
  weekly: readonly { weekday: number; intervals: readonly Interval[] }[];
  /** Dates that have other hours than their weekday, on the clock of their own zone if they name one. */
  overrides: readonly {
    date: string;
    intervals: readonly Interval[];
    timezone?: string | null | undefined;
  }[];
}

/** A stretch of real time in ms, from inclusive to exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** Answers the intervals of one date, in days since 1970-01-01, and their zone: an override replaces the weekday's. */
function intervalsOn(hours: Hours, day: number): { zone: string; intervals: readonly Interval[] } {
  const date = dateOf(day);
  const override = hours.overrides.find((one) => one.date === date);
  if (override !== undefined)
    return { zone: override.timezone ?? hours.timezone, intervals: override.intervals };
  const weekly = hours.weekly.find(({ weekday }) => weekday === weekdayOf(day));
  return { zone: hours.timezone, intervals: weekly?.intervals ?? [] };
}

/** The instants at which the zone's clock shows one of the wall times, given in ms of that clock and in order. */
interface ZoneInstants {
  /** Real time in which the clock shows a time of the interval, touching parts made one. */
  open: Range[];
  /** Every instant that shows one of the steps: none for one in a gap, two for one that is repeated. */
  steps: number[];
}

/**
 * Returns the open parts of one interval of one date, in real time, and the instants that show its start plus any whole
 * number of steps (scheduling.open-time).
 */
function shown(zone: string, day: number, { start, end }: Interval, stepMinutes: number): ZoneInstants {
  const [first, until] = [minutesOf(start), minutesOf(end)].map(
    (minutes) => day * DAY_MS + minutes * MINUTE_MS,
  ) as [number, number];
  const last = until > first ? until : until + DAY_MS;
  const { from, to } = around(day, day + 1);
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

/** Dates before and after those of a range that can be open in it: at night, on clocks set back, in a further zone. */
const DAYS_BEFORE = 3;
const DAYS_AFTER = 2;

/** Open minutes of a range, and the starts on the grids of its intervals. */
export interface Opening {
  /** Stretches of open time, in order; a slot lies in one of them. */
  open: Range[];
  /** Not in order; one that two dates have stands twice. */
  steps: number[];
}

/** Answers what is open in a range: stretches as far as they can be told from it, and all starts that lie in it. */
export function openingOf(hours: Hours, { from, to }: Range, stepMinutes: number): Opening {
  const { timezone } = hours;
  const parts: DatedPart[] = [];
  const steps: number[] = [];
  const lastDay = dayAt(timezone, to) + DAYS_AFTER;
  for (let day = dayAt(timezone, from) - DAYS_BEFORE; day <= lastDay; day += 1) {
    const { zone, intervals } = intervalsOn(hours, day);
    for (const interval of intervals) {
      const one = shown(zone, day, interval, stepMinutes);
      for (const part of one.open) if (part.to > from && part.from <= to) parts.push({ ...part, day });
      for (const step of one.steps) if (step >= from && step <= to) steps.push(step);
    }
  }
  return { open: joined(parts), steps };
}

/** A part of one interval, with the date that it belongs to. */
interface DatedPart extends Range {
  day: number;
}

/**
 * Joins parts of different dates that meet or overlap. Parts of one date that touch stay apart, unless one of another
 * date bridges them (scheduling.hours).
 */
function joined(parts: DatedPart[]): Range[] {
  const open: Range[] = [];
  /** Parts that reach to the end of the last stretch. */
  let enders: DatedPart[] = [];
  const byStart = Map.groupBy(
    parts.sort((a, b) => a.from - b.from),
    ({ from }) => from,
  );
  for (const [from, group] of byStart) {
    const last = open.at(-1);
    const meets = (part: DatedPart) => enders.some(({ day }) => day !== part.day);
    const isJoined = last !== undefined && (from < last.to || (from === last.to && group.some(meets)));
    const stretch = isJoined ? last : { from, to: from };
    if (!isJoined) open.push(stretch);
    const former = isJoined ? enders : [];
    const to = Math.max(stretch.to, ...group.map((part) => part.to));
    enders = [...former, ...group].filter((part) => part.to === to);
    stretch.to = to;
  }
  return open;
}

/** Tells whether the whole range is open within one stretch, whatever the grid of an event type. */
export function isOpen(hours: Hours, range: Range): boolean {
  return openingOf(hours, range, 24 * 60).open.some((part) => part.from <= range.from && range.to <= part.to);
}

/** Minutes since midnight of HH:mm. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** An instant as a slot is written: the clock of the zone with its offset, to the second (scheduling.times). */
export function slotTime(instant: number, zone: string): string {
  const wall = wallOf(zone, instant);
  // Offsets of zones are whole minutes since 1972.
  const minutes = Math.round((wall - instant) / MINUTE_MS);
  const sign = minutes < 0 ? "-" : "+";
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const clock = new Date(instant + minutes * MINUTE_MS).toISOString().slice(0, 19);
  return `${clock}${sign}${two(hour)}:${two(minute)}`;
}

const two = (n: number): string => String(n).padStart(2, "0");
