const formats = new Map<string, Intl.DateTimeFormat>();

/** The clock of a zone, as a format that is made once. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const kept = formats.get(timeZone);
  if (kept !== undefined) return kept;
  const format = new Intl.DateTimeFormat("en-GB", {
    ...{
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    },
    ...{ era: "short", hourCycle: "h23", timeZone },
  });
  formats.set(timeZone, format);
  return format;
}

/** The clock of a zone at an instant, as the milliseconds at which the clock of UTC shows the same. */
export function clockAt(ms: number, timeZone: string): number {
  const parts: Record<string, string> = {};
  for (const { type, value } of clockIn(timeZone).formatToParts(ms)) parts[type] = value;
  const number = (name: string) => Number(parts[name]);
  const year = parts["era"] === "BC" ? 1 - number("year") : number("year");
  const clock = new Date(0);
  clock.setUTCFullYear(year, number("month") - 1, number("day"));
  clock.setUTCHours(number("hour"), number("minute"), number("second"), ((ms % 1_000) + 1_000) % 1_000);
  return clock.getTime();
}

const HOURS = 3_600_000;
/** No clock has ever been changed by more than a day, and none is further than a day from UTC. */
const AROUND = [-48 * HOURS, -24 * HOURS, 0, 24 * HOURS, 48 * HOURS];

/** The instants at which the clock of a zone shows a time, the earlier first: none, one, or two. */
export function instantsOf(clock: number, timeZone: string): number[] {
  const ahead = new Set(AROUND.map((by) => clockAt(clock + by, timeZone) - (clock + by)));
  const found = [...ahead].map((offset) => clock - offset);
  return found.filter((ms) => clockAt(ms, timeZone) === clock).toSorted((one, other) => one - other);
}

/** The first instant of a day in a zone; undefined for a day that the zone has skipped. */
export function startOfDay(day: string, timeZone: string): number | undefined {
  const clock = Date.parse(day);
  const before = clock - HOURS * 24;
  // A clock that skips midnight begins the day behind the gap.
  const start = instantsOf(clock, timeZone)[0] ?? clock - (clockAt(before, timeZone) - before);
  return dayIn(start, timeZone) === day ? start : undefined;
}

/** The day that the clock of a zone shows at an instant. */
export const dayIn = (ms: number, timeZone: string): string =>
  new Date(clockAt(ms, timeZone)).toISOString().slice(0, 10);

/** The distance of the clock of a zone from UTC, as ISO writes it: +05:30. */
export function offsetText(ms: number, timeZone: string): string {
  const minutes = (clockAt(ms, timeZone) - ms) / 60_000;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${pad(hours)}:${pad(rest)}`;
}
