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
