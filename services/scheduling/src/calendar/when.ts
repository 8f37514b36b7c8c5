import { Temporal } from "temporal-polyfill";

/** A time as a mail shows it: the day, the clock, the zone and how far its clock is from UTC then. */
export function when(start: string, timezone: string): string {
  const at = zoned(start, timezone);
  return `${day(at)}, ${clock(at)} (${zoneName(at)})`;
}

/** From when to when; the second day, and the second distance from UTC, only where they are others than the first. */
export function span(start: string, end: string, timezone: string): string {
  const [from, to] = [zoned(start, timezone), zoned(end, timezone)];
  const until = from.toPlainDate().equals(to.toPlainDate()) ? clock(to) : `${day(to)}, ${clock(to)}`;
  const begin = `${day(from)}, ${clock(from)}`;
  if (from.offset === to.offset) return `${begin} to ${until} (${zoneName(from)})`;
  return `${begin} (${fromUtc(from)}) to ${until} (${fromUtc(to)}), ${timezone}`;
}

const zoned = (time: string, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.from(time).toZonedDateTimeISO(timezone);

/** Making one takes longer than all the rest of a mail. */
const days = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: "UTC" });

/** A day, as its midnight in UTC: Tuesday, November 24, 2026. */
export const longDay = (midnight: number): string => days.format(midnight);

const day = (at: Temporal.ZonedDateTime): string =>
  longDay(at.toPlainDate().toZonedDateTime("UTC").epochMilliseconds);

const clock = (at: Temporal.ZonedDateTime): string => at.toPlainTime().toString({ smallestUnit: "minute" });

/** The zone with its distance from UTC; of UTC the name says both. */
const zoneName = (at: Temporal.ZonedDateTime): string =>
  at.timeZoneId === "UTC" ? "UTC" : `${at.timeZoneId}, ${fromUtc(at)}`;

const fromUtc = ({ offset }: Temporal.ZonedDateTime): string =>
  offset === "+00:00" ? "UTC" : `UTC${offset}`;
